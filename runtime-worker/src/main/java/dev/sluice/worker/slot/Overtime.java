package dev.sluice.worker.slot;

import dev.sluice.model.schedule.HeldUnits;
import org.jspecify.annotations.Nullable;

/**
 * Stops a unit that computes for too long: first the unit is marked, then interrupted, and at last its slot's thread is
 * given up. The mark is set before the interrupt, so that the interrupt can hit no other unit. Written by the loop,
 * read by the slot's thread.
 */
final class Overtime {
    /** Written under the lock; never changes after {@link #givenUp}. */
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

    /** Tells whether a unit is marked. */
    boolean any() {
        return condemned != null;
    }

    /** Tells whether the thread must not touch shared state any more. */
    boolean isGivenUp() {
        return givenUp;
    }

    /**
     * Tells whether the unit that has just ended was marked, or the thread given up. No interrupt for the unit follows.
     * On the slot's thread.
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
