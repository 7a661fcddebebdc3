package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.ClaimSize;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Models the queue of a worker, as its {@code WorkQueue}. A unit that occupies several slots waits at the head until so
 * many are free. Confined to its run.
 */
final class QueueModel {
    private final RunContext context;
    private final int slots;

    /** Units of the application that each unit stands for. */
    private final long together;

    private final Deque<Handed> ranges = new ArrayDeque<>(2);

    /** Slots that units occupy. */
    private int occupied;

    private long units;
    private double waitedNanos;
    private long sinceNanos;
    private int most;

    /** A slot, as its queue sees it. */
    interface Taker {
        /** Slots that its unit occupies, this one included; 0 while it has none. */
        int occupies();

        void occupies(int count);

        /** Forecast time of a unit [ns]. */
        long forecastNanos();

        void take(AttemptRun of, int ofCycle, long first, int count);
    }

    QueueModel(RunContext context, int slots) {
        this.context = context;
        this.slots = slots;
        this.together = context.workload().together();
    }

    /** Number of units that no slot has taken. */
    long units() {
        return units;
    }

    /** The largest number of units at once. */
    int most() {
        return most;
    }

    /** Time for which units waited, summed over them [ns]. */
    double waitedNanos() {
        return waitedNanos;
    }

    void add(Handed handed) {
        ranges.addLast(handed);
        count(handed.units());
    }

    private void count(long more) {
        long now = context.nowNanos();
        waitedNanos += units * (double) (now - sinceNanos);
        sinceNanos = now;
        units += more;
        most = (int) Math.max(most, Math.min(Integer.MAX_VALUE, units));
    }

    void clear() {
        ranges.clear();
        count(-units);
    }

    /** True if a unit is queued for which enough slots are free. */
    boolean hasRoom() {
        Handed head = ranges.peekFirst();
        return head != null && occupied + width(head.run) <= slots;
    }

    private int width(AttemptRun of) {
        return Math.min(slots, of.needs().processors());
    }

    /** A slot computes a unit of this size, which occupies others too. */
    void occupy(Taker slot, AttemptRun of) {
        slot.occupies(width(of));
        occupied += slot.occupies();
    }

    /** Gives a slot, which has none any more, the next units; false if there are none that have room. */
    boolean take(Taker slot, int cycle) {
        occupied -= slot.occupies();
        slot.occupies(0);
        Handed head = ranges.peekFirst();
        if (head == null || !hasRoom()) {
            return false;
        }
        occupy(slot, head.run);
        int claim = ClaimSize.units(slot.forecastNanos(), units, slots, together);
        int count = slot.occupies() > 1 ? 1 : (int) Math.min(head.units(), claim);
        slot.take(head.run, cycle, head.firstUnit, count);
        head.firstUnit += count;
        count(-count);
        if (head.units() == 0) {
            ranges.removeFirst();
        }
        return true;
    }

    /** Takes back up to so many units, the last first. */
    List<HeldUnits> takeBack(long atMost) {
        List<HeldUnits> back = new ArrayList<>();
        long left = atMost;
        while (left > 0 && !ranges.isEmpty()) {
            Handed tail = ranges.getLast();
            long taken = Math.min(left, tail.units());
            back.add(tail.held(tail.endUnit - taken));
            tail.endUnit -= taken;
            left -= taken;
            count(-taken);
            if (tail.units() == 0) {
                ranges.removeLast();
            }
        }
        return back;
    }
}
