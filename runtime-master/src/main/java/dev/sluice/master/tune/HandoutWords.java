package dev.sluice.master.tune;

import dev.sluice.model.policy.OwnPolicy;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.ChangeHandout;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads an operator's request for another hand-out, and answers it. */
public final class HandoutWords {
    private HandoutWords() {}

    /**
     * The hand-out after the request. Weights that the policy does not take are ignored unless the request names them.
     *
     * @param own loads a policy of the application by the name of its class
     * @throws IllegalArgumentException for a name or value that this build does not know
     */
    public static Handout changed(Handout now, ChangeHandout request, Function<String, Policy> own) {
        Policy policy = request.policy().isEmpty() ? now.policy() : policy(request.policy(), own);
        Weighting weighting = request.weighting().isEmpty() ? now.weighting() : weighting(request.weighting());
        if (!request.weighting().isEmpty() && policy.weighting(weighting) != weighting) {
            throw new IllegalArgumentException("--weights: " + weighting + " with policy " + policy.name()
                    + " (expected: none, or another policy with --policy)");
        }
        return new Handout(
                policy,
                policy.weighting(weighting),
                request.prefetch() == ChangeHandout.UNCHANGED_PREFETCH ? now.prefetch() : request.prefetch(),
                request.speculation() == ChangeHandout.UNCHANGED_SPECULATION
                        ? now.speculation()
                        : request.speculation());
    }

    private static Policy policy(String name, Function<String, Policy> own) {
        Policy named = Policy.typed(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("--policy: " + name + " (expected: " + Policy.expected() + ")"));
        return named instanceof OwnPolicy ? own.apply(name) : named;
    }

    private static Weighting weighting(String name) {
        return Stream.of(Weighting.values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--weights: " + name + " (expected: one of " + List.of(Weighting.values()) + ")"));
    }

    /** Tells why a run cannot take the request; empty if it can. */
    public static String refusal(Handout to, ChangeHandout request, boolean mayCopy) {
        return !mayCopy && request.speculation() > 0
                ? "--speculation: " + to.speculation()
                        + " (expected: 0, as this application accumulates results: no unit may count twice)"
                : "";
    }
}
