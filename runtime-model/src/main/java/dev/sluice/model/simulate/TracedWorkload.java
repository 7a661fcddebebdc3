package dev.sluice.model.simulate;

/** A copy of another workload with given compute times. */
final class TracedWorkload extends WorkloadLike {
    private final long[] nanos;

    TracedWorkload(Workload like, long[] nanos) {
        super(like);
        if (nanos.length == 0) {
            throw new IllegalArgumentException("a trace without a time (expected: one for each unit)");
        }
        for (long time : nanos) {
            if (time < 0) {
                throw new IllegalArgumentException("a unit of " + time + " ns (expected: not negative)");
            }
        }
        this.nanos = nanos;
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        return nanos[(int) (unit % nanos.length)];
    }
}
