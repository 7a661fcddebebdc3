package dev.sluice.model.simulate;

import java.util.Arrays;

/**
 * What is to happen when: a heap of four branches on two arrays, without an object for each event. Events of the same
 * time come in the order in which they were added. Confined to its run.
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

    private long[] times = new long[64];
    /** Order of adding, 31 bits, then kind and argument. */
    private long[] tags = new long[64];

    private int size;
    private long added;
    private long taken;
    private long time;
    private int kind;
    private int argument;

    /** @param argumentIn below 2²⁷ */
    void add(long nanos, int kindIn, int argumentIn) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            tags = Arrays.copyOf(tags, 2 * size);
        }
        long tag = (added++ & 0x7fffffffL) << 32 | (long) kindIn << KIND_SHIFT | argumentIn;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            if (before(times[parent], tags[parent], nanos, tag)) {
                break;
            }
            times[at] = times[parent];
            tags[at] = tags[parent];
            at = parent;
        }
        times[at] = nanos;
        tags[at] = tag;
    }

    private static boolean before(long time1, long tag1, long time2, long tag2) {
        return time1 < time2 || (time1 == time2 && tag1 < tag2);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Takes the next event, which {@link #nanos}, {@link #kind} and {@link #argument} then tell. */
    void take() {
        time = times[0];
        int low = (int) tags[0];
        kind = low >>> KIND_SHIFT;
        argument = low & ARGUMENT_MASK;
        taken++;
        size--;
        if (size > 0) {
            sink(times[size], tags[size]);
        }
    }

    private void sink(long nanos, long tag) {
        int at = 0;
        for (int first = 1; first < size; first = 4 * at + 1) {
            int least = first;
            int end = Math.min(first + 4, size);
            for (int child = first + 1; child < end; child++) {
                if (before(times[child], tags[child], times[least], tags[least])) {
                    least = child;
                }
            }
            if (before(nanos, tag, times[least], tags[least])) {
                break;
            }
            times[at] = times[least];
            tags[at] = tags[least];
            at = least;
        }
        times[at] = nanos;
        tags[at] = tag;
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
