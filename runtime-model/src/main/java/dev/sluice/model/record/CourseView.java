package dev.sluice.model.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of a run: its bottlenecks over time, its cycles, and what its tuners cost.
 *
 * @param regimes one after the other; neighbours differ
 * @param cycles in their order
 * @param tuners of the run; empty if nothing was tuned
 */
public record CourseView(List<RegimeSlice> regimes, List<CycleRecord> cycles, List<TunerCost> tuners) {
    /** Nothing is known. */
    public static final CourseView NONE = new CourseView(List.of(), List.of(), List.of());

    public CourseView {
        regimes = List.copyOf(regimes);
        cycles = List.copyOf(cycles);
        tuners = List.copyOf(tuners);
    }

    /** The latest bottleneck; null before the first. */
    public @Nullable RegimeSlice now() {
        return regimes.isEmpty() ? null : regimes.get(regimes.size() - 1);
    }
}
