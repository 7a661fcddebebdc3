package dev.sluice.model.simulate.event;

import java.util.Arrays;

/**
 * The near events: a heap with four branches in an array, without an object per event. Most events are taken soon after
 * they were added, or add one themselves. The earliest of the latest events is therefore kept outside of the heap, and
 * a taken root is replaced only at the next addition or removal. Confined to its run.
 */
final class EventHeap {
    /** Per event its time, then its tag, which is unique and breaks ties. */
    private long[] heap = new long[128];

    /** Number of events in the heap, including a root that was taken. */
    private int size;

    /** True if the root was taken. */
    private boolean hollow;

    /** An event that precedes all in the heap; valid only if {@link #ahead}. */
    private long aheadNanos;

    private long aheadTag;
    private boolean ahead;

    private long nanos;
    private long tag;

    void add(long atNanos, long withTag) {
        if (ahead) {
            if (before(atNanos, withTag, aheadNanos, aheadTag)) {
                insert(aheadNanos, aheadTag);
                aheadNanos = atNanos;
                aheadTag = withTag;
            } else {
                insert(atNanos, withTag);
            }
        } else if (isFirst(atNanos, withTag)) {
            ahead = true;
            aheadNanos = atNanos;
            aheadTag = withTag;
        } else {
            insert(atNanos, withTag);
        }
    }

    /** True if the event precedes all in the heap. */
    private boolean isFirst(long atNanos, long withTag) {
        if (!hollow) {
            return size == 0 || before(atNanos, withTag, heap[0], heap[1]);
        }
        int end = 2 * Math.min(size, 5);
        for (int child = 2; child < end; child += 2) {
            if (!before(atNanos, withTag, heap[child], heap[child + 1])) {
                return false;
            }
        }
        return true;
    }

    private void insert(long atNanos, long withTag) {
        if (hollow) {
            hollow = false;
            sink(atNanos, withTag);
            return;
        }
        if (2 * size == heap.length) {
            heap = Arrays.copyOf(heap, 4 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            if (before(heap[2 * parent], heap[2 * parent + 1], atNanos, withTag)) {
                break;
            }
            put(at, heap[2 * parent], heap[2 * parent + 1]);
            at = parent;
        }
        put(at, atNanos, withTag);
    }

    private void put(int at, long atNanos, long withTag) {
        heap[2 * at] = atNanos;
        heap[2 * at + 1] = withTag;
    }

    private static boolean before(long time1, long tag1, long time2, long tag2) {
        return time1 < time2 || (time1 == time2 && tag1 < tag2);
    }

    int size() {
        return size - (hollow ? 1 : 0) + (ahead ? 1 : 0);
    }

    /** Takes the earliest event and stores it in {@link #nanos} and {@link #tag}; false if there is none. */
    boolean take() {
        if (ahead) {
            ahead = false;
            nanos = aheadNanos;
            tag = aheadTag;
            return true;
        }
        if (hollow) {
            hollow = false;
            size--;
            if (size > 0) {
                sink(heap[2 * size], heap[2 * size + 1]);
            }
        }
        if (size == 0) {
            return false;
        }
        nanos = heap[0];
        tag = heap[1];
        hollow = true;
        return true;
    }

    /** Puts an event into the place of the root. */
    private void sink(long atNanos, long withTag) {
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
            if (before(atNanos, withTag, leastNanos, events[2 * least + 1])) {
                break;
            }
            put(at, leastNanos, events[2 * least + 1]);
            at = least;
        }
        put(at, atNanos, withTag);
    }

    long nanos() {
        return nanos;
    }

    long tag() {
        return tag;
    }
}
