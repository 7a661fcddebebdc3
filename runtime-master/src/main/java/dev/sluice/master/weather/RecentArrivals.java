package dev.sluice.master.weather;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The latest messages with results of one worker: their sizes, and when their first and last bytes arrived. The
 * arrivals of several workers together show how much a link carries that they share. Confined to the master loop.
 */
public final class RecentArrivals {
    /** Number of messages kept. */
    public static final int KEPT = 128;

    /** Smaller messages tell nothing about a link [bytes]. */
    public static final int LEAST_BYTES = 1 << 10;

    private static final int FIRST = 8;

    private long[] froms = new long[0];
    private long[] tos = new long[0];
    private long[] sizes = new long[0];
    private long added;

    /**
     * One message.
     *
     * @param fromNanos arrival of its first byte
     * @param toNanos arrival of its last byte
     */
    public record Arrival(long fromNanos, long toNanos, long bytes) {}

    /** Adds a message whose last byte has just arrived; messages are added in the order of their ends. */
    public void add(long bytes, long arrivedOverNanos, long nowNanos) {
        if (bytes < LEAST_BYTES) {
            return;
        }
        if (added == sizes.length && added < KEPT) {
            int longer = Math.min(KEPT, Math.max(FIRST, 2 * sizes.length));
            froms = Arrays.copyOf(froms, longer);
            tos = Arrays.copyOf(tos, longer);
            sizes = Arrays.copyOf(sizes, longer);
        }
        int place = (int) (added % sizes.length);
        froms[place] = nowNanos - Math.max(0, arrivedOverNanos);
        tos[place] = nowNanos;
        sizes[place] = bytes;
        added++;
    }

    /** Tells whether there were more messages than this. */
    public boolean hadMore(int messages) {
        return added > Math.min(messages, KEPT);
    }

    /** The latest messages, at most so many, in the order of their ends. */
    public List<Arrival> latest(int most) {
        List<Arrival> latest = new ArrayList<>();
        for (long i = Math.max(0, added - Math.min(most, sizes.length)); i < added; i++) {
            int place = (int) (i % sizes.length);
            latest.add(new Arrival(froms[place], tos[place], sizes[place]));
        }
        return latest;
    }
}
