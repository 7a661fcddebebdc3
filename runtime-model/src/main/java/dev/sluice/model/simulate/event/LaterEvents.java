package dev.sluice.model.simulate.event;

import java.util.Arrays;

/**
 * Events that are not soon, in no order but that of the short times in which they are, one after the other: adding one
 * costs the same however many there are, and the few of the next time that has any go to the heap together. What is
 * later than all these times waits apart, until they are over and others are laid out, as long as so many events have
 * needed of late. A ladder queue of one rung (Tang, Goh, Thng, 2005). Confined to its run.
 */
final class LaterEvents {
    private static final int NONE = -1;
    private static final int LEAST_TIMES = 64;
    private static final int MOST_TIMES = 1 << 20;

    /** Times are so much shorter than it takes on average from one event to the next, since many come in bursts. */
    private static final int PARTS = 32;

    /** Times for each event that is pending. */
    private static final long TIMES_EACH = 8;

    /** Times that were over after less than this part of what was pending were too short. */
    private static final int HARDLY = 16;

    private static final int MOST_SHIFT = 40;

    /** Of each event its time, then its tag. */
    private long[] events = new long[256];

    /** Of each event the next of the same time, or of those that are free. */
    private int[] next = new int[128];

    private int used;
    private int free = NONE;

    /** The first event of each time. */
    private int[] times = {};

    private long baseNanos;
    private int shift;

    /** The time that comes next. */
    private int at;

    private int within;
    private int beyond = NONE;
    private int beyondCount;

    /** When times were laid out last, how many events had been taken by then, and what the gap between two was. */
    private long sinceNanos;

    private long sinceTaken;
    private long gapNanos;

    int size() {
        return within + beyondCount;
    }

    /** Events before then are not for here. */
    long fromNanos() {
        return baseNanos + ((long) at << shift);
    }

    /** @param nanos not before {@link #fromNanos} */
    void add(long nanos, long tag) {
        int event = free;
        if (event == NONE) {
            event = used++;
            if (event == next.length) {
                next = Arrays.copyOf(next, 2 * event);
                events = Arrays.copyOf(events, 4 * event);
            }
        } else {
            free = next[event];
        }
        events[2 * event] = nanos;
        events[2 * event + 1] = tag;
        put(event, nanos);
    }

    private void put(int event, long nanos) {
        long time = (nanos - baseNanos) >>> shift;
        if (time < times.length) {
            next[event] = times[(int) time];
            times[(int) time] = event;
            within++;
        } else {
            next[event] = beyond;
            beyond = event;
            beyondCount++;
        }
    }

    /**
     * Puts all events of the next time that has any into the heap; there must be one.
     *
     * @param nowNanos the time of the last event
     * @param taken events until now
     */
    void open(EventHeap heap, long nowNanos, long taken) {
        if (within == 0) {
            layOut(nowNanos, taken);
        }
        while (times[at] == NONE) {
            at++;
        }
        int event = times[at];
        times[at] = NONE;
        at++;
        while (event != NONE) {
            heap.add(events[2 * event], events[2 * event + 1]);
            int following = next[event];
            next[event] = free;
            free = event;
            event = following;
            within--;
        }
    }

    /** Begins with the earliest. */
    private void layOut(long nowNanos, long taken) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int event = beyond; event != NONE; event = next[event]) {
            least = Math.min(least, events[2 * event]);
            most = Math.max(most, events[2 * event]);
        }
        gapNanos = gap(most - least, nowNanos, taken);
        sinceNanos = nowNanos;
        sinceTaken = taken;
        shift = Math.min(MOST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(gapNanos / PARTS));
        baseNanos = least;
        at = 0;
        int count = (int) Math.min(MOST_TIMES, Long.highestOneBit(Math.max(LEAST_TIMES, TIMES_EACH * beyondCount)));
        if (count > times.length) {
            times = new int[count];
            Arrays.fill(times, NONE);
        }
        int event = beyond;
        beyond = NONE;
        beyondCount = 0;
        while (event != NONE) {
            int following = next[event];
            put(event, events[2 * event]);
            event = following;
        }
    }

    /**
     * From one event to the next, as it was of late; of those beyond, which lie within so long, when none was taken.
     */
    private long gap(long spread, long nowNanos, long taken) {
        long since = taken - sinceTaken;
        if (since == 0) {
            return spread / beyondCount;
        }
        long seen = (nowNanos - sinceNanos) / since;
        // After many at once the times are too short, and over before they pay for having been laid out.
        return since < beyondCount / HARDLY ? Math.max(seen, 4 * gapNanos) : seen;
    }
}
