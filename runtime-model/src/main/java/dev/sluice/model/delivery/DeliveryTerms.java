package dev.sluice.model.delivery;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.schedule.Handout;

/**
 * How setups and results travel, as {@code --delivery} says it.
 *
 * @param congestion how many large results may be on their way at once
 * @param setups in which order the workers of each master get the setup of a cycle
 */
public record DeliveryTerms(GrantMode congestion, SetupOrder setups) {
    /** The terms of a run without options. */
    public static final DeliveryTerms USUAL = new DeliveryTerms(GrantMode.ADAPTIVE, SetupOrder.IN_TURN);

    /** The order of setups with this hand-out. */
    public SetupOrder setups(Handout handout) {
        return setups.with(handout.policy());
    }
}
