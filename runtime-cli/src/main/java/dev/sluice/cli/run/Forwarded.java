package dev.sluice.cli.run;

import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Options of a command as words for the same command elsewhere.
 *
 * @param typed on the command line, in its order
 * @param configured here for options that were not typed
 */
public record Forwarded(List<Word> typed, List<Word> configured) {
    /** No options. */
    public static final Forwarded NONE = new Forwarded(List.of(), List.of());

    /**
     * One option.
     *
     * @param option its longest name
     * @param value null for a flag
     */
    record Word(String option, @Nullable String value) {}

    public Forwarded {
        typed = List.copyOf(typed);
        configured = List.copyOf(configured);
    }

    /** Returns whether an option was typed. */
    boolean isTyped(String option) {
        return typed.stream().anyMatch(word -> word.option.equals(option));
    }

    /** The parts of the hand-out that the user has not given, on the command line or by configuration. */
    PlanHandout.Free free() {
        return new PlanHandout.Free(
                !gives("--policy", ""),
                !gives("--weights", ""),
                !gives("--delivery", "prefetch="),
                !gives("--delivery", "congestion="),
                !gives("--delivery", "setups="));
    }

    private boolean gives(String option, String key) {
        return Stream.concat(typed.stream(), configured.stream())
                .anyMatch(word -> word.option.equals(option)
                        && word.value != null
                        && word.value.toLowerCase(Locale.ROOT).contains(key));
    }

    /** The words for a way to hand units out that the user has not given: of these, the words are forwarded already. */
    List<String> words(Scheduling chosen) {
        PlanHandout.Free free = free();
        Handout handout = chosen.rules().handout();
        DeliveryTerms delivery = chosen.rules().delivery();
        List<String> words = new ArrayList<>();
        if (free.policy() && handout.policy() != PolicyName.DEFAULT) {
            words.add("--policy=" + handout.policy().name());
        }
        if (free.weights() && handout.policy().takesWeights() && handout.weighting() != Weighting.EQUAL) {
            words.add("--weights=" + handout.weighting());
        }
        if (free.prefetch() && handout.prefetch() != SchedulerConfig.AUTO) {
            words.add("--delivery=prefetch=" + handout.prefetch());
        }
        if (free.congestion() && !delivery.congestion().equals(DeliveryTerms.USUAL.congestion())) {
            words.add("--delivery=congestion=" + delivery.congestion());
        }
        if (free.setups() && delivery.setups() != DeliveryTerms.USUAL.setups()) {
            words.add("--delivery=setups=" + delivery.setups());
        }
        return words;
    }

    /** The typed options except these. */
    List<String> typed(Set<String> without) {
        List<String> words = new ArrayList<>();
        for (Word word : typed) {
            if (!without.contains(word.option)) {
                words.add(word.value == null ? word.option : word.option + "=" + word.value);
            }
        }
        return words;
    }

    /** The configured options except these; the other command has another configuration. */
    List<String> configured(Set<String> without) {
        return configured.stream()
                .filter(word -> !without.contains(word.option))
                .map(word -> word.option + "=" + word.value)
                .toList();
    }
}
