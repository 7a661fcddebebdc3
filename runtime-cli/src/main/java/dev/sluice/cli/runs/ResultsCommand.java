package dev.sluice.cli.runs;

import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.cli.option.Columns;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the output of a submitted run that has ended. */
@Command(
        name = "results",
        mixinStandardHelpOptions = true,
        description =
                "Prints what a submitted run printed on standard output, byte for byte. A run that did not end well "
                        + "has a part of its output, and the exit code tells.",
        exitCodeList = {
            "0:the run is complete, and its output was printed",
            "1..6,130,137,143:the exit code of the run, as of 'sluice wait'; what it printed was printed",
            "2:usage error, no such run, or it was not submitted",
            "4:the run has not ended; nothing was printed",
            "5:internal error in Sluice",
            "141:nobody read the output any more"
        })
public final class ResultsCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the newest run)")
    private @Nullable String name;

    @Spec
    private CommandSpec spec;

    private final OutputStream out;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ResultsCommand() {
        this(OutputContext.standardOutput());
    }

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ResultsCommand(OutputStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        Instant now = Instant.now();
        KnownRun run = KnownRuns.read(RunIndex.ofUser(), now)
                .named(name, now, spec.commandLine().getErr());
        SubmittedFiles files = new SubmittedFiles(run.directory());
        files.demand(run);
        RunEnding ending = new RunEnding(run.directory());
        KnownRun seen = ending.look();
        if (!ending.hasCome(seen)) {
            throw new SluiceException(
                    ErrorCode.RUN_NOT_OVER,
                    "run: " + Columns.printable(run.run()) + ": it has not ended (expected: an ended run)");
        }
        int code = RunEnding.exitCode(seen);
        try {
            new FileTail(files.output()).copyTo(out);
        } catch (ClosedOutputException closed) {
            return ClosedOutputException.EXIT_CODE;
        }
        if (code != 0) {
            String note = seen.note().isEmpty() ? "" : ": " + seen.note();
            spec.commandLine().getErr().println("sluice: " + Columns.printable(seen.run() + " " + seen.words() + note));
            spec.commandLine().getErr().flush();
        }
        return code;
    }
}
