package dev.sluice.cli.foresight;

import dev.sluice.insight.gain.GainWorker;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.KeptResults;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.predict.SimulatedForesight;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.net.message.InputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Predicts a run: as its plan says, or by simulation of units as a file, an earlier prediction or, if the run is not
 * short, earlier runs give them. Machines that are not known before the run are those that came; the forecast is made
 * at the end then. A forecast from earlier runs is shown only if such forecasts have held; it is recorded in any case.
 * Used by the run's thread; simulates on one of its own.
 */
public final class RunForesight implements AutoCloseable {
    /** A run that is over waits no longer for a simulation that is running [ms]. */
    private static final long PATIENCE_MILLIS = 1_000;

    /** A run that takes no longer needs no forecast that nobody has asked for. */
    private static final long SHORT_SECONDS = 5;

    /** Processor time for the simulation of a run that is over [ns]. */
    private static final long AFTER_NANOS = 200_000_000;

    private final ForesightTerms terms;
    private final ApplicationKey application;
    private final Consumer<String> news;
    private final @Nullable KeptResults kept;
    private final @Nullable HistoryForecast earlier;
    private final @Nullable History history;
    private final EarlierOutcomes outcomes;
    private final CompletableFuture<Long> units = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CompletableFuture<Optional<MakespanForecast>> forecast = new CompletableFuture<>();
    private volatile @Nullable Prediction prediction;
    private volatile boolean shown;
    /** True once the simulation has begun, which completes the forecast. */
    private volatile boolean simulating;

    /**
     * What is known of earlier runs.
     *
     * @param forecast from earlier unit times
     */
    record Earlier(ApplicationKey application, History history, HistoryForecast forecast) {}

    private RunForesight(
            ForesightTerms terms,
            Earlier known,
            @Nullable Prediction prediction,
            @Nullable KeptResults kept,
            Consumer<String> news) {
        this.terms = terms;
        this.application = known.application();
        this.news = news;
        this.prediction = prediction;
        this.kept = kept;
        this.earlier = prediction == null && planned(terms) == null ? known.forecast() : null;
        this.history = terms.history() ? known.history() : null;
        this.outcomes = terms.history() ? EarlierOutcomes.of(known.history()) : EarlierOutcomes.NONE;
    }

    /**
     * Throws when the run is given a prediction of something else.
     *
     * @param files of the run
     * @param known consulted where nothing was predicted
     */
    static RunForesight of(
            ForesightTerms terms, Origin origin, InputFiles files, Consumer<String> news, Earlier known) {
        Path file = terms.prediction();
        Prediction told = PredictionStore.of(file, origin).orElse(null);
        KeptResults kept = null;
        if (file != null && told != null) {
            if (KeptResults.areThere(told)) {
                kept = KeptResults.open(told, PredictedFile.of(files));
            } else {
                news.accept("the prediction has no stored results; computing all units");
            }
        }
        return new RunForesight(terms, known, told, kept, news);
    }

    private static @Nullable Object planned(ForesightTerms terms) {
        return terms.foretold() == null ? terms.planned() : terms.foretold();
    }

    /** Results that are there before the run begins. */
    public @Nullable KeptResults kept() {
        return kept;
    }

    // ---- before the run

    /** Says what is expected, where it is known who computes. Returns at once. */
    public void begin() {
        HistoryForecast before = earlier;
        MakespanForecast plan = planned();
        if (plan != null) {
            forecast.complete(Optional.of(plan));
            say(plan);
            return;
        }
        boolean nothing = prediction == null && (before == null || !before.consulted());
        if (nothing || planned(terms) != null || !terms.kind().knowsMachines()) {
            return;
        }
        simulating = before == null;
        Thread thread = new Thread(() -> foresee(before), "sluice-forecast");
        thread.setDaemon(true);
        thread.start();
    }

    private @Nullable MakespanForecast planned() {
        if (terms.foretold() != null) {
            return terms.foretold();
        }
        return terms.planned() == null ? null : PlannedForecast.of(terms.planned());
    }

