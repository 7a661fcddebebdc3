package dev.sluice.model.tune;

import dev.sluice.model.simulate.Workload;

/** One cycle of another workload, as the only one. */
final class OneCycle implements Workload {
    private final Workload like;
    private final int cycle;

    OneCycle(Workload like, int cycle) {
        this.like = like;
        this.cycle = cycle;
    }

    @Override
    public long together() {
        return like.together();
    }

    @Override
    public int cycles() {
        return 1;
    }

    @Override
    public long units(int only) {
        return like.units(cycle);
    }

    @Override
    public long setupBytes(int only) {
        return like.setupBytes(cycle);
    }

    @Override
    public long computeNanos(int only, long unit) {
        return like.computeNanos(cycle, unit);
    }

    @Override
    public double cpuShare() {
        return like.cpuShare();
    }

    @Override
    public long inputBytes(int only, long unit) {
        return like.inputBytes(cycle, unit);
    }

    @Override
    public long resultBytes(int only, long unit) {
        return like.resultBytes(cycle, unit);
    }

    @Override
    public long acceptNanos(int only, long unit) {
        return like.acceptNanos(cycle, unit);
    }

    @Override
    public long foldedBytes(int only) {
        return like.foldedBytes(cycle);
    }

    @Override
    public long mergeNanos(int only) {
        return like.mergeNanos(cycle);
    }
}
