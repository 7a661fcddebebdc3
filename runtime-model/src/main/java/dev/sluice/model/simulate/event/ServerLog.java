package dev.sluice.model.simulate.event;

import java.util.Arrays;

/** Statistics of a server that serves jobs in the order of their arrival. Confined to its run. */
public final class ServerLog {
    private static final long[] NONE = {};

    private long busyNanos;
    private double presentNanos;
    private long amount;
    private int most;
    private long lastEnd;

    /** End times of the present jobs, the oldest at {@code head}: a ring, used only with more than one job. */
    private long[] ends = NONE;

    private int head;
    private int count;

    /** Adds a job, served from {@code start} to {@code end}, with its amount {@code worth}. */
    public void add(long arrival, long start, long end, long worth) {
        busyNanos += end - start;
        presentNanos += end - arrival;
        amount += worth;
        if (arrival >= lastEnd) { // no other job is present
            lastEnd = end;
            count = 1;
            most = Math.max(most, 1);
            return;
        }
        if (count == 1) {
            head = 0;
            ends = ends.length == 0 ? new long[4] : ends;
            ends[0] = lastEnd;
        }
        lastEnd = end;
        while (count > 0 && ends[head] <= arrival) {
            head = (head + 1) & (ends.length - 1);
            count--;
        }
        if (count == ends.length) {
            grow();
        }
        ends[(head + count) & (ends.length - 1)] = end;
        count++;
        most = Math.max(most, count);
    }

    private void grow() {
        long[] grown = Arrays.copyOf(ends, 2 * ends.length);
        for (int i = 0; i < count; i++) {
            grown[i] = ends[(head + i) & (ends.length - 1)];
        }
        ends = grown;
        head = 0;
    }

    /** The end of the job that is served at this time, or {@code nanos} if there is none. */
    public long endOfCurrent(long nanos) {
        if (count == 1) {
            return Math.max(lastEnd, nanos);
        }
        for (int i = 0; i < count; i++) {
            long end = ends[(head + i) & (ends.length - 1)];
            if (end > nanos) {
                return end;
            }
        }
        return nanos;
    }

    public long busyNanos() {
        return busyNanos;
    }

    /** Sum of the jobs' times in the server [ns]. */
    public double presentNanos() {
        return presentNanos;
    }

    public long amount() {
        return amount;
    }

    /** Maximum number of jobs present at once. */
    public int most() {
        return most;
    }
}
