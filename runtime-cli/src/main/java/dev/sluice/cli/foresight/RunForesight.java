package dev.sluice.cli.foresight;

import dev.sluice.insight.gain.FigureSources;
import dev.sluice.insight.gain.GainWorker;
import dev.sluice.insight.gain.RunFigures;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.KeptResults;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.Plural;
import dev.sluice.model.simulate.World;
import dev.sluice.net.message.InputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
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
    private final RunOutlook outlook;
    private final DoubleSupplier sinceCommand;
    private final CompletableFuture<Long> units = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CompletableFuture<Optional<MakespanForecast>> forecast = new CompletableFuture<>();
    private volatile @Nullable Prediction prediction;
    private volatile boolean shown;

    /** The figures of the forecast; null until there is one. */
    private volatile @Nullable RunFigures assumed;
    /** True once the simulation has begun, which completes the forecast. */
    private volatile boolean simulating;

    /**
     * Tells what is known of earlier runs.
     *
     * @param forecast from earlier unit times
     * @param sinceCommand time since the command began [s]
     */
    record Earlier(
            ApplicationKey application, History history, HistoryForecast forecast, DoubleSupplier sinceCommand) {}

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
        this.sinceCommand = known.sinceCommand();
        this.outlook = new RunOutlook(terms, application, known.history(), news);
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
        return terms.expected().foretold() == null
                ? terms.planned()
                : terms.expected().foretold();
    }

    /** Results that are there before the run begins. */
    public @Nullable KeptResults kept() {
        return kept;
    }

    // ---- before the run

    /** Says what is expected, where it is known who computes. Returns at once. */
    public void begin() {
        outlook.begun(sinceCommand.getAsDouble());
        HistoryForecast before = earlier;
        MakespanForecast plan = planned();
        if (plan != null) {
            forecast.complete(Optional.of(plan));
            shown = true; // the command that made the plan has said it
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
        if (terms.expected().foretold() != null) {
            return terms.expected().foretold();
        }
        RunPlan plan = terms.planned();
        return plan == null ? null : PlannedForecast.of(plan);
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
        boolean held = outlook.hasHeld(terms.kind());
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
        RunOutlook.Foreseen found = outlook.foreseen(known, kept != null);
        if (found == null) {
            return null;
        }
        assume(known, found.machines());
        return found.forecast();
    }

    /** Keeps the figures of the forecast, to find the one that was wrong. */
    private void assume(Prediction known, @Nullable World machines) {
        if (machines != null) {
            double units = known.sampled().cycle().units() - (kept == null ? 0.0 : kept.count());
            double start = terms.kind() == RunKind.EMBEDDED
                    ? 0
                    : terms.knownCosts(line -> {}).costs().startNanos() / 1e9;
            assumed = FigureSources.assumed(
                    machines,
                    new FigureSources.Work(
                            known.unitCosts(), Math.max(1, known.sampled().cycles()), units, start));
        }
    }

    /** The figures that the forecast assumed; null if there was none. */
    @Nullable
    RunFigures assumed() {
        RunPlan plan = terms.planned();
        return assumed == null && plan != null ? PlannedForecast.figures(plan, outlook.starts()) : assumed;
    }

    /** Share of a unit's time in which it uses its processor. */
    double cpuShare() {
        Prediction known = prediction;
        RunPlan plan = terms.planned();
        return plan != null
                ? plan.plan().costs().cpuShare()
                : known == null ? 1 : known.unitCosts().cpuShare();
    }

    /** A cycle has so many units; the end of one that is open is not foretold. */
    public void cycleBegun(long count, boolean open) {
        if (open) {
            units.cancel(false);
        } else {
            units.complete(count);
        }
    }

    private void say(MakespanForecast expected) {
        shown = true;
        Prediction known = prediction;
        boolean firstCycle = known != null && !known.sampled().whole();
        int slots = terms.local() * terms.workers().localSlots();
        String with = terms.kind() == RunKind.LOCAL || terms.kind() == RunKind.EMBEDDED
                ? " with " + Plural.of(slots, "slot")
                : "";
        List<String> words = new ArrayList<>(List.of("predicted: " + ForetoldTime.of(expected, "", firstCycle) + with));
        words.addAll(expected.words());
        news.accept(String.join("; ", words));
        KeptResults results = kept;
        if (results != null) {
            news.accept("reusing " + Plural.of(results.count(), "result") + " of the prediction");
        }
    }

    // ---- after the run

    /**
     * Tells what a run took, from the command on.
     *
     * @param complete whether all of its units were accepted
     * @param seconds until the end
     * @param firstCycleSeconds until the end of the first cycle; 0 if it did not end
     * @param cycles that it had
     * @param startSeconds until the first slot
     */
    record Took(boolean complete, double seconds, double firstCycleSeconds, int cycles, double startSeconds) {
        /** @param beginSeconds from the command until the master listened; NaN if it is not known [s] */
        static Took of(RunReport report, RunProgress progress, double beginSeconds) {
            Launching launching = report.launching();
            double command = Double.isNaN(beginSeconds) ? 0 : beginSeconds;
            boolean manned = report.figures().units() > 0; // nothing was computed, nothing is compared
            return new Took(
                    report.end().outcome() == RunEnd.Outcome.COMPLETE && manned,
                    Double.isNaN(launching.makespanSeconds())
                            ? report.figures().seconds()
                            : launching.makespanSeconds(),
                    manned && progress.firstCycleNanos() > 0 ? command + progress.firstCycleNanos() / 1e9 : 0,
                    report.figures().cycles(),
                    command + progress.firstSlotNanos() / 1e9);
        }
    }

    /**
     * Tells what was expected of the run, beside what it took; null if nothing was.
     *
     * @param workers those that came, as measured
     */
    Expected.@Nullable Foretold outcome(Took took, List<GainWorker> workers) {
        Prediction known = prediction;
        boolean firstCycle = known == null
                ? took.cycles() > foretoldCycles()
                : !known.sampled().whole();
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
                        outlook.calibration(expected.kind()).bias(),
                        expected.sigma(),
                        expected.startSeconds(),
                        took.startSeconds()));
    }

    /** Number of cycles that the forecast of the plan covers. */
    private int foretoldCycles() {
        MakespanForecast plan = planned();
        return plan == null ? 1 : Math.max(1, plan.cycles());
    }

    /** Tells where the costs of units come from. */
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
            return known == null
                    ? null
                    : outlook.foresight(
                                    known,
                                    kept != null,
                                    StartKnowledge.NOTHING,
                                    terms.kind().word())
                            .busy(slots(workers), terms.kind());
        }
        return earlier == null && known != null ? afterwards(known, workers) : null;
    }

    private @Nullable MakespanForecast afterwards(Prediction known, List<GainWorker> workers) {
        double unitSeconds = known.unitCosts().unitSeconds();
        World came = ForeseenMachines.after(workers, unitSeconds, application, history);
        assume(known, came);
        try {
            return came == null
                    ? null
                    : outlook.foresight(
                                    known,
                                    kept != null,
                                    StartKnowledge.NOTHING,
                                    terms.kind().word())
                            .of(came, terms.kind(), AFTER_NANOS);
        } catch (RuntimeException defect) { // costs the comparison, and not the report
            news.accept("the run could not be simulated: " + defect);
            return null;
        }
    }

    private static int slots(List<GainWorker> workers) {
        return workers.stream().mapToInt(GainWorker::slots).sum();
    }

    /** Tells what was expected of sub-masters, beside what happened. */
    TreeForetold.@Nullable Outcome tree(RunProgress progress) {
        TreeForetold said = terms.expected().tree();
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
