package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.insight.history.RunIndex;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Waits for runs to end. */
@Command(
        name = "wait",
        mixinStandardHelpOptions = true,
        description =
                "Waits until runs have ended, and exits with their exit code. A run whose master died has not ended "
                        + "while its pool starts it again.",
        exitCodeList = {
            "0:all runs are complete",
            "1..255:the exit code of the first run, in the order named, that did not end with 0",
            "137:the master of that run was killed",
            "2:usage error, no such run, no run is running, or several are and none was named",
            "5:internal error in Sluice"
        })
public final class WaitCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the only running run)")
    private List<String> names = List.of();

    @Option(names = "--json", description = "print one JSON object with the ended runs (docs/runs.schema.json)")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Pause pause;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    WaitCommand() {
        this(Pause.real());
    }

    @SuppressWarnings("NullAway.Init") // picocli sets them
    WaitCommand(Pause pause) {
        this.pause = pause;
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<KnownRun> ended = new ArrayList<>();
        for (KnownRun run : named(out)) {
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

    private List<KnownRun> named(PrintWriter out) {
        Instant now = Instant.now();
        KnownRuns known = KnownRuns.read(RunIndex.ofUser(), now);
        return names.isEmpty()
                ? List.of(known.onlyRunning(out))
                : names.stream()
                        .map(name -> known.named(name, now, spec.commandLine().getErr()))
                        .toList();
    }

    private void say(String line) {
        spec.commandLine().getErr().println("sluice: " + line);
        spec.commandLine().getErr().flush();
    }
}
