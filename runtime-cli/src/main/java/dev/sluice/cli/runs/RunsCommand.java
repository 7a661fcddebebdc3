package dev.sluice.cli.runs;

import dev.sluice.cli.option.OptionRange;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the runs of this user, running and finished. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        description = "Shows the runs of this machine, the newest first, with state, progress and the place of the "
                + "report.",
        exitCodeList = {"0:success, also without any run", "2:usage error", "5:internal error in Sluice"})
final class RunsCommand implements Callable<Integer> {
    private static final int MOST = 10_000;
    private static final long PAGES_MILLIS = 4_000;

    @Option(names = "--last", paramLabel = "N", description = "maximum number of runs (default: ${DEFAULT-VALUE})")
    private int last = 20;

    @Option(names = "--all", description = "all runs")
    private boolean all;

    @Option(names = "--running", description = "running runs only")
    private boolean running;

    @Option(names = "--json", description = "print one JSON object (docs/runs.schema.json)")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RunsCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        int most = OptionRange.between("--last", last, 1, MOST);
        if (all && spec.commandLine().getParseResult().hasMatchedOption("--last")) {
            throw new SluiceException(ErrorCode.USAGE, "--all: with --last (expected: only one of the two)");
        }
        KnownRuns known = KnownRuns.read(RunIndex.ofUser(), Instant.now());
        List<KnownRun> found = running ? known.running() : known.all();
        List<KnownRun> shown = withProgress(all ? found : found.subList(0, Math.min(most, found.size())));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(RunsJson.of(shown));
        } else if (shown.isEmpty()) {
            out.println(running ? "no run is running" : "there is no run yet");
        } else {
            out.print(RunsTable.of(shown, Path.of("").toAbsolutePath()));
            if (shown.size() < found.size()) {
                out.println("and " + (found.size() - shown.size()) + " older; --all lists them");
            }
        }
        out.flush();
        return 0;
    }

    /** Asks the pages of running runs how far these are, all at once. A page that does not answer changes nothing. */
    private static List<KnownRun> withProgress(List<KnownRun> runs) throws InterruptedException {
        Map<KnownRun, CompletableFuture<JsonTree>> asked = new LinkedHashMap<>();
        RunPage page = null;
        for (KnownRun run : runs) {
            Optional<RunPage.Address> address = run.isRunning() ? address(run) : Optional.empty();
            if (address.isPresent()) {
                page = page == null ? new RunPage() : page;
                asked.put(run, page.dataSoon(address.get()));
            }
        }
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAGES_MILLIS);
        List<KnownRun> shown = new ArrayList<>();
        for (KnownRun run : runs) {
            shown.add(withProgress(run, asked.get(run), untilNanos));
        }
        return shown;
    }

    private static Optional<RunPage.Address> address(KnownRun run) {
        try {
            return RunPage.of(run.directory());
        } catch (IOException | SluiceException untrusted) {
            return Optional.empty();
        }
    }

    private static KnownRun withProgress(KnownRun run, @Nullable CompletableFuture<JsonTree> answer, long untilNanos)
            throws InterruptedException {
        if (answer == null) {
            return run;
        }
        try {
            long leftNanos = Math.max(0, untilNanos - System.nanoTime());
            PageFields view = PageFields.read(answer.get(leftNanos, TimeUnit.NANOSECONDS));
            return run.at(view.share(), view.view().overview());
        } catch (ExecutionException | TimeoutException | SluiceException | IllegalArgumentException noAnswer) {
            return run;
        }
    }
}
