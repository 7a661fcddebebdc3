package dev.sluice.model.delivery;

import dev.sluice.model.Amounts;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;

/**
 * The rules by which a run divides its work, in real time and in a simulation.
 *
 * @param handout how units are handed out at first; accumulated units are not copied
 * @param delivery how setups and results travel
 * @param planned expected times of units by host, for {@link Weighting#PLANNED}
 * @param resources of the run, which all its units divide
 */
public record RunRules(Handout handout, DeliveryTerms delivery, PlannedWeights planned, Amounts resources) {
    /** The rules of a run without options. */
    public static final RunRules USUAL =
            new RunRules(Handout.DEFAULT, DeliveryTerms.USUAL, PlannedWeights.NONE, Amounts.NONE);

    /** The same with this hand-out. */
    public RunRules with(Handout other) {
        return new RunRules(other, delivery, planned, resources);
    }

    /** The same with this way of setups and results. */
    public RunRules with(DeliveryTerms other) {
        return new RunRules(handout, other, planned, resources);
    }

    /** The same with these weights. */
    public RunRules with(PlannedWeights other) {
        return new RunRules(handout, delivery, other, resources);
    }

    /** The same with these resources. */
    public RunRules with(Amounts other) {
        return new RunRules(handout, delivery, planned, other);
    }
}
