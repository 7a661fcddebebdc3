package dev.sluice.cli.foresight;

import dev.sluice.insight.history.Origin;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.KeptResults;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.predict.RunTimeForecast;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.message.InputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Predicts a run: from the file that the run is given, from an earlier prediction of the same application and
 * arguments, or, if the run is not short, from earlier runs. A forecast from earlier runs is shown only if such
 * forecasts have held; it is recorded in any case. Used by the run's thread; simulates on one of its own.
 */
public final class RunForesight implements AutoCloseable {
    /** A run that is over does not wait longer for the prediction that was asked for. */
    private static final long PATIENCE_SECONDS = 2;

    /** A run that takes no longer needs no forecast that nobody has asked for. */
    private static final long SHORT_SECONDS = 5;

    private final ForesightTerms terms;
    private final Consumer<String> news;
    private final @Nullable KeptResults kept;
    private final @Nullable HistoryForecast history;
    private final CompletableFuture<Long> units = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Prediction prediction;
    private volatile boolean shown;
    private final CompletableFuture<ScalingCurve.Point> point = new CompletableFuture<>();

    private RunForesight(
            ForesightTerms terms,
            Consumer<String> news,
            @Nullable Prediction prediction,
            @Nullable KeptResults kept,
            @Nullable HistoryForecast history) {
        this.terms = terms;
        this.news = news;
        this.prediction = prediction;
        this.kept = kept;
        this.history = history;
    }

    /**
     * Throws when the run is given a prediction of something else.
     *
     * @param files of the run
     * @param history consulted where nothing was predicted
     */
    static RunForesight of(
            ForesightTerms terms, Origin origin, InputFiles files, Consumer<String> news, HistoryForecast history) {
        Path file = terms.prediction();
        Prediction told = PredictionStore.of(file, origin).orElse(null);
        if (file == null || told == null) {
            return new RunForesight(terms, news, told, null, told == null ? history : null);
        }
        if (KeptResults.areThere(told)) {
            return new RunForesight(terms, news, told, KeptResults.open(told, PredictedFile.of(files)), null);
        }
        news.accept("the prediction has no stored results; computing all units");
        return new RunForesight(terms, news, told, null, null);
    }

    /** Results that are there before the run begins. */
    public @Nullable KeptResults kept() {
        return kept;
    }

    /** Returns whether workers may join that this command does not start. */
    private boolean open() {
        return terms.kind() == RunKind.LISTEN;
    }

    /** Says what is expected, where it is known who computes. Returns at once. */
    public void begin() {
        HistoryForecast earlier = history;
        boolean nothing = prediction == null && (earlier == null || !earlier.consulted());
        if (nothing || open() || terms.workers().others()) {
            return;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        if (earlier == null) {
                            expect(prediction, true);
                        } else if (isLong()) {
                            expectAsBefore(earlier);
                        }
                    } catch (RuntimeException | Error e) {
                        point.completeExceptionally(e);
                    }
                },
                "sluice-forecast");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits a while, and returns whether the run is still running. */
    private boolean isLong() {
        try {
            over.await(SHORT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return over.getCount() > 0;
    }

    /** Forecasts from earlier runs. Stays silent unless their forecasts have held. */
    private void expectAsBefore(HistoryForecast earlier) {
        boolean held = earlier.hasHeld();
        if (earlier.isKnown(held ? news : line -> {})) {
            prediction = earlier.of(units.join());
            expect(prediction, held);
        }
    }

    private void expect(@Nullable Prediction known, boolean said) {
        if (known == null) {
            return;
        }
        point.complete(forecast(known)
                .local(
                        terms.workers().local(),
                        terms.workers().localSlots(),
                        Runtime.getRuntime().availableProcessors()));
        if (said && over.getCount() > 0) {
            shown = true;
            say(known);
        }
    }

    /** A cycle has so many units. */
    public void cycleBegun(long count) {
        units.complete(count);
    }

    private void say(Prediction known) {
        ScalingCurve.Point expected = point.join();
        news.accept(String.format(
                Locale.ROOT,
                "predicted%s: %.2f s (%.2f to %.2f) with %d slots, limited by %s",
                known.sampled().last() ? "" : " for the first cycle",
                expected.seconds(),
                expected.low(),
                expected.high(),
                terms.workers().local() * terms.workers().localSlots(),
                expected.limit()));
        KeptResults results = kept;
        if (results != null) {
            news.accept(String.format(Locale.ROOT, "reusing %,d results of the prediction", results.count()));
        }
    }

    private RunTimeForecast forecast(Prediction known) {
        RuntimeCosts costs = terms.knownCosts(news).costs();
        return new RunTimeForecast(known, costs, terms.terms(), RunTimeForecast.MOST_SIMULATED, kept != null);
    }

    /** The report with what was expected of the run, what it could have been, and whether that suffices. */
    RunReport concluded(RunReport report, RunProgress progress, RunGain gain) {
        RunReport whole = report.beside(against(report, progress, gain));
        RequiredEfficiency required = terms.required();
        return required == null ? whole : whole.ended(required.judge(whole));
    }

    /** Compares the finished run with the prediction and with the upper bound of the machines. */
    private Expected against(RunReport report, RunProgress progress, RunGain gain) {
        PossibleRate planned = terms.possible();
        double allowed = planned == null ? gain.ratePossible() : planned.rate();
        return new Expected(
                foretold(report, progress),
                allowed > 0 ? allowed : null,
                planned == null ? gain.limit() : planned.why(),
                tree(progress),
                gain.gains(progress));
    }

    private TreeForetold.@Nullable Outcome tree(RunProgress progress) {
        TreeForetold said = terms.tree();
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
        boolean asked = history == null;
        if (!asked && !point.isDone()) {
            return null;
        }
        if (open()) {
            point.complete(forecast(known).point(slots.length, PredictedMachines.joined(slots)));
        }
        ScalingCurve.Point expected;
        try {
            expected = point.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException notSimulated) {
            news.accept("the run could not be simulated: " + notSimulated);
            return null;
        }
        return new Expected.Foretold(
                expected.seconds(),
                expected.low(),
                expected.high(),
                actual,
                firstCycle,
                asked,
                asked || shown,
                kept == null ? 0 : kept.count());
    }

    /** Slots of each worker, without sub-masters that had no workers. */
    private static int[] slots(RunReport report) {
        return report.workers().stream()
                .mapToInt(RunReport.WorkerLine::slots)
                .filter(slots -> slots > 0)
                .toArray();
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        units.cancel(false);
        KeptResults results = kept;
        if (results != null) {
            results.close();
        }
    }
}
