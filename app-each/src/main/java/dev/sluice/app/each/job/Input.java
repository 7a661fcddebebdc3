package dev.sluice.app.each.job;

import dev.sluice.api.Blob;
import java.util.List;
import java.util.Optional;

/**
 * The input of one command: the unit of the application. Texts are bytes, because file names and arguments need not be
 * UTF-8.
 *
 * @param number 1, 2…, as {@code {#}} shows it
 * @param values one of each input source; with more than one argument per command, the arguments one after the other
 * @param standardInput the block that the command reads with {@code --pipe}
 */
public record Input(long number, List<byte[]> values, Optional<Blob> standardInput) {
    public Input {
        values = List.copyOf(values);
    }
}
