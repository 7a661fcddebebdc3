package dev.sluice.cli.runs;

import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.insight.history.RunIndex;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a submitted run as if it ran in this terminal. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        description =
                "Shows a submitted run in this terminal until it ends: its whole output on standard output, and the"
                        + " end of its log and what follows on standard error. Exits with the exit code of the run. Ctrl-C"
                        + " leaves; the run goes on.",
        exitCodeList = {
            "0:the run is complete",
            "1..6,143:the exit code of the run",
            "2:usage error, no such run, no run is running, several are and none was named, or the run was not"
                    + " submitted",
            "5:internal error in Sluice",
            "130:Ctrl-C, after which the run goes on; or the run was interrupted",
            "137:the master of the run was killed, and no pool starts it again",
            "141:nobody read the output any more"
        })
public final class AttachCommand implements Callable<Integer> {
    /** End of the log that is shown first [bytes]; 'sluice logs' has the rest. */
    private static final int LOG_BYTES = 8_192;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the only running run)")
    private @Nullable String name;

    @Spec
    private CommandSpec spec;

    private final Pause pause;
    private final OutputStream out;
    private final OutputStream err;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    AttachCommand() {
        this(Pause.real(), OutputContext.standardOutput(), OutputContext.standardError());
    }

    @SuppressWarnings("NullAway.Init") // picocli sets them
    AttachCommand(Pause pause, OutputStream out, OutputStream err) {
        this.pause = pause;
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Instant now = Instant.now();
        KnownRuns known = KnownRuns.read(RunIndex.ofUser(), now);
        KnownRun run = name == null
                ? known.onlyRunning(spec.commandLine().getOut())
                : known.named(name, now, spec.commandLine().getErr());
        SubmittedFiles files = new SubmittedFiles(run.directory());
        files.demand(run);
        FileTail output = new FileTail(files.output());
        FileTail log = new FileTail(files.log());
        log.skipTo(LOG_BYTES);
        RunEnding ending = new RunEnding(run.directory());
        try {
            while (true) {
                KnownRun seen = ending.look(); // before the files: what was printed before the end is copied
                log.copyTo(err);
                output.copyTo(out);
                if (ending.hasCome(seen)) {
                    return RunEnding.exitCode(seen);
                }
                ending.tellOfLoss(seen, this::say);
                pause.pause();
            }
        } catch (ClosedOutputException closed) {
            return ClosedOutputException.EXIT_CODE;
        }
    }

    private void say(String line) {
        try {
            err.write(("sluice: " + line + "\n").getBytes(StandardCharsets.UTF_8));
            err.flush();
        } catch (IOException closed) {
            // the next copy of the log notices it
        }
    }
}
