package dev.sluice.model.record;

import dev.sluice.model.schedule.ResultRun;
import org.jspecify.annotations.Nullable;

/** Counts units by their memory, in steps of 4 %. Confined to the thread of its recorder. */
final class MemoryRecord {
    /** Steps for each doubling; the last of all begins at 2^50 bytes. */
    private static final int STEPS = 16;

    private static final int MOST = 50 * STEPS;

    /** Units by step; null before the first, so that runs without known memory pay nothing. */
    private long @Nullable [] counts;

    private long units;
    private long largestBytes;
    private int cycle;
    private long unit;
    private String host = "";

    void add(String ofHost, int ofCycle, ResultRun run) {
        if (counts == null) {
            counts = new long[MOST + 1];
        }
        counts[step(run.peakBytes())] += run.units();
        units += run.units();
        if (run.peakBytes() > largestBytes) {
            largestBytes = run.peakBytes();
            cycle = ofCycle;
            unit = run.firstUnit();
            host = ofHost;
        }
    }

    private static int step(long bytes) {
        return (int) Math.min(MOST, Math.round(STEPS * Math.log(bytes) / Math.log(2)));
    }

    /** The memory that this share of the units did not exceed [bytes]. */
    private long quantile(long[] all, double share) {
        long left = (long) Math.ceil(share * units);
        int step = 0;
        for (left -= all[0]; left > 0; left -= all[step]) {
            step++;
        }
        return Math.min(largestBytes, Math.round(Math.pow(2, (double) step / STEPS)));
    }

    @Nullable
    MemoryUse view(long reservedBytes) {
        long[] all = counts;
        return all == null
                ? null
                : new MemoryUse(
                        units, quantile(all, 0.5), quantile(all, 0.95), largestBytes, cycle, unit, host, reservedBytes);
    }

    long bytes() {
        return counts == null ? 0 : (MOST + 1) * (long) Long.BYTES;
    }
}
