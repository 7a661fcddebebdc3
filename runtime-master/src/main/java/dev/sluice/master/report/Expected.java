package dev.sluice.master.report;

import dev.sluice.master.report.TreeForetold.Outcome;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.record.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expectations of models, next to the measured run.
 *
 * @param prediction null if there was none
 * @param unitsPerSecondAllowed upper bound of the flow model, from the run's own measurements; null if unknown. One
 *     that the run exceeds is none
 * @param why why that rate is unknown; empty if it is known
 * @param tree whether sub-masters were faster; null without sub-masters or without a prediction
 * @param gains what the run could have been
 * @param steadyUnitsPerSecond rate without the first and the last tenth of the units; null if the run was too short
 * @param blame the figure that explains why the run missed the interval of its prediction; null if it did not, was
 *     short, or no figure explains it
 * @param promise the finish time that was asked for; null if none was
 */
public record Expected(
        @IfKnown @Nullable Foretold prediction,
        @Nullable Double unitsPerSecondAllowed,
        @Written("unitsPerSecondAllowedWhy") String why,
        @IfKnown @Nullable Outcome tree,
        @Written(flat = true) Gains gains,
        @Nullable Double steadyUnitsPerSecond,
        @IfKnown @Nullable Blame blame,
        @IfKnown @Nullable Promise promise) {
    private static final String EXCEEDED = "the run was faster than its own measurements would allow";

    public Expected {
        Double efficiency = gains.efficiency();
        if (efficiency != null && efficiency > 1) {
            unitsPerSecondAllowed = null;
            why = EXCEEDED;
            gains = new Gains(null, gains.modelError(), gains.changes(), gains.note());
        }
    }

    /** The same without a steady rate, blame and promise. */
    public Expected(
            @Nullable Foretold prediction,
            @Nullable Double unitsPerSecondAllowed,
            String why,
            @Nullable Outcome tree,
            Gains gains) {
        this(prediction, unitsPerSecondAllowed, why, tree, gains, null, null, null);
    }

    /** Tells whether the run was faster than the bound, which is therefore none. */
    public boolean exceeded() {
        return why.equals(EXCEEDED);
    }

    /** Tells whether the actual time lies outside of the interval of the prediction. */
    public boolean missed() {
        return prediction != null && !prediction.held();
    }

    /** The figure of the model that explains why the run missed its prediction, for people; empty where none does. */
    public String wrong() {
        return prediction == null || blame == null
                ? ""
                : (prediction.actualSeconds() > prediction.high() ? "slower" : "faster") + " than predicted: "
                        + blame.sentence();
    }

    /** The same with this prediction, beside its outcome. */
    public Expected beside(@Nullable Foretold foretold) {
        return new Expected(foretold, unitsPerSecondAllowed, why, tree, gains, steadyUnitsPerSecond, blame, promise);
    }

    /** The same with another reason for a miss. */
    public Expected blaming(@Nullable Blame other) {
        return new Expected(prediction, unitsPerSecondAllowed, why, tree, gains, steadyUnitsPerSecond, other, promise);
    }

    /** The same with what became of the finish time that was asked for. */
    public Expected promised(Promise outcome) {
        return new Expected(
                prediction, unitsPerSecondAllowed, why, tree, gains, steadyUnitsPerSecond, blame, outcome);
    }

    /**
     * A prediction and the actual time.
     *
     * @param actualSeconds of the same: the run, or its first cycle
     * @param firstCycle whether only the first cycle was predicted
     * @param asked whether the user asked for the prediction; otherwise it follows from earlier runs
     * @param shown whether the user saw it when the run began
     * @param keptUnits units whose results were taken from the prediction instead of being computed
     * @param basis what the prediction is made of
     */
    public record Foretold(
            double predictedSeconds,
            double low,
            double high,
            double actualSeconds,
            boolean firstCycle,
            boolean asked,
            boolean shown,
            int keptUnits,
            @Written(flat = true) Basis basis) {
        /** Tells whether the actual time lies in the interval. */
        @Written(after = "actualSeconds")
        public boolean held() {
            return low <= actualSeconds && actualSeconds <= high;
        }

        /** The relative error of the prediction, as a fraction of the actual time; positive if it was too high. */
        @Written(after = "actualSeconds")
        public double error() {
            return predictedSeconds / actualSeconds - 1;
        }
    }

    /**
     * The origin of a prediction.
     *
     * @param kind of the run, such as local or hosts; empty in reports of earlier versions
     * @param source where the costs of units came from
     * @param bias logarithm of the correction by earlier outcomes
     * @param sigma standard deviation of the logarithm of the time, before calibration
     * @param startSeconds expected time until the first slot can compute [s]
     * @param actualStartSeconds what that took [s]
     */
    public record Basis(
            String kind,
            String source,
            double bias,
            @IfKnown double sigma,
            @IfKnown double startSeconds,
            @IfKnown double actualStartSeconds) {
        /** Nothing is known. */
        public static final Basis UNKNOWN = new Basis("", "", 0, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Changes of the run and their effects, by the model with the run's own measurements.
     *
     * @param efficiency rate since the first slot over the rate that the run's measurements allow; null if that is
     *     unknown
     * @param modelError of the same run by the model: predicted over actual time, less 1; null if it was not simulated
     * @param changes by gain, the largest first; documents have them in the ledger
     * @param note why there are no changes; empty if there are
     */
    public record Gains(
            @Nullable Double efficiency,
            @Nullable Double modelError,
            @Written(omitted = true) List<RunView.Change> changes,
            @Written("changesNote") String note) {
        /** Nothing is known. */
        public static final Gains NONE = new Gains(null, null, List.of(), "");

        public Gains {
            changes = List.copyOf(changes);
        }
    }

    public static Expected nothing(String why) {
        return new Expected(null, null, why, null, Gains.NONE);
    }
}
