package dev.sluice.app.each.job;

import dev.sluice.api.Blob;
import java.util.List;
import java.util.Optional;

/**
 * A command with all replacement strings replaced, ready to start.
 *
 * @param words program and arguments, none of which a shell reads; with {@code shell}, one word: the line for the shell
 * @param environment NAME=VALUE in addition to the worker's environment
 * @param standardInput empty: nothing to read
 * @param returned files that the command leaves in its directory and that come back, relative to it; directories, and
 *     patterns as of a shell, too
 * @param returnedIfThere the same, and one that is missing is no failure
 */
public record Command(
        List<byte[]> words,
        boolean shell,
        List<byte[]> environment,
        Optional<Blob> standardInput,
        List<byte[]> returned,
        List<byte[]> returnedIfThere) {
    public Command {
        words = List.copyOf(words);
        environment = List.copyOf(environment);
        returned = List.copyOf(returned);
        returnedIfThere = List.copyOf(returnedIfThere);
    }

    public Command(
            List<byte[]> words,
            boolean shell,
            List<byte[]> environment,
            Optional<Blob> standardInput,
            List<byte[]> returned) {
        this(words, shell, environment, standardInput, returned, List.of());
    }
}
