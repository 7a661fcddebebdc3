package dev.sluice.model.topology;

import java.util.stream.DoubleStream;

/**
 * Decides whether ratios lie above or below a threshold, by Wald's sequential probability ratio test on the side of
 * each ratio. A single ratio may lie on the wrong side because something else disturbed it, so that no single one
 * decides.
 */
final class SequentialTest {
    /** Log of the odds at which a test ends: about one wrong decision of a thousand, if the doubt is right. */
    private static final double BOUND = 7.5;

    /** Ratios this close to the threshold have no vote, relative to it. */
    private static final double UNCLEAR = 0.03;

    /** The decision about a series of ratios. */
    enum Decision {
        /** The ratios lie above the threshold: nothing is shared. */
        KEPT,
        /** The ratios lie below the threshold: something is shared. */
        SLOWED,
        /** More trials are needed. */
        UNDECIDED
    }

    private SequentialTest() {}

    /** @param disturbed probability that a ratio lies on the wrong side, between 0 and 1/2 */
    static Decision decide(DoubleStream ratios, double threshold, double disturbed) {
        return decide(ratios, threshold, disturbed, 1);
    }

    /** @param strictness factor on the evidence that a decision needs */
    static Decision decide(DoubleStream ratios, double threshold, double disturbed, double strictness) {
        double vote = Math.log((1 - disturbed) / disturbed);
        double odds = ratios.map(
                        ratio -> Math.abs(ratio / threshold - 1) < UNCLEAR ? 0 : ratio > threshold ? vote : -vote)
                .sum();
        double bound = strictness * BOUND;
        return odds >= bound ? Decision.KEPT : odds <= -bound ? Decision.SLOWED : Decision.UNDECIDED;
    }
}
