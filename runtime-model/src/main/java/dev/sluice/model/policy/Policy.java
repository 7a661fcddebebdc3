package dev.sluice.model.policy;

import dev.sluice.model.Written;
import java.util.List;

/** The policy of a run: one of Sluice's own, or a class of the application. Immutable; equal by name. */
public sealed interface Policy permits PolicyName, OwnPolicy {
    /**
     * The policy of this name. A class of an application is not loaded here, and cannot begin.
     *
     * @throws IllegalArgumentException if it is neither a policy of Sluice nor the name of a class in a package
     */
    @Written
    static Policy of(String name) {
        for (PolicyName each : PolicyName.values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        if (!OwnPolicy.isClass(name)) {
            throw new IllegalArgumentException(
                    "one of " + List.of(PolicyName.values()) + ", or a class of the application");
        }
        return OwnPolicy.of(name);
    }

    /** The word that documents have. */
    @Written
    String word();

    /** The name that users type. */
    String name();

    /** True if the policy works with configured weights. The other policies have their own. */
    boolean takesWeights();

    /** The weights that the policy uses: its own if it has any, else the requested ones. */
    Weighting weighting(Weighting asked);

    /** Creates the rule for one cycle. */
    ChunkPolicy begin();

    /** The policy below a sub-master, which does not load the application. */
    default Policy below() {
        return this;
    }
}
