package dev.sluice.worker.slot;

import dev.sluice.model.schedule.HeldUnits;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a unit that computes for too long: it is first marked, then interrupted, and at last its slot's
 * thread is given up. The mark is there before the interrupt, so that a unit which ends meanwhile is the only one that
 * can be hit by it. Written by the loop, read by the slot's thread.
 */
final class Overtime {
    /** Written under the lock; once {@link #givenUp}, it stays. */
    private volatile @Nullable HeldUnits condemned;

    private volatile boolean givenUp;

    /** Marks the unit, or, if it is marked already, interrupts it. */
    synchronized void condemn(HeldUnits unit, Runnable interrupt) {
        if (givenUp) {
            return;
        }
        if (unit.equals(condemned)) {
            interrupt.run();
        } else {
            condemned = unit;
        }
    }

    /** Gives the thread up if the unit is still marked. */
    synchronized boolean giveUp(HeldUnits unit) {
        if (!givenUp && unit.equals(condemned)) {
            givenUp = true;
            return true;
        }
        return false;
    }

    /** Whether some unit is marked. */
    boolean any() {
        return condemned != null;
    }

    /** Whether the thread may touch nothing shared any more. */
    boolean isGivenUp() {
        return givenUp;
    }

    /**
     * Whether the unit that has just ended was marked, or the thread given up. No interrupt meant for the unit comes
     * from here on. Slot's thread.
     */
    synchronized boolean concerns(HeldUnits unit) {
        if (givenUp) {
            return true;
        }
        HeldUnits found = condemned;
        condemned = null;
        Thread.interrupted();
        return unit.equals(found);
    }
}
