package dev.sluice.model.predict;

import org.jspecify.annotations.Nullable;

/**
 * When a sample is large enough (Mizutani et al., sections 4.1 and 4.3): when the interval is inside the error asked
 * for, or when one more refinement would execute as many units as each of the workers is to compute, after which the
 * prediction takes as long as the run.
 *
 * @param error half the width of the interval asked for, as a fraction
 * @param workers the most that a prediction is made for: P
 */
public record SampleGrowth(double error, int workers) {
    /** Why no more units are executed. */
    public enum Stop {
        INSIDE("the interval is inside the error asked for"),
        EVERY_UNIT("every unit was executed"),
        SHARE("more would be as many as a worker's share of the run"),
        BUDGET("the budget is used up");

        private final String sentence;

        Stop(String sentence) {
            this.sentence = sentence;
        }

        /** For people. */
        public String sentence() {
            return sentence;
        }
    }

    public SampleGrowth {
        if (!(error > 0) || workers < 1) {
            throw new IllegalArgumentException(
                    "error " + error + ", " + workers + " workers (expected: above 0, 1 or more)");
        }
    }

    /** The sample to execute next; the same one when this one is the last. */
    public SampleIndices next(SampleIndices sample, Interval interval) {
        return stop(sample, interval) == null ? sample.finer() : sample;
    }

    /** Why this sample, with this interval, is the last; null when it is not. */
    public @Nullable Stop stop(SampleIndices sample, Interval interval) {
        if (sample.isEverything()) {
            return Stop.EVERY_UNIT;
        }
        if (interval.isWithin(error)) {
            return Stop.INSIDE;
        }
        return sample.finer().count() < sample.units() / (double) workers ? null : Stop.SHARE;
    }
}
