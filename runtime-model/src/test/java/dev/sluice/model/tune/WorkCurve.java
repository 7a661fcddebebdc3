package dev.sluice.model.tune;

import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The true work that a simulated run has done at any time. A unit that was computed twice counts once. */
final class WorkCurve implements Timeline {
    private final Workload workload;
    private final List<long[]> parts = new ArrayList<>();
    private final Set<Long> known = new HashSet<>();

    WorkCurve(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        long work = 0;
        for (long unit = firstUnit; finished && unit < firstUnit + units; unit++) {
            work += known.add(cycle * 1_000_000_000L + unit) ? workload.computeNanos(cycle, unit) : 0;
        }
        parts.add(new long[] {fromNanos, toNanos, work});
    }

    /** Work of the units, whole or in part, that were computed by then [ns]. */
    double at(double nanos) {
        double sum = 0;
        for (long[] part : parts) {
            double length = Math.max(1, part[1] - part[0]);
            sum += part[2] * Math.max(0, Math.min(1, (nanos - part[0]) / length));
        }
        return sum;
    }
}
