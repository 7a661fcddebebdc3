package dev.sluice.cli.each;

import dev.sluice.api.InputFile;
import dev.sluice.app.each.EachSetup;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.cli.run.RunRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validated input of commands that run or are predicted, concluded from options before anything starts.
 *
 * @param verbose whether each command is printed before its output
 * @param quiet whether the summary of failures is left out
 * @param until time by which all commands that begin are to have ended; null: any
 * @param live how commands are printed while they run
 */
record EachTerms(
        EachSetup setup,
        OutputSettings output,
        List<InputFile> files,
        RunRequest request,
        boolean verbose,
        boolean quiet,
        Live live,
        @Nullable Instant until) {}
