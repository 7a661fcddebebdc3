package dev.sluice.benchmarks.tuning;

import dev.sluice.model.simulate.Distribution;

/** How the times of the units of a case differ. Their mean is 20 ms, or 28 ms for the bimodal ones. */
enum UnitKind {
    CONSTANT,
    UNIFORM,
    BIMODAL,
    LOGNORMAL,
    /** Later units take longer, from 5 to 35 ms in the order of their index. */
    RAMP;

    private static final double LEAST = 5e6;
    private static final double MOST = 35e6;
    private static final double MEAN = 20e6;

    /** Drawn times, all of them multiplied by a factor; those of a ramp are replaced by {@link #byIndex} [ns]. */
    Distribution nanos(double factor) {
        return switch (this) {
            case CONSTANT, RAMP -> new Distribution.Fixed(factor * MEAN);
            case UNIFORM -> new Distribution.Uniform(factor * LEAST, factor * MOST);
            case BIMODAL -> new Distribution.Bimodal(0.8, factor * 10e6, factor * 100e6);
            case LOGNORMAL -> new Distribution.LogNormal(factor * MEAN, factor * 1.5 * MEAN);
        };
    }

    /** Times by the index of the unit; empty unless they follow from it [ns]. */
    long[] byIndex(int units, double factor) {
        long[] times = new long[this == RAMP ? units : 0];
        for (int i = 0; i < times.length; i++) {
            times[i] = Math.round(factor * (LEAST + (MOST - LEAST) * i / Math.max(1, units - 1)));
        }
        return times;
    }
}
