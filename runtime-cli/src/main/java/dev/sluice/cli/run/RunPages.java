package dev.sluice.cli.run;

import dev.sluice.cli.foresight.RunGain;
import dev.sluice.cli.page.LivePage;
import dev.sluice.cli.page.PageJson;
import dev.sluice.cli.page.PageTerms;
import dev.sluice.cli.page.ReportPage;
import dev.sluice.cli.page.ViewSource;
import dev.sluice.cli.runs.StalePages;
import dev.sluice.cli.trace.RunTraces;
import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainMeasurement;
import dev.sluice.insight.gain.GainResult;
import dev.sluice.insight.gain.RunGains;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunEnd;
import dev.sluice.master.report.PromiseWatch;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.record.RunView;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The page of a run: live while the run is running, and {@code report.html} at its end. Methods name the thread that
 * may call them.
 */
final class RunPages {
    /** Age of a run that is not short [s]; the model's classes are loaded then. */
    private static final long PREPARE_SECONDS = 3;

    /** Time between two forecasts of the end [s]. */
    private static final long FORECAST_SECONDS = 2;

    /** Forecasts between two computations of what the run could be. */
    private static final int FORECASTS = 5;

    /** A loop that does not answer within this time costs the figures of the last view [s]. */
    private static final long CONCLUDE_SECONDS = 2;

    /** The model computes for at most one hundredth of the time. */
    private static final long MODEL_SHARE = 100;

    private final RunCore core;
    private final RunViews views;
    private final RunTraces traces;
    private volatile @Nullable RunView last;

    /** Views wait for it; while the run is running it is complete. */
    private volatile CompletableFuture<?> concluded = CompletableFuture.completedFuture(null);

    RunPages(RunCore core, RunViews views, RunTraces traces) {
        this.core = core;
        this.views = views;
        this.traces = traces;
    }

    /** Records what the planner decided, a line each. The run's thread. */
    void planned(@Nullable RunPlan plan) {
        List<String> words = plan == null ? List.of() : plan.words();
        core.loop().execute(() -> words.forEach(line -> core.recording().planned(line.replaceFirst("^plan: ", ""))));
    }

    /** Watches this promise. On the master loop. */
    void watch(PromiseWatch promise) {
        views.watch(promise);
    }

    /** Begins the live page. The run's thread. */
    LivePage start(PageTerms asked, RunDirectory directory, Consumer<String> news) {
        return LivePage.start(
                asked,
                this::views,
                new LivePage.UrlFile(directory.pageFile(), core.settings().run().text()),
                news);
    }

    private CompletableFuture<ViewSource.Views> views(long since, boolean whole) {
        return concluded.thenCompose(any -> core.loop().ask(() -> {
            RunView change = since == ViewSource.NOTHING ? null : views.now(since);
            return new ViewSource.Views(change, whole ? views.now(0) : null);
        }));
    }

    /**
     * Forecasts the end, and computes what the run could be, now and then until it ends; on a thread of its own.
     *
     * @param measured takes the measurements of the run; called on the master loop
     */
    void followUntil(CompletableFuture<?> end, Supplier<GainInput> measured) {
        Thread thread = new Thread(() -> follow(end, measured), "sluice-gain");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(CompletableFuture<?> end, Supplier<GainInput> measured) {
        if (hasEnded(end, PREPARE_SECONDS)) {
            return;
        }
        StalePages.sweep();
        RunGains.prepare();
        long rest = 0;
        for (int i = 0; !hasEnded(end, FORECAST_SECONDS); i++) {
            core.loop().execute(views::forecast);
            if (i % FORECASTS == 0 && System.nanoTime() >= rest) {
                long from = System.nanoTime();
                expect(end, measured);
                rest = System.nanoTime() + MODEL_SHARE * (System.nanoTime() - from);
            }
        }
    }

    private void expect(CompletableFuture<?> end, Supplier<GainInput> measured) {
        CompletableFuture<Optional<GainInput>> input =
                core.loop().ask(() -> GainMeasurement.tooLarge(core) ? Optional.empty() : Optional.of(measured.get()));
        try {
            CompletableFuture.anyOf(input, end).get();
            if (input.isDone() && input.get().isPresent()) {
                GainResult found = RunGains.of(input.get().get(), RunGains.LIVE_NANOS);
                views.expect(RunGain.expectation(found));
            }
        } catch (RuntimeException | ExecutionException | InterruptedException defect) {
            // a defect of the model costs these figures only; the report names it
        }
    }

    private static boolean hasEnded(CompletableFuture<?> end, long seconds) {
        try {
            end.get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException running) {
            return false;
        } catch (InterruptedException | ExecutionException over) {
            return true;
        }
    }

    /** Takes the last view. On the master loop, when the run has ended. */
    void ended(RunEnd how) {
        concluded = new CompletableFuture<>();
        views.ended(how);
        last = views.now(0);
    }

    /** Gives pages and the report what the finished run could have been. The run's thread; the loop goes on. */
    void conclude(RunGain gain) {
        CompletableFuture<?> held = concluded;
        core.loop()
                .ask(() -> {
                    views.concluded(gain.expectation());
                    last = views.now(0);
                    return true;
                })
                .orTimeout(CONCLUDE_SECONDS, TimeUnit.SECONDS)
                .handle((done, failure) -> held.complete(null))
                .join();
    }

    /** The last view; null before the end. */
    @Nullable
    RunView last() {
        return last;
    }

    /**
     * Writes {@code report.html} and traces. The run's thread, after the end.
     *
     * @param pictures that the page shows
     * @param news told of each file that cannot be written, or read
     */
    void write(RunDirectory directory, RunReport report, List<Path> pictures, Consumer<String> news)
            throws InterruptedException {
        RunView view = last;
        if (view != null) {
            String json = PageJson.text(RunGain.in(view, report.end()));
            StringBuilder figures = new StringBuilder();
            for (Path picture : pictures) {
                RunDirectoryFiles.attempt(
                        "picture in report.html", news, () -> figures.append(ReportPage.figure(picture)));
            }
            RunDirectoryFiles.attempt(
                    "report.html",
                    news,
                    () -> RunDirectoryFiles.write(directory, "report.html", ReportPage.html(json, figures.toString())));
            RunDirectoryFiles.attempt("trace.json", news, () -> traces.end(view));
        }
    }
}
