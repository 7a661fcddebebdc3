package dev.sluice.insight.plan;

import dev.sluice.model.Plural;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a plan hands units out, and the reason: the usual way, unless another one ends clearly earlier.
 *
 * @param usual the way of the same run without a plan
 * @param best the best of the other ways; the usual one if none was compared
 * @param clear whether the best one is clearly earlier, so that it is chosen
 * @param compared ways, the usual one included
 * @param weights of slots, for {@link Weighting#PLANNED}
 * @param rest plans the rest of the run again; null if nothing was compared
 * @param why nothing was compared; empty if ways were
 */
public record PlanHandout(
        Timed usual,
        Timed best,
        boolean clear,
        int compared,
        PlannedWeights weights,
        @Nullable RestPlanning rest,
        String why) {
    /**
     * One way to hand out the units of a run.
     *
     * @param handout sizes chunks and feeds them ahead
     * @param delivery of setups and large results
     */
    public record Way(Handout handout, DeliveryTerms delivery) {
        static Way of(SimulationTerms terms) {
            return new Way(terms.handout(), terms.delivery());
        }

        /** The terms of a run that hands out its units in this way. */
        public SimulationTerms in(SimulationTerms terms) {
            return terms.with(handout).with(delivery);
        }

        /** The way as a user types it: the policy, and what differs from a run without options. */
        public String words() {
            List<String> words = new ArrayList<>(List.of(handout.policy().name()));
            if (handout.policy().takesWeights() && handout.weighting() != Weighting.EQUAL) {
                words.add("weights " + handout.weighting().name().toLowerCase(Locale.ROOT));
            }
            if (handout.prefetch() != SchedulerConfig.AUTO) {
                words.add("prefetch " + handout.prefetch());
            }
            if (!delivery.congestion().equals(GrantMode.ADAPTIVE)) {
                words.add("congestion " + delivery.congestion());
            }
            if (delivery.setups() != DeliveryTerms.USUAL.setups()) {
                words.add("setups " + delivery.setups());
            }
            return String.join(" ", words);
        }
    }

    /**
     * A way with the times of its simulated runs, from the begin of launching.
     *
     * @param seconds that they take, by the mean of the logarithm; NaN if nothing was compared
     * @param late that nine of ten take at most [s]
     */
    public record Timed(Way way, double seconds, double late) {
        /** The same of a run that takes so many times as long. */
        Timed times(double longer) {
            return new Timed(way, longer * seconds, longer * late);
        }
    }

    /** Which parts the user leaves to the plan. */
    public record Free(boolean policy, boolean weights, boolean prefetch, boolean congestion, boolean setups) {
        /** All of them. */
        public static final Free ALL = new Free(true, true, true, true, true);

        boolean isNone() {
            return !policy && !weights && !prefetch && !congestion && !setups;
        }
    }

    static PlanHandout notCompared(SimulationTerms terms, String why) {
        Timed usual = new Timed(Way.of(terms), Double.NaN, Double.NaN);
        return new PlanHandout(usual, usual, false, 1, PlannedWeights.NONE, null, why);
    }

    /** The way of the run. */
    public Way chosen() {
        return clear ? best.way : usual.way;
    }

    /** The time of the run over that of the usual way, 1 if that is chosen. */
    public double times() {
        return clear ? best.seconds / usual.seconds : 1;
    }

    /** Tells for people what is chosen and why. */
    public String sentence() {
        String by = "units by " + chosen().words() + ": ";
        if (compared < 2) {
            return by + why;
        }
        String other = Plural.of(compared - 1, "other way");
        return clear
                ? by + "nine of ten runs take at most " + time(best.late) + ", and " + time(usual.late) + " by "
                        + usual.way.words() + " (" + other + " compared)"
                : by + "no other way is clearly earlier (" + other + " compared; " + time(usual.late) + ", and "
                        + time(best.late) + " by " + best.way.words() + ")";
    }

    private static String time(double seconds) {
        return Quantity.TIME.rounded(seconds);
    }
}
