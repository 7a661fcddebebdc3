package dev.sluice.cli.run;

import dev.sluice.insight.history.Origin;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.KeptResults;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunTimeForecast;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What is expected of a run that begins, if it has been predicted: by the file that the run is given, or by an earlier
 * prediction of the same application and arguments. Used by the run's thread; simulates on one of its own.
 */
final class RunForecast implements AutoCloseable {
    /** A run that is over does not wait longer for what was expected of it. */
    private static final long PATIENCE_SECONDS = 2;

    private final RunOptions options;
    private final Output output;
    private final @Nullable KeptResults kept;
    private final @Nullable HistoryForecast history;
    private final CompletableFuture<Long> units = new CompletableFuture<>();
    private volatile @Nullable Prediction prediction;
    private final CompletableFuture<ScalingCurve.Point> point = new CompletableFuture<>();

    private RunForecast(
            RunOptions options,
            Output output,
            @Nullable Prediction prediction,
            @Nullable KeptResults kept,
            @Nullable HistoryForecast history) {
        this.options = options;
        this.output = output;
        this.prediction = prediction;
        this.kept = kept;
        this.history = history;
    }

    /**
     * Throws when the run is given a prediction of something else.
     *
     * @param history asked where nothing was predicted
     */
    static RunForecast of(RunOptions options, Origin origin, Output output, HistoryForecast history) {
        Prediction told = PredictionStore.of(options.prediction, origin).orElse(null);
        if (options.prediction == null || told == null) {
            return new RunForecast(options, output, told, null, told == null ? history : null);
        }
        if (KeptResults.areThere(told)) {
            return new RunForecast(options, output, told, KeptResults.open(told), null);
        }
        output.say("no results of the prediction are kept; all units are computed");
        return new RunForecast(options, output, told, null, null);
    }

    /** Results that are there before the run begins. */
    @Nullable
    KeptResults kept() {
        return kept;
    }

    /** Says what is expected, where it is known who computes. Returns at once. */
    void begin() {
        boolean nothing = prediction == null && (history == null || options.wantsOthers());
        if (nothing || options.listen != null || options.wantsOthers()) {
            return;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        Prediction known = known();
                        if (known == null) {
                            return;
                        }
                        RunTimeForecast forecast = forecast(known);
                        point.complete(forecast.local(
                                options.localWorkers(),
                                options.slotsEach(),
                                Runtime.getRuntime().availableProcessors()));
                        say(known);
                    } catch (RuntimeException | Error e) {
                        point.completeExceptionally(e);
                    }
                },
                "sluice-forecast");
        thread.setDaemon(true);
        thread.start();
    }

    /** A cycle has so many units. */
    void cycleBegun(long count) {
        units.complete(count);
    }

    /** What was predicted, or else what the history says as soon as it is known how many units there are. */
    private @Nullable Prediction known() {
        Prediction known = prediction;
        HistoryForecast asked = history;
        if (known == null && asked != null && asked.isKnown(output::say)) {
            known = asked.of(units.join());
            prediction = known;
        }
        return known;
    }

    private void say(Prediction known) {
        ScalingCurve.Point expected = point.join();
        output.say(String.format(
                Locale.ROOT,
                "predicted%s: %.2f s (%.2f to %.2f) with %d slots, limited by %s",
                known.sampled().last() ? "" : " for the first cycle",
                expected.seconds(),
                expected.low(),
                expected.high(),
                options.localWorkers() * options.slotsEach(),
                expected.limit()));
        KeptResults results = kept;
        if (results != null) {
            output.say(String.format(Locale.ROOT, "%,d results of the prediction are taken over", results.count()));
        }
    }

    private RunTimeForecast forecast(Prediction known) {
        RuntimeCosts costs = options.knownCosts(output::say).costs();
        return new RunTimeForecast(known, costs, options.simulated(), RunTimeForecast.MOST_SIMULATED, kept != null);
    }

    /** What became of it, and what the machines would have allowed; after the run. */
    Expected against(RunReport report, RunProgress progress, long acceptNanos) {
        return new Expected(
                foretold(report, progress), allowed(report, acceptNanos), why(report, acceptNanos), tree(progress));
    }

    private TreeForetold.@Nullable Outcome tree(RunProgress progress) {
        TreeForetold said = options.foretold();
        long first = units.isDone() && !units.isCancelled() ? units.join() : 0;
        return said == null ? null : said.outcome(first, progress.firstCycleNanos() / 1e9);
    }

    private Expected.@Nullable Foretold foretold(RunReport report, RunProgress progress) {
        Prediction known = prediction;
        if (known == null) {
            return null;
        }
        boolean firstCycle = !known.sampled().last();
        double actual =
                firstCycle ? progress.firstCycleNanos() / 1e9 : report.figures().seconds();
        boolean whole = report.end().outcome() == RunEnd.Outcome.COMPLETE;
        if (actual <= 0 || !firstCycle && !whole || report.workers().isEmpty()) {
            return null;
        }
        int[] slots = slots(report);
        if (slots.length == 0) {
            return null;
        }
        if (options.listen != null) {
            point.complete(forecast(known).point(slots.length, PredictedMachines.joined(slots)));
        }
        ScalingCurve.Point expected;
        try {
            expected = point.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException notSimulated) {
            output.say("the run could not be simulated: " + notSimulated);
            return null;
        }
        return new Expected.Foretold(
                expected.seconds(),
                expected.low(),
                expected.high(),
                actual,
                firstCycle,
                kept == null ? 0 : kept.count());
    }

    private @Nullable Double allowed(RunReport report, long acceptNanos) {
        if (options.possible != null) {
            return options.possibleRate();
        }
        FlowSolution flow = flow(report, acceptNanos);
        return flow == null ? null : flow.rate();
    }

    private String why(RunReport report, long acceptNanos) {
        if (options.possible != null) {
            return options.possible.replaceFirst("^\\S+ ", "");
        }
        FlowSolution flow = flow(report, acceptNanos);
        if (flow != null) {
            return flow.limits().stream().anyMatch(limit -> limit.kind() == Limit.Kind.MASTER)
                    ? "limited by the master, which accepts results"
                    : "limited by the slots, which compute";
        }
        return options.listen != null
                ? "the network between the master and workers of other machines is not known"
                : "no unit was computed";
    }

    /** Local workers alone: between them and the master there is no link to limit anything. */
    private @Nullable FlowSolution flow(RunReport report, long acceptNanos) {
        double computeSeconds = report.workers().stream()
                .mapToDouble(RunReport.WorkerLine::compute)
                .sum();
        long units = report.counters().accepted();
        int[] slots = slots(report);
        if (options.listen != null || units == 0 || computeSeconds <= 0 || slots.length == 0) {
            return null;
        }
        UnitCosts costs = new UnitCosts(computeSeconds / units, acceptNanos / 1e9 / units, 0, 0, 0);
        return Placement.solve(PredictedMachines.joined(slots).view(), costs).solution(0);
    }

    /** Of each worker; a sub-master below which nobody was has none. */
    private static int[] slots(RunReport report) {
        return report.workers().stream()
                .mapToInt(RunReport.WorkerLine::slots)
                .filter(slots -> slots > 0)
                .toArray();
    }

    @Override
    public void close() throws IOException {
        units.cancel(false);
        KeptResults results = kept;
        if (results != null) {
            results.close();
        }
    }
}
