package dev.sluice.cli.each.input;

import dev.sluice.app.each.template.CommandTerms;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validated inputs of a command line, concluded before anything is read.
 *
 * @param command words in front of the inputs
 * @param link whether all sources go together one with one, the shorter ones again from their start
 * @param shuffled whether commands run in random order
 * @param pipe null: inputs are values
 */
public record InputRequest(
        List<byte[]> command,
        List<ArgumentSource> sources,
        TextFormat format,
        boolean link,
        ArgumentGrouping grouping,
        boolean shuffled,
        @Nullable PipeTerms pipe,
        byte[] placeholder) {
    public InputRequest {
        command = List.copyOf(command);
        sources = List.copyOf(sources);
    }

    /** Tells whether standard input is read. */
    public boolean readsStandardInput() {
        return sources.stream()
                .anyMatch(source -> source instanceof ArgumentSource.Text text && text.isStandardInput());
    }

    /** Tells whether inputs may arrive slowly: they are not in words and files alone. */
    public boolean readsStream() {
        return sources.stream()
                .anyMatch(source -> source instanceof ArgumentSource.Text text
                        && (text.isStandardInput() || !new File(text.file()).isFile()));
    }

    /**
     * Makes the terms of the command.
     *
     * @param names of the values, as {@link InputReading#names} returns them
     */
    public CommandTerms terms(
            List<byte[]> names, List<byte[]> environment, List<byte[]> returned, List<byte[]> returnedIfThere) {
        boolean appended = pipe == null;
        return new CommandTerms(
                command, names, placeholder, grouping.gathering(), appended, environment, returned, returnedIfThere);
    }
}
