package dev.sluice.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
