package dev.sluice.model.delivery;

import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;

/** The order in which a master sends the setup of a cycle to its workers. */
public enum SetupOrder {
    /** One worker after the other gets the setup, the fastest first. The first ones compute while others wait. */
    IN_TURN,
    /** All workers get the setup at the same time and share the master's port. */
    AT_ONCE;

    /**
     * This order, where the policy gains by it. Workers that begin early compute more units only if the policy lets
     * them: FIXED plans equal ends from equal begins, and FSC needs the first times of all workers for its chunks.
     */
    public SetupOrder with(Policy policy) {
        return policy == PolicyName.FIXED || policy == PolicyName.FSC ? AT_ONCE : this;
    }
}
