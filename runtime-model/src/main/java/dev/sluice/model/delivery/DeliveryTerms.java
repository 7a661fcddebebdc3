package dev.sluice.model.delivery;

import dev.sluice.model.collect.GrantMode;

/**
 * How setups and results travel, as {@code --delivery} says it.
 *
 * @param congestion how many large results may be on their way at once
 * @param setups in which order the workers of each master get the setup of a cycle
 */
public record DeliveryTerms(GrantMode congestion, SetupOrder setups) {
    /** As a run without options has it. */
    public static final DeliveryTerms USUAL = new DeliveryTerms(GrantMode.ADAPTIVE, SetupOrder.IN_TURN);

    /** The same with this mode of grants. */
    public DeliveryTerms with(GrantMode other) {
        return new DeliveryTerms(other, setups);
    }

    /** The same with this order of setups. */
    public DeliveryTerms with(SetupOrder other) {
        return new DeliveryTerms(congestion, other);
    }
}
