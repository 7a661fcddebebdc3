package dev.sluice.model.simulate;

/** Another workload with compute times that are given for each unit. */
final class TracedWorkload implements Workload {
    private final Workload like;
    private final long[] nanos;

    TracedWorkload(Workload like, long[] nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("a trace without a time (expected: one for each unit)");
        }
        for (long time : nanos) {
            if (time < 0) {
                throw new IllegalArgumentException("a unit of " + time + " ns (expected: not negative)");
            }
        }
        this.like = like;
        this.nanos = nanos;
    }

    @Override
    public int cycles() {
        return like.cycles();
    }

    @Override
    public long units(int cycle) {
        return like.units(cycle);
    }

    @Override
    public long setupBytes(int cycle) {
        return like.setupBytes(cycle);
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        return nanos[(int) (unit % nanos.length)];
    }

    @Override
    public long inputBytes(int cycle, long unit) {
        return like.inputBytes(cycle, unit);
    }

    @Override
    public long resultBytes(int cycle, long unit) {
        return like.resultBytes(cycle, unit);
    }

    @Override
    public long acceptNanos(int cycle, long unit) {
        return like.acceptNanos(cycle, unit);
    }

    @Override
    public long foldedBytes(int cycle) {
        return like.foldedBytes(cycle);
    }

    @Override
    public long mergeNanos(int cycle) {
        return like.mergeNanos(cycle);
    }
}
