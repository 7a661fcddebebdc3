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
 * @param returned files that the command leaves in its directory and that come back, relative to it
 */
public record Command(
        List<byte[]> words,
        boolean shell,
        List<byte[]> environment,
        Optional<Blob> standardInput,
        List<byte[]> returned) {
    public Command {
        words = List.copyOf(words);
        environment = List.copyOf(environment);
        returned = List.copyOf(returned);
    }
}
