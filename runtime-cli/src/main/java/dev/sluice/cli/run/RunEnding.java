package dev.sluice.cli.run;

import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.cli.foresight.RunForesight;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.replay.RecordedRun;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.PromiseWatch;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes and prints what is known of a run that has ended. A file that cannot be written, and a figure that cannot be
 * computed, costs a line; the outcome of the run is settled. The run's thread.
 */
final class RunEnding {
    private final RunDirectory directory;
    private final Output output;
    private final RunConclusion conclusion;
    private final Supplier<List<Path>> pictures;
    private final Runnable reported;

    /**
     * @param pictures that the application shows
     * @param reported called when the first report is written or given up
     */
    RunEnding(
            RunDirectory directory,
            Output output,
            RunConclusion conclusion,
            Supplier<List<Path>> pictures,
            Runnable reported) {
        this.directory = directory;
        this.output = output;
        this.conclusion = conclusion;
        this.pictures = pictures;
        this.reported = reported;
    }

    /** Writes how a run ended of which no report was made. */
    void write(RunId id, RunTerms terms, RunEnd end) throws InterruptedException {
        attempt("run.json", () -> RunDirectoryFiles.write(directory, id, terms, end));
    }

    /** Writes the report before the model is asked, which takes a moment, and tells open pages its figures. */
    void begin(RunReport report, RunPages pages) throws InterruptedException {
        if (Files.isDirectory(directory.path())) {
            attempt("run.json", () -> RunDirectoryFiles.write(directory, report));
        } else {
            output.say(ErrorCode.RECORD_NOT_WRITTEN + " " + directory.path()
                    + " is gone: no report of this run is kept (expected: the run's directory)");
        }
        reported.run();
        attempt("last view", () -> pages.conclude(conclusion.gain()));
    }

    /**
     * Returns the end of the run with what was demanded of it.
     *
     * @param promise null if no finish time was asked for
     * @param plan null if the run was not planned
     */
    RunEnd write(
            EndedRun.Made made,
            RunProgress progress,
            RunForesight forecast,
            @Nullable PromiseWatch promise,
            RunPages pages,
            Jars jars,
            @Nullable RunPlan plan)
            throws InterruptedException {
        RunReport report = made.report();
        boolean there = Files.isDirectory(directory.path());
        RunReport judged = conclusion.judged(report, progress, forecast, pages.last());
        if (there) {
            pages.write(directory, judged, pictures.get(), output::say);
            RunDirectoryFiles.write(directory, plan, made.weather(), output::say);
            attempt(RecordedRun.MODEL, () -> RunDirectoryFiles.writeModel(directory, conclusion.model(report.run())));
        }
        RunReport whole = conclusion.compared(judged, progress, forecast);
        if (promise != null) {
            boolean complete = whole.end().outcome() == RunEnd.Outcome.COMPLETE;
            whole = whole.beside(whole.expected().promised(promise.outcome(CommandClock.seconds(), complete)));
        }
        report(whole, jars, there);
        return whole.end();
    }

    private void report(RunReport whole, Jars jars, boolean there) throws InterruptedException {
        if (there) {
            attempt("run.json", () -> RunDirectoryFiles.write(directory, whole));
        }
        attempt("row in the history", () -> conclusion.record(whole, jars, directory.path()));
        attempt("table", () -> output.report(whole, directory.path()));
    }

    private void attempt(String what, RunDirectoryFiles.Writing writing) throws InterruptedException {
        RunDirectoryFiles.attempt(what, output::say, writing);
    }
}
