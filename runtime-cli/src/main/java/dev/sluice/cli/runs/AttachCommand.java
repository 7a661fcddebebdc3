package dev.sluice.cli.runs;

import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.cli.config.TypedOptions;
import dev.sluice.cli.option.Columns;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a submitted run as if it ran in this terminal, or waits for runs of any kind without showing them. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the whole output of one run on standard output, and the end of its log and what follows on standard "
                    + "error. Exits with the exit code of the run. Ctrl-C leaves; the run goes on.",
            "With --wait, shows nothing but the end of each run. A run whose master died has not ended while its pool "
                    + "starts it again."
        },
        exitCodeList = {
            "0:the run is complete; with --wait, all runs are",
            "1..255:the exit code of the run; with --wait, of the first run, in the order named, that did not end with 0",
            "2:usage error, no such run, no run is running, several are and none was named, or the run was not"
                    + " submitted",
            "5:internal error in Sluice",
            "130:Ctrl-C, after which the run goes on; or the run was interrupted",
            "137:the master of the run was killed, and no pool starts it again",
            "141:nobody read the output any more"
        })
final class AttachCommand implements Callable<Integer> {
    /** End of the log that is shown first [bytes]; 'sluice logs' has the rest. */
    private static final int LOG_BYTES = 8_192;

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the only running run); several"
                    + " with --wait")
    private List<String> names = List.of();

    @Option(names = "--wait", description = "wait for the end of each run without showing it")
    private boolean wait;

    @Option(
            names = "--json",
            description = "with --wait: print one JSON object with the ended runs (docs/runs.schema.json)")
    private boolean json;

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
        if (!wait) {
            TypedOptions.refuse(spec, "without --wait (expected: attach --wait)", List.of("--json"));
        }
        if (!wait && names.size() > 1) {
            throw new SluiceException(
                    ErrorCode.USAGE, "RUN: " + names.size() + " runs (expected: one to show, or --wait RUN...)");
        }
        Instant now = Instant.now();
        KnownRuns known = KnownRuns.read(RunIndex.ofUser(), now);
        List<KnownRun> runs = names.isEmpty()
                ? List.of(known.onlyRunning(spec.commandLine().getOut()))
                : names.stream()
                        .map(name -> known.named(name, now, spec.commandLine().getErr()))
                        .toList();
        return wait ? await(runs) : show(runs.get(0));
    }

    private int await(List<KnownRun> runs) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<KnownRun> ended = new ArrayList<>();
        for (KnownRun run : runs) {
            KnownRun end = new RunEnding(run.directory()).await(pause, this::say);
            ended.add(end);
            if (!json) {
                out.println(Columns.printable(end.run() + " " + end.words()));
                out.flush();
            }
        }
        if (json) {
            out.println(RunsJson.of(ended));
            out.flush();
        }
        return ended.stream()
                .mapToInt(RunEnding::exitCode)
                .filter(code -> code != 0)
                .findFirst()
                .orElse(0);
    }

    private int show(KnownRun run) throws IOException, InterruptedException {
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
