package dev.sluice.model.simulate.actor;

import dev.sluice.model.schedule.Action;

/** The half of a sub-master that faces its own master. Confined to its run. */
interface Upward {
    /** Results came from a child, and the scheduler has judged them. */
    void returned(Returned what);

    /** The scheduler takes the results of the units [from, to). */
    void accepted(long from, long to);

    /** Nobody below holds the units [from, to) any more. */
    void giveBack(long from, long to);

    /** The scheduler has given a unit up. */
    void givenUp(Action.Quarantine quarantine);

    /** The scheduler's actions are carried out. */
    void applied();
}
