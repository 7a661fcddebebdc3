package dev.sluice.model.predict;

import org.jspecify.annotations.Nullable;

/**
 * Decides when a sample is large enough (Mizutani et al., sections 4.1 and 4.3). It is large enough if the interval is
 * within the requested error. Growth also ends if the next refinement would execute as many units as each worker
 * computes in the run, because the prediction would then take as long as the run; but not while it takes less than a
 * second and has at most a hundred units, because no run is started sooner.
 *
 * @param error requested half width of the interval, as a fraction
 * @param workers maximum number of workers of the prediction: P
 */
public record SampleGrowth(double error, int workers) {
    /** A sample that takes no longer costs less than the start of a run [s]. */
    private static final double CHEAP_SECONDS = 1;

    /** Units that show their spread. */
    private static final int ENOUGH = 100;

    /** The reasons to execute no more units. */
    public enum Stop {
        INSIDE("the interval is inside the error asked for"),
        EVERY_UNIT("every unit was tried"),
        SHARE("more would be as many as a worker's share of the run"),
        BUDGET("the budget is used up");

        private final String sentence;

        Stop(String sentence) {
            this.sentence = sentence;
        }

        /** The reason in words. */
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

    /**
     * The reason that this sample with this interval is the last, or null.
     *
     * @param unitSeconds mean time of an executed unit [s]; infinite if it is not known
     */
    public @Nullable Stop stop(SampleIndices sample, Interval interval, double unitSeconds) {
        if (sample.isEverything()) {
            return Stop.EVERY_UNIT;
        }
        if (interval.isWithin(error)) {
            return Stop.INSIDE;
        }
        int next = sample.finer().count();
        boolean cheap = next <= ENOUGH && next * unitSeconds < CHEAP_SECONDS;
        return cheap || next < sample.units() / (double) workers ? null : Stop.SHARE;
    }
}
