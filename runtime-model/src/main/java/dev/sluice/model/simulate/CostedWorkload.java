package dev.sluice.model.simulate;

import dev.sluice.model.flow.UnitCosts;

/** Units that use their processors for a part of their time, or whose results are combined, as their costs say. */
final class CostedWorkload extends WorkloadLike {
    private final UnitCosts costs;

    CostedWorkload(Workload like, UnitCosts costs) {
        super(like);
        this.costs = costs;
    }

    @Override
    public double cpuShare() {
        return costs.cpuShare();
    }

    @Override
    public long foldedBytes(int cycle) {
        return Math.round(costs.valueBytes());
    }

    @Override
    public long mergeNanos(int cycle) {
        return Math.round(costs.mergeSeconds() * 1e9);
    }
}
