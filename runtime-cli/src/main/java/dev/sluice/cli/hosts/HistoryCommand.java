package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.PromiseRow;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.history.RunRow;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.ForecastScore;
import dev.sluice.json.Json;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.IfKnown;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the runs that are remembered. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = "The latest run comes last. Any SQL tool can read the database (docs/history.md).",
        exitCodeList = {"0:success", "2:usage error", "5:internal error in Sluice"})
final class HistoryCommand implements Callable<Integer> {
    private static final int MOST = 10_000;
    private static final int HOSTS_SHOWN = 30;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    @Parameters(
            arity = "0..1",
            paramLabel = "APPLICATION",
            description = "list runs of this application only: its name, its class, or the beginning of its hash")
    private @Nullable String application;

    @Option(names = "--limit", paramLabel = "N", description = "maximum number of runs (default: ${DEFAULT-VALUE})")
    private int limit = 20;

    @Option(
            names = "--forecasts",
            description = "show, by application and kind of run, how often the interval of a forecast held and how far "
                    + "it was off, instead of the runs")
    private boolean forecasts;

    @Option(
            names = "--promises",
            description = "show how many of the finish times that were asked for were kept, and the latest of them, "
                    + "instead of the runs")
    private boolean promises;

    @Option(names = "--json", description = "print one JSON object (docs/history.schema.json)")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    HistoryCommand() {}

    @Override
    public Integer call() {
        if (limit < 1 || limit > MOST) {
            throw new SluiceException(ErrorCode.USAGE, "--limit: " + limit + " (expected: 1 to " + MOST + ")");
        }
        History history = RunRecord.history(this::say);
        String only = application;
        if (forecasts) {
            return scores(history, ForecastScore.of(EarlierOutcomes.of(history), only == null ? "" : only));
        }
        if (promises) {
            return promises(history, only);
        }
        List<RunRow> latest = history.runs(only == null ? limit : MOST).stream()
                .filter(run -> only == null || run.application().isCalled(only))
                .limit(limit)
                .toList();
        List<RunRow> runs = new ArrayList<>(latest);
        Collections.reverse(runs);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(history, runs, null));
        } else {
            print(out, history, runs);
        }
        out.flush();
        return 0;
    }

    private int promises(History history, @Nullable String only) {
        List<PromiseRow> rows = history.promises().stream()
                .filter(row -> only == null || row.application().isCalled(only))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            List<PromiseRow> latest = rows.subList(0, Math.min(limit, rows.size()));
            out.println(Json.of(new Document("sluice-history-1", history.database(), List.of(), null, latest)));
        } else {
            out.print(PromiseTable.text(rows, limit));
            out.println("database: " + history.database());
        }
        out.flush();
        return 0;
    }

    private int scores(History history, List<ForecastScore> scores) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(history, List.of(), scores));
        } else {
            out.print(ForecastTable.text(scores));
            out.println("database: " + history.database());
        }
        out.flush();
        return 0;
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }

    private static void print(PrintWriter out, History history, List<RunRow> runs) {
        out.print(
                runs.isEmpty()
                        ? "no runs are remembered" + System.lineSeparator()
                        : new Table<RunRow>()
                                .left("started", run -> TIME.format(run.started()))
                                .left("run", RunRow::run)
                                .left("application", run -> run.application().name())
                                .left("hosts", HistoryCommand::hosts)
                                .left("slots", RunRow::slots)
                                .left("units", run -> String.format(Locale.ROOT, "%,d", run.units()))
                                .left("seconds", run -> String.format(Locale.ROOT, "%.2f", run.seconds()))
                                .left("units/s", run -> String.format(Locale.ROOT, "%,.1f", run.unitsPerSecond()))
                                .left(
                                        "end",
                                        run -> run.error().isEmpty()
                                                ? run.outcome()
                                                : run.outcome() + ": " + run.error())
                                .of(runs));
        out.println("database: " + history.database());
    }

    private static String hosts(RunRow run) {
        String[] hosts = run.hosts().split(",", -1);
        return run.hosts().length() <= HOSTS_SHOWN ? run.hosts() : hosts[0] + " and " + (hosts.length - 1) + " more";
    }

    private record Document(
            String schema,
            Path database,
            List<RunRow> runs,
            @IfKnown @Nullable List<ForecastScore> forecasts,
            @IfKnown @Nullable List<PromiseRow> promises) {}

    private static String json(History history, List<RunRow> runs, @Nullable List<ForecastScore> forecasts) {
        return Json.of(new Document("sluice-history-1", history.database(), runs, forecasts, null));
    }
}
