package dev.sluice.app.each.template;

import java.util.List;
import java.util.Optional;

/**
 * A command with replacement strings, as the user typed it. Text is bytes, because arguments need not be UTF-8.
 *
 * @param words none: each input is a line for the shell; one: a line for the shell; several: program and arguments,
 *     which no shell reads
 * @param names of the values, in their order; {@code {name}} stands for one of them
 * @param placeholder what stands for all values, {@code {}} unless {@code -I} says otherwise
 * @param gathering how a word takes several values
 * @param appended whether the values follow as last arguments where the words have no replacement string
 * @param environment NAME=VALUE with replacement strings
 * @param returned names of files with replacement strings
 * @param returnedIfThere the same of files that may be missing
 */
public record CommandTerms(
        List<byte[]> words,
        List<byte[]> names,
        byte[] placeholder,
        Gathering gathering,
        boolean appended,
        List<byte[]> environment,
        List<byte[]> returned,
        List<byte[]> returnedIfThere) {
    public CommandTerms {
        words = List.copyOf(words);
        names = List.copyOf(names);
        environment = List.copyOf(environment);
        returned = List.copyOf(returned);
        returnedIfThere = List.copyOf(returnedIfThere);
        if (placeholder.length == 0) {
            throw new TemplateException("-I: ''", "text that stands for the values, such as {}");
        }
    }

    /** Makes the terms of a command alone. */
    public static CommandTerms of(List<byte[]> words) {
        return new CommandTerms(
                words, List.of(), new byte[] {'{', '}'}, Gathering.JOINED, true, List.of(), List.of(), List.of());
    }

    /** Returns the only word if there is one: a line for the shell. */
    Optional<byte[]> line() {
        return words.size() == 1 ? Optional.of(words.get(0)) : Optional.empty();
    }
}
