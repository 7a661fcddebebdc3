package dev.sluice.model.tune;

import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;

/** One cycle of another workload, once or several times. Of a cycle of many units, only every n-th is taken. */
final class OneCycle extends WorkloadLike {
    private final int cycle;
    private final long units;
    private final int times;

    /**
     * @param units that are taken; at most those of the cycle
     * @param times how often the cycle follows itself
     */
    OneCycle(Workload like, int cycle, long units, int times) {
        super(like);
        this.cycle = cycle;
        this.units = units;
        this.times = times;
    }

    /** The unit of the other workload. */
    private long place(long unit) {
        long all = super.units(cycle);
        return units == all ? unit : (long) ((double) unit / units * all);
    }

    @Override
    public int cycles() {
        return times;
    }

    @Override
    public long units(int only) {
        return units;
    }

    @Override
    public long setupBytes(int only) {
        return super.setupBytes(cycle);
    }

    @Override
    public long computeNanos(int only, long unit) {
        return super.computeNanos(cycle, place(unit));
    }

    @Override
    public long inputBytes(int only, long unit) {
        return super.inputBytes(cycle, place(unit));
    }

    @Override
    public long resultBytes(int only, long unit) {
        return super.resultBytes(cycle, place(unit));
    }

    @Override
    public long acceptNanos(int only, long unit) {
        return super.acceptNanos(cycle, place(unit));
    }

    @Override
    public long foldedBytes(int only) {
        return super.foldedBytes(cycle);
    }

    @Override
    public long mergeNanos(int only) {
        return super.mergeNanos(cycle);
    }
}
