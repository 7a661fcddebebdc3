package dev.sluice.cli.run;

import dev.sluice.api.extension.TunerKnob;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.plan.RestPlanning;
import dev.sluice.model.Amounts;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How units are handed out and results come back.
 *
 * @param active workers that are at work at first; 0: all; {@link #AS_FEW} until it is known how many are enough
 * @param planned the weights of a plan, for {@link Weighting#PLANNED}; none without a plan
 * @param tree how sub-masters come and go while the run goes on; null if the tree stays
 * @param tunesWorkers whether workers are parked and unparked while the run goes on
 * @param knobs of the application, which are asked while the run goes on; none if it is not tuned so
 * @param resources of the run, which all its units divide
 * @param rest plans the rest of the run again when beliefs break; null without a plan, or with a hand-out as asked
 */
public record Scheduling(
        Handout handout,
        DeliveryTerms delivery,
        int active,
        PlannedWeights planned,
        @Nullable TunedTree tree,
        boolean tunesWorkers,
        List<TunerKnob> knobs,
        Amounts resources,
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
    public Scheduling(Handout handout, DeliveryTerms delivery, PlannedWeights planned) {
        this(handout, delivery, 0, planned, null, false, List.of(), Amounts.NONE, null);
    }

    /** The same with the weights of a plan, which are used under {@link Weighting#PLANNED} only. */
    Scheduling with(PlannedWeights ofPlan) {
        boolean used = handout.weighting() == Weighting.PLANNED && planned.isNone();
        return used
                ? new Scheduling(handout, delivery, active, ofPlan, tree, tunesWorkers, knobs, resources, rest)
                : this;
    }

    /** The same, handing units out as a plan has chosen; it knows what the user asked for. Null for no choice. */
    Scheduling with(@Nullable PlanHandout chosen) {
        return chosen == null
                ? this
                : new Scheduling(
                        chosen.chosen().handout(),
                        chosen.chosen().delivery(),
                        active,
                        planned,
                        tree,
                        tunesWorkers,
                        knobs,
                        resources,
                        chosen.rest() != null && chosen.rest().isFree() ? chosen.rest() : null);
    }

    /** The same with so many workers at work at first. */
    Scheduling active(int workers) {
        return new Scheduling(handout, delivery, workers, planned, tree, tunesWorkers, knobs, resources, rest);
    }

    /** The same with a tree that is tuned. */
    Scheduling tuned(TunedTree how) {
        return new Scheduling(handout, delivery, active, planned, how, tunesWorkers, knobs, resources, rest);
    }

    /** The same with a number of workers that is tuned. */
    Scheduling tuningWorkers() {
        return new Scheduling(handout, delivery, active, planned, tree, true, knobs, resources, rest);
    }

    /** The same with knobs of the application, of which there is at least one. */
    Scheduling tuned(List<TunerKnob> byKnobs) {
        return new Scheduling(handout, delivery, active, planned, tree, false, byKnobs, resources, rest);
    }

    /** The same with these resources. */
    Scheduling with(Amounts ofRun) {
        return new Scheduling(handout, delivery, active, planned, tree, tunesWorkers, knobs, ofRun, rest);
    }

    /** How a run is simulated. A simulation plans the weights for its own machines. */
    public SimulationTerms simulated() {
        return SimulationTerms.DEFAULT.with(handout).with(delivery).withResources(resources);
    }
}
