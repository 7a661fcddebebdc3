package dev.sluice.master.tune;

import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.TunedStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The decisions of a tuner whose outcome is not known. Confined to the master loop. */
final class OpenDecisions {
    private final TunedFloor run;
    private final Map<Adjustment, Integer> numbers = new HashMap<>();

    OpenDecisions(TunedFloor run) {
        this.run = run;
    }

    /**
     * A change has been made.
     *
     * @param decision its number in the record; negative if it has none
     */
    void made(Adjustment change, int decision) {
        if (decision >= 0) {
            numbers.put(change, decision);
        }
    }

    /** Records the outcomes that became known. */
    void judge(List<TunedStep> steps) {
        for (TunedStep step : steps) {
            if (!step.outcome().isEmpty()) {
                judge(step.change(), step.outcome());
            }
        }
    }

    /** Records the outcome of a change, unless one is recorded. */
    void judge(Adjustment change, String outcome) {
        Integer decision = numbers.remove(change);
        if (decision != null) {
            run.judged(decision, outcome);
        }
    }

    /** Records this outcome for each change that promises something, because no other outcome will be known. */
    void end(String outcome) {
        for (Adjustment change : List.copyOf(numbers.keySet())) {
            if (change.expected() != null) {
                judge(change, outcome);
            }
        }
        numbers.clear();
    }
}
