package dev.sluice.master.tune;

import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.LiveTuning;
import dev.sluice.model.tune.TunedStep;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a look at a run.
 *
 * @param changes in their order; empty for none
 * @param steps all changes so far with their outcomes, these included
 * @param againNanos time after the look at which the next one is due; negative for the next checkpoint [ns]
 * @param cpuNanos processor time of the look [ns]
 * @param allNanos processor time of the tuner so far, that of measurements included [ns]
 * @param compared whether settings were compared, by simulating the rest of the run under each
 * @param isHome whether nothing will change any more
 * @param defect why the model failed; empty if it did not
 */
record TuningAnswer(
        List<Adjustment> changes,
        List<TunedStep> steps,
        long againNanos,
        long cpuNanos,
        long allNanos,
        boolean compared,
        boolean isHome,
        String defect) {
    /** Looks at the run, beside the loop. A defect of the model ends the tuning, and not the run. */
    static TuningAnswer of(Beside beside, LiveTuning tuning, Supplier<List<Adjustment>> look) {
        long from = beside.cpuNanos();
        try {
            List<Adjustment> changes = look.get();
            long all = beside.cpuNanos();
            return new TuningAnswer(
                    changes,
                    tuning.steps(),
                    againNanos(tuning),
                    all - from,
                    all,
                    tuning.hasCompared(),
                    tuning.isHome(),
                    "");
        } catch (RuntimeException | StackOverflowError defect) {
            return new TuningAnswer(
                    List.of(), List.of(), -1, 0, beside.cpuNanos(), false, true, String.valueOf(defect));
        }
    }

    /** The answer of a look that ended with this error. */
    static TuningAnswer broken(Throwable error) {
        return new TuningAnswer(List.of(), List.of(), -1, 0, 0, false, true, String.valueOf(error));
    }

    /** Time after which the change that acts has to be looked at again, as in an answer [ns]. */
    static long againNanos(LiveTuning tuning) {
        double again = tuning.trialSeconds();
        return again < 0 ? -1 : Math.round(again * 1e9);
    }

    /** Tells whether the outcome of this change is known. */
    boolean hasJudged(@Nullable Adjustment change) {
        return steps.stream()
                .anyMatch(
                        step -> step.change().equals(change) && !step.outcome().isEmpty());
    }
}
