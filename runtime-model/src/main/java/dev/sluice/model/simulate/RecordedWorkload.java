package dev.sluice.model.simulate;

import java.util.Arrays;

/**
 * The units of a run that was, with the compute time of each. Units of which no time is recorded have the times of
 * another workload. Sizes are those of the other workload, too.
 */
public final class RecordedWorkload extends WorkloadLike {
    /** Marks a unit without a recorded time. */
    public static final long UNKNOWN = -1;

    private final long[][] nanos;

    /**
     * @param like gives sizes, and the times of units without a recorded one
     * @param nanos by cycle and unit: compute time on a slot of speed 1 [ns], or {@link #UNKNOWN}
     */
    public RecordedWorkload(Workload like, long[][] nanos) {
        super(like);
        if (nanos.length == 0) {
            throw new IllegalArgumentException("a record without a cycle (expected: one at least)");
        }
        this.nanos = Arrays.stream(nanos).map(long[]::clone).toArray(long[][]::new);
    }

    /** Number of units with a recorded time. */
    public long recorded() {
        return Arrays.stream(nanos)
                .mapToLong(
                        cycle -> Arrays.stream(cycle).filter(each -> each >= 0).count())
                .sum();
    }

    @Override
    public int cycles() {
        return nanos.length;
    }

    @Override
    public long units(int cycle) {
        return nanos[cycle].length;
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        long known = nanos[cycle][(int) unit];
        return known >= 0 ? known : super.computeNanos(0, unit);
    }

    @Override
    public long setupBytes(int cycle) {
        return super.setupBytes(0);
    }

    @Override
    public long inputBytes(int cycle, long unit) {
        return super.inputBytes(0, unit);
    }

    @Override
    public long resultBytes(int cycle, long unit) {
        return super.resultBytes(0, unit);
    }

    @Override
    public long acceptNanos(int cycle, long unit) {
        return super.acceptNanos(0, unit);
    }

    @Override
    public long foldedBytes(int cycle) {
        return super.foldedBytes(0);
    }

    @Override
    public long mergeNanos(int cycle) {
        return super.mergeNanos(0);
    }
}
