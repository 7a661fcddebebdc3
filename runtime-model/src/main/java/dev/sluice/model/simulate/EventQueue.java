package dev.sluice.model.simulate;

import java.util.Arrays;

/**
 * What is to happen when: a heap of four branches on an array, without an object for each event. Events of the same
 * time come in the order in which they were added. Most events are taken soon after they were added or add one
 * themselves: so the earliest of those added last is kept beside the heap, and the root that was taken is replaced only
 * when the next one is added or taken. Confined to its run.
 */
final class EventQueue {
    /** A slot has computed what it claimed; the argument is its number among all slots of the run. */
    static final int SLOT = 0;
    /** A message has arrived; the argument is the message. */
    static final int DELIVER = 1;
    /** The receiver has got round to a message. */
    static final int HANDLE = 2;
    /** The sender has got round to a message. */
    static final int LEAVE = 3;
    /** A packet is at the next server of its way. */
    static final int HOP = 4;
    /** A connection may send its next packet. */
    static final int CONNECTION = 5;
    /** A transfer on a network with fair sharing ends; the argument tells whether that still holds. */
    static final int TRANSFER = 6;
    /** The master's clock. */
    static final int TICK = 7;
    /** The application has accepted the results that it was given first. */
    static final int ACCEPTED = 8;
    /** The application has ended the cycle. */
    static final int CYCLE_OVER = 9;
    /** A worker looks for results that have waited long; the argument is its number from 0. */
    static final int FLUSH = 10;
    /** A step of the script; the argument is its place. */
    static final int STEP = 11;
    /** A worker is ready; the argument is its number from 0. */
    static final int START = 12;
    /** The connection of a worker has closed. */
    static final int BROKEN = 13;

    private static final int KIND_SHIFT = 27;
    private static final int ARGUMENT_MASK = (1 << KIND_SHIFT) - 1;

    /** Of each event its time, then its tag: order of adding, 31 bits, then kind and argument. */
    private long[] heap = new long[128];

    /** Events in the heap, the root among them even where it was taken. */
    private int size;

    /** Whether the root was taken. */
    private boolean hollow;

    /** An event that comes before all in the heap; of use only where {@link #ahead}. */
    private long aheadNanos;

    private long aheadTag;
    private boolean ahead;

    private long added;
    private long taken;
    private long time;
    private int kind;
    private int argument;

    /** @param argumentIn below 2²⁷ */
    void add(long nanos, int kindIn, int argumentIn) {
        long tag = (added++ & 0x7fffffffL) << 32 | (long) kindIn << KIND_SHIFT | argumentIn;
        if (ahead) {
            if (before(nanos, tag, aheadNanos, aheadTag)) {
                insert(aheadNanos, aheadTag);
                aheadNanos = nanos;
                aheadTag = tag;
            } else {
                insert(nanos, tag);
            }
        } else if (isFirst(nanos, tag)) {
            ahead = true;
            aheadNanos = nanos;
            aheadTag = tag;
        } else {
            insert(nanos, tag);
        }
    }

    /** Whether it comes before all in the heap. */
    private boolean isFirst(long nanos, long tag) {
        if (!hollow) {
            return size == 0 || before(nanos, tag, heap[0], heap[1]);
        }
        int end = 2 * Math.min(size, 5);
        for (int child = 2; child < end; child += 2) {
            if (!before(nanos, tag, heap[child], heap[child + 1])) {
                return false;
            }
        }
        return true;
    }

    private void insert(long nanos, long tag) {
        if (hollow) {
            hollow = false;
            sink(nanos, tag);
            return;
        }
        if (2 * size == heap.length) {
            heap = Arrays.copyOf(heap, 4 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            if (before(heap[2 * parent], heap[2 * parent + 1], nanos, tag)) {
                break;
            }
            put(at, heap[2 * parent], heap[2 * parent + 1]);
            at = parent;
        }
        put(at, nanos, tag);
    }

    private void put(int at, long nanos, long tag) {
        heap[2 * at] = nanos;
        heap[2 * at + 1] = tag;
    }

    private static boolean before(long time1, long tag1, long time2, long tag2) {
        return time1 < time2 || (time1 == time2 && tag1 < tag2);
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return size - (hollow ? 1 : 0) + (ahead ? 1 : 0);
    }

    /** Takes the next event, which {@link #nanos}, {@link #kind} and {@link #argument} then tell. */
    void take() {
        taken++;
        if (ahead) {
            ahead = false;
            took(aheadNanos, aheadTag);
            return;
        }
        if (hollow) {
            hollow = false;
            size--;
            if (size > 0) {
                sink(heap[2 * size], heap[2 * size + 1]);
            }
        }
        took(heap[0], heap[1]);
        hollow = true;
    }

    private void took(long nanos, long tag) {
        time = nanos;
        int low = (int) tag;
        kind = low >>> KIND_SHIFT;
        argument = low & ARGUMENT_MASK;
    }

    /** Puts an event where the root was. */
    private void sink(long nanos, long tag) {
        long[] events = heap;
        int at = 0;
        for (int first = 1; first < size; first = 4 * at + 1) {
            int least = first;
            long leastNanos = events[2 * first];
            int end = Math.min(first + 4, size);
            for (int child = first + 1; child < end; child++) {
                long childNanos = events[2 * child];
                if (childNanos < leastNanos
                        || (childNanos == leastNanos && events[2 * child + 1] < events[2 * least + 1])) {
                    least = child;
                    leastNanos = childNanos;
                }
            }
            if (before(nanos, tag, leastNanos, events[2 * least + 1])) {
                break;
            }
            put(at, leastNanos, events[2 * least + 1]);
            at = least;
        }
        put(at, nanos, tag);
    }

    long nanos() {
        return time;
    }

    int kind() {
        return kind;
    }

    int argument() {
        return argument;
    }

    /** How many were taken so far. */
    long taken() {
        return taken;
    }
}