    private void foresee(@Nullable HistoryForecast before) {
        try {
            if (before == null) {
                expect(prediction, true);
            } else if (isLong()) {
                expectAsBefore(before);
            }
        } catch (RuntimeException | Error e) {
            forecast.completeExceptionally(e);
        }
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
    private void expectAsBefore(HistoryForecast before) {
        boolean held = outcomes.hasHeld(application, terms.kind());
        if (before.isKnown(held ? news : line -> {})) {
            prediction = before.of(units.join());
            expect(prediction, held);
        }
    }

    private void expect(@Nullable Prediction known, boolean said) {
        if (known == null) {
            return;
        }
        simulating = true;
        Optional<MakespanForecast> found = Optional.ofNullable(simulated(known));
        forecast.complete(found);
        if (said && over.getCount() > 0) {
            found.ifPresent(this::say);
        }
    }

    /** The forecast before the run; null if the machines are not known. */
    private @Nullable MakespanForecast simulated(Prediction known) {
        RunKind kind = terms.kind();
        if (kind == RunKind.LOCAL || kind == RunKind.EMBEDDED) {
            return foresight(known)
                    .here(
                            terms.workers().local(),
                            terms.workers().localSlots(),
                            Runtime.getRuntime().availableProcessors(),
                            kind);
        }
        double unitSeconds = known.unitCosts().unitSeconds();
        ForeseenMachines machines = ForeseenMachines.before(terms.workers(), unitSeconds, application, history);
        return machines == null
                ? null
                : foresight(known)
                        .of(machines.machines(), machines.startSeconds(), kind, SimulatedForesight.USUAL_NANOS);
    }

    private SimulatedForesight foresight(Prediction known) {
        return new SimulatedForesight(
                known, terms.knownCosts(news).costs(), terms.terms(), kept != null, this::calibration);
    }

    private Calibration calibration(RunKind kind) {
        return outcomes.calibration(application, kind);
    }

    /** A cycle has so many units. */
    public void cycleBegun(long count) {
        units.complete(count);
    }

    private void say(MakespanForecast expected) {
        shown = true;
        Prediction known = prediction;
        boolean firstCycle = known != null && !known.sampled().last();
        int slots = terms.workers().local() * terms.workers().localSlots();
        String with =
                terms.kind() == RunKind.LOCAL || terms.kind() == RunKind.EMBEDDED ? " with " + slots + " slots" : "";
        String start = expected.startSeconds() < 1
                ? ""
                : String.format(Locale.ROOT, ", of which %.1f s until workers compute", expected.startSeconds());
        news.accept(String.format(
                Locale.ROOT,
                "predicted%s: %.2f s (%.2f to %.2f)%s%s, %s",
                firstCycle ? " for the first cycle" : "",
                expected.seconds(),
                expected.low(),
                expected.high(),
                with,
                start,
                expected.words().isEmpty() ? "as planned" : String.join("; ", expected.words())));
        KeptResults results = kept;
        if (results != null) {
            news.accept(String.format(Locale.ROOT, "reusing %,d results of the prediction", results.count()));
        }
    }

    // ---- after the run

    /**
     * What a run took.
     *
     * @param complete whether all of its units were accepted
     * @param seconds of the run
     * @param firstCycleSeconds until the end of the first cycle; 0 if it did not end
     * @param cycles that it had
     * @param startSeconds until the first slot
     */
    record Took(boolean complete, double seconds, double firstCycleSeconds, int cycles, double startSeconds) {
        static Took of(RunReport report, RunProgress progress) {
            return new Took(
                    report.end().outcome() == RunEnd.Outcome.COMPLETE
                            && !report.workers().isEmpty(),
                    report.figures().seconds(),
                    report.workers().isEmpty() ? 0 : progress.firstCycleNanos() / 1e9,
                    report.figures().cycles(),
                    progress.firstSlotNanos() / 1e9);
        }
    }

    /**
     * What was expected of the run, beside what it took; null if nothing was.
     *
     * @param workers those that came, as measured
     */
    Expected.@Nullable Foretold outcome(Took took, List<GainWorker> workers) {
        Prediction known = prediction;
        boolean firstCycle =
                known == null ? took.cycles() > 1 : !known.sampled().last();
        double actual = firstCycle ? took.firstCycleSeconds() : took.seconds();
        if (actual <= 0 || !firstCycle && !took.complete()) {
            return null;
        }
        MakespanForecast expected = made(workers);
        if (expected == null) {
            return null;
        }
        boolean asked = earlier == null;
        return new Expected.Foretold(
                expected.seconds(),
                expected.low(),
                expected.high(),
                actual,
                firstCycle,
                asked,
                asked || shown,
                kept == null ? 0 : kept.count(),
                new Expected.Basis(
                        expected.kind().word(),
                        source(),
                        calibration(expected.kind()).bias(),
                        expected.sigma(),
                        expected.startSeconds(),
                        took.startSeconds()));
    }

    /** Where the costs of units come from. */
    private String source() {
        if (planned(terms) != null) {
            return "a plan";
        }
        return earlier != null
                ? EarlierOutcomes.FROM_HISTORY
                : terms.prediction() != null ? "a prediction file" : "a sample";
    }

    /** The forecast that was made before the run, or that is made now with the workers that came. */
    private @Nullable MakespanForecast made(List<GainWorker> workers) {
        Prediction known = prediction;
        try {
            Optional<MakespanForecast> before = simulating
                    ? forecast.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    : forecast.getNow(Optional.empty());
            if (before.isPresent()) {
                return before.get();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | CompletionException failed) {
            news.accept("the run could not be simulated: " + failed.getCause());
            return null;
        } catch (TimeoutException slow) {
            return known == null ? null : foresight(known).busy(slots(workers), terms.kind());
        }
        return earlier == null && known != null ? afterwards(known, workers) : null;
    }

    private @Nullable MakespanForecast afterwards(Prediction known, List<GainWorker> workers) {
        double unitSeconds = known.unitCosts().unitSeconds();
        ForeseenMachines came = ForeseenMachines.after(workers, unitSeconds, application, history);
        try {
            return came == null
                    ? null
                    : foresight(known).of(came.machines(), came.startSeconds(), terms.kind(), AFTER_NANOS);
        } catch (RuntimeException defect) { // costs the comparison, and not the report
            news.accept("the run could not be simulated: " + defect);
            return null;
        }
    }

    private static int slots(List<GainWorker> workers) {
        return workers.stream().mapToInt(GainWorker::slots).sum();
    }

    /** What was expected of sub-masters, beside what happened. */
    TreeForetold.@Nullable Outcome tree(RunProgress progress) {
        TreeForetold said = terms.tree();
        long first = units.isDone() && !units.isCancelled() ? units.join() : 0;
        return said == null ? null : said.outcome(first, progress.firstCycleNanos() / 1e9);
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
