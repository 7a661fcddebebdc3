package dev.sluice.model.policy;

import dev.sluice.model.Written;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The policy of a run: one of Sluice's own, or a class of the application. Immutable; equal by name. */
public sealed interface Policy permits PolicyName, OwnPolicy {
    /** The names that there are, for a message. */
    static String expected() {
        return "one of " + List.of(PolicyName.values())
                + ", or a class of the application's jar such as com.example.Halves";
    }

    /** The policy that a user typed, in any case, or of a class, which is not loaded; empty if it is neither. */
    static Optional<Policy> typed(String name) {
        return Stream.<Policy>of(PolicyName.values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findAny()
                .or(() -> OwnPolicy.isClass(name) ? Optional.of(OwnPolicy.of(name)) : Optional.empty());
    }

    /** The policy of exactly this name, as programs write it; empty if there is none. */
    static Optional<Policy> named(String name) {
        return typed(name).filter(policy -> policy.name().equals(name));
    }

    /** @throws IllegalArgumentException if there is no policy of exactly this name */
    @Written
    static Policy of(String name) {
        return named(name).orElseThrow(() -> new IllegalArgumentException(expected()));
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
