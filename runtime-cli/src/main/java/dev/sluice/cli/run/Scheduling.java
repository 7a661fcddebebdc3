package dev.sluice.cli.run;

import dev.sluice.api.extension.TunerKnob;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.plan.RestPlanning;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How units are handed out and results come back.
 *
 * @param rules how work is divided; the planned weights are those of a plan
 * @param active workers that are at work at first; 0: all; {@link #AS_FEW} until it is known how many are enough
 * @param tree how sub-masters come and go while the run goes on; null if the tree stays
 * @param tunesWorkers whether workers are parked and unparked while the run goes on
 * @param knobs of the application, which are asked while the run goes on; none if it is not tuned so
 * @param rest plans the rest of the run again when beliefs break; null without a plan, or with a hand-out as asked
 */
public record Scheduling(
        RunRules rules,
        int active,
        @Nullable TunedTree tree,
        boolean tunesWorkers,
        List<TunerKnob> knobs,
        @Nullable RestPlanning rest) {
    /**
     * A tree that changes while the run goes on.
     *
     * @param elsewhere hosts on which the command that started this master starts sub-masters when asked; empty: this
     *     process starts them
     */
    public record TunedTree(List<String> elsewhere) {
        public TunedTree {
            elsewhere = List.copyOf(elsewhere);
        }
    }

    /** Stands for as many workers as keep the finish time that was asked for. */
    static final int AS_FEW = -1;

    /** All workers are at work, and nothing is tuned. */
    public Scheduling(RunRules rules) {
        this(rules, 0, null, false, List.of(), null);
    }

    /** The same with the weights of a plan, which are used under {@link Weighting#PLANNED} only. */
    Scheduling with(PlannedWeights ofPlan) {
        boolean used = rules.handout().weighting() == Weighting.PLANNED
                && rules.planned().isNone();
        return used ? with(rules.with(ofPlan)) : this;
    }

    /** The same, handing units out as a plan has chosen; it knows what the user asked for. Null for no choice. */
    Scheduling with(@Nullable PlanHandout chosen) {
        return chosen == null
                ? this
                : new Scheduling(
                        rules.with(chosen.chosen().handout())
                                .with(chosen.chosen().delivery()),
                        active,
                        tree,
                        tunesWorkers,
                        knobs,
                        chosen.rest() != null && chosen.rest().isFree() ? chosen.rest() : null);
    }

    /** The same with so many workers at work at first. */
    Scheduling active(int workers) {
        return new Scheduling(rules, workers, tree, tunesWorkers, knobs, rest);
    }

    /** The same with a tree that is tuned. */
    Scheduling tuned(TunedTree how) {
        return new Scheduling(rules, active, how, tunesWorkers, knobs, rest);
    }

    /** The same with a number of workers that is tuned. */
    Scheduling tuningWorkers() {
        return new Scheduling(rules, active, tree, true, knobs, rest);
    }

    /** The same with knobs of the application, of which there is at least one. */
    Scheduling tuned(List<TunerKnob> byKnobs) {
        return new Scheduling(rules, active, tree, false, byKnobs, rest);
    }

    /** The same with these rules. */
    Scheduling with(RunRules other) {
        return new Scheduling(other, active, tree, tunesWorkers, knobs, rest);
    }

    /** How a run is simulated. A simulation plans the weights for its own machines. */
    public SimulationTerms simulated() {
        return SimulationTerms.DEFAULT.with(rules.with(PlannedWeights.NONE));
    }
}
