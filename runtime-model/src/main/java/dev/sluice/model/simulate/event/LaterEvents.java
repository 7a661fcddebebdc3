package dev.sluice.model.simulate.event;

import java.util.Arrays;

/**
 * The later events, sorted only into consecutive short buckets of time. Adding an event costs the same however many
 * there are, and the few events of the next occupied bucket move to the heap together. Events beyond all buckets wait
 * apart until the buckets are used up, and are then laid out in new buckets, whose width follows the recent distance
 * between events. A ladder queue of one rung (Tang, Goh, Thng, 2005). Confined to its run.
 */
final class LaterEvents {
    private static final int NONE = -1;
    private static final int LEAST_TIMES = 64;
    private static final int MOST_TIMES = 1 << 20;

    /** Buckets are this much shorter than the average distance between events, because many events come in bursts. */
    private static final int PARTS = 32;

    /** Buckets per pending event. */
    private static final long TIMES_EACH = 8;

    /** Buckets were too short if they were used up after less than this fraction of the pending events. */
    private static final int HARDLY = 16;

    private static final int MOST_SHIFT = 40;

    /** Per event its time, then its tag. */
    private long[] events = new long[256];

    /** Per event the next one of the same bucket, or of the free list. */
    private int[] next = new int[128];

    private int used;
    private int free = NONE;

    /** The first event of each bucket. */
    private int[] times = {};

    private long baseNanos;
    private int shift;

    /** The next bucket. */
    private int at;

    private int within;
    private int beyond = NONE;
    private int beyondCount;

    /** Time and number of taken events at the latest layout, and the distance between events assumed then. */
    private long sinceNanos;

    private long sinceTaken;
    private long gapNanos;

    int size() {
        return within + beyondCount;
    }

    /** Start of the next bucket; earlier events do not belong here. */
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
     * Moves all events of the next occupied bucket into the heap; there must be one.
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

    /** Lays out the events beyond the buckets, beginning with the earliest. */
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
     * Recent distance between events. If none was taken since the last layout, it is the average over the pending
     * events.
     */
    private long gap(long spread, long nowNanos, long taken) {
        long since = taken - sinceTaken;
        if (since == 0) {
            return spread / beyondCount;
        }
        long seen = (nowNanos - sinceNanos) / since;
        // After a burst the buckets are too short, and used up before their layout has paid off.
        return since < beyondCount / HARDLY ? Math.max(seen, 4 * gapNanos) : seen;
    }
}
