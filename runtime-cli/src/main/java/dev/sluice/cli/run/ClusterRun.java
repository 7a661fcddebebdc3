package dev.sluice.cli.run;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.cli.foresight.RunForesight;
import dev.sluice.cli.foresight.RunGain;
import dev.sluice.cli.launch.Survivors;
import dev.sluice.cli.page.LivePage;
import dev.sluice.cli.process.LastResort;
import dev.sluice.cli.process.Signals;
import dev.sluice.cli.trace.RunTraces;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.KeptResults;
import dev.sluice.launch.Launcher;
import dev.sluice.master.Feeder;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunCourse;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.application.ApplicationInputs;
import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.application.Applications;
import dev.sluice.master.application.UnitSample;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.RunViews;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.guard.LoopGuard;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A run with workers, from the first socket to the last process. Used once; callbacks come on the master loop. */
public final class ClusterRun {
    /** Reads the log of a worker a moment after a failure, when what it printed has arrived. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

    private final RunRequest request;
    private final Hosted<?, ?, ?> application;
    /** Changed before the loop starts. */
    private RunTerms terms;

    private final Output output;
    private final RunId id;
    private final RunDirectory directory;
    private final Path runFile;
    private final CompletableFuture<RunEnd> ended = new CompletableFuture<>();
    private volatile @Nullable MasterLoop master;
    private volatile @Nullable ApplicationThread thread;
    private final @Nullable EmbeddedAccess embedded;
    private final Launchers launchers;
    private final SubMasterStarter subMasters;
    private volatile @Nullable RunReport report;
    private volatile @Nullable RunPages pages;
    private final RunConclusion conclusion;
    private final Survivors survivors = new Survivors();
    private JournalledRun journal = JournalledRun.NONE;
    private @Nullable UnitSample sample;
    /** Called when a signal stops the run; null if running units are finished first. */
    private @Nullable Runnable whenStopping;

    /** Says how a run ends whose application knows more of it than its units. */
    private UnaryOperator<RunEnd> conclude = UnaryOperator.identity();

    private volatile boolean directoryMade;
    private volatile boolean reportWritten;
    private volatile @Nullable Weather weather;

    public ClusterRun(RunRequest request, Hosted<?, ?, ?> application, RunTerms terms, Output output) {
        this.request = request;
        this.application = application;
        this.terms = terms;
        this.output = output;
        this.id = DurableRun.id(request);
        this.directory = DurableRun.directory(request, id);
        Path named = request.master().runFile();
        this.runFile = named == null ? directory.runFile() : named;
        List<Launcher> starting = new ArrayList<>(request.workers().launchers(id, directory));
        int slots = request.workers().localSlots();
        this.embedded = request.workers().embedded()
                ? new EmbeddedAccess(id, slots, request.application().jars())
                : null;
        if (embedded != null) {
            starting.add(embedded);
        }
        this.launchers = new Launchers(starting, output::say);
        this.subMasters = new SubMasterStarter(request.workers(), id, directory, output::say, output::ask);
        this.conclusion = new RunConclusion(request.foresight(), application, output::say);
        launchers.timed(conclusion.starts());
    }

    /** Computes a few units instead of all; before {@link #run}. */
    public void sample(int unitsEachSlot) {
        sample = new UnitSample(unitsEachSlot, launchers.expectedSlots());
    }

    /** Lets Ctrl-C and the end of the run interrupt running units, and calls this on a signal; before {@link #run}. */
    public void dropRunning(Runnable stopping) {
        whenStopping = stopping;
    }

    /**
     * Lets the end that is reported and returned be what this makes of it; before {@link #run}. Called on the thread
     * that ends the run, perhaps more than once.
     */
    public void concludedBy(UnaryOperator<RunEnd> end) {
        conclude = end;
    }

    /** Ends it soon, with what is computed by then. Any thread; without effect before it has begun. */
    public void stop() {
        MasterLoop loop = master;
        if (loop != null) {
            loop.course().stop(0);
        }
    }

    /** Times of units on each host, after the run. */
    public List<HostTimes> hosts() {
        return conclusion.hosts();
    }

    /** Mean time of the master per result, with decoding, after the run; NaN without results. */
    public double acceptSeconds() {
        return conclusion.acceptSeconds();
    }

    /** The processes that have computed, by their ids; when the run is over. */
    public Map<Long, String> processes() {
        return conclusion.processes();
    }

    public RunEnd run() throws IOException, InterruptedException {
        LivePage.check(request.reporting().page());
        try (DurableRun durable = new DurableRun(request, directory, id, output);
                RunAccess access = embedded != null
                        ? embedded
                        : new ListeningAccess(
                                request, new ListeningAccess.Places(id, runFile, directory), durable, output)) {
            RunEnd end = run(access, durable);
            RunReport made = report;
            durable.finish(
                    end,
                    made == null || made.quarantined().isEmpty()
                            ? null
                            : made.quarantined().get(0));
            return end;
        }
    }

    private RunEnd run(RunAccess access, DurableRun durable) throws IOException, InterruptedException {
        RunSettings settings = settings();
        Results<?> results;
        try {
            application.initialize();
            results = application.results();
            settings =
                    ClusterSettings.with(application, settings, request.limits().fileCacheBytes());
            journal = durable.begin(settings.jars().info(), this::end);
            terms = terms.changed(durable.changes());
            settings = settings.with(durable.takeover());
        } catch (ApplicationException failure) {
            return conclude.apply(
                    RunEnd.failed(Applications.failed(failure).code(), String.valueOf(failure.getMessage()), failure));
        }
        try (RunForesight forecast = conclusion.forecast(settings.jars())) {
            RunDirectoryFiles.prepare(directory, request.master().runFile(), embedded == null);
            durable.claim();
            directoryMade = true;
            if (request.reporting().history() || request.master().id() != null) { // submitted runs are found by ids
                RunDirectoryFiles.list(directory, output::say);
            }
            return run(access, settings, results, forecast);
        } catch (Exception failure) {
            if (directoryMade && !reportWritten) {
                RunDirectoryFiles.write(directory, id, terms, failure, conclude);
            }
            throw failure;
        }
    }

    private RunEnd run(RunAccess access, RunSettings settings, Results<?> results, RunForesight forecast)
            throws IOException, InterruptedException {
        RunEnd end;
        RunReport.Manner manner = RunReport.Manner.of(settings, results);
        try {
            MasterLoop loop = new MasterLoop(
                    results instanceof Accumulation ? settings.withoutCopies() : settings,
                    results.kept(),
                    access.loop(),
                    new Events(settings, manner, forecast),
                    (core, driver, course) -> applicationThread(core, course, results, forecast.kept()));
            loop.journal(journal);
            master = loop;
            if (embedded != null) {
                journal.openSoon(); // while the rest starts
            }
            RunPages shown = pages(loop, request.planned());
            forecast.begin();
            TreeForetold foretold = request.reporting().foretold();
            if (foretold != null) {
                output.say(foretold.sentence());
            }
            conclusion.begun();
            if (!request.durability().goesOn()) {
                launchers.start(loop, request.master().listen() == null);
            }
            RunDirectoryFiles.write(directory, RunStart.here(id, terms, manner, expectedSlots()));
            end = run(access, loop, settings, shown, manner.results());
        } finally {
            subMasters.close();
            launchers.awaitEnd(0);
        }
        RunReport finished = report;
        MasterLoop loop = master;
        if (finished == null || loop == null) {
            ending().write(id, terms, end);
            return end;
        }
        RunEnding.Known known = new RunEnding.Known(request.planned(), weather);
        return ending().write(finished, loop.core().progress(), forecast, pages, settings.jars(), known);
    }

    private RunEnding ending() {
        return new RunEnding(directory, output, conclusion, () -> reportWritten = true);
    }

    private RunPages pages(MasterLoop loop, @Nullable RunPlan plan) {
        RunPages shown = new RunPages(
                loop.core(),
                new RunViews(loop.core(), terms, directory.path(), launchers::started),
                RunTraces.begin(
                        request.reporting().traceUnits(), loop.core().recording(), directory.path(), output::say));
        pages = shown;
        loop.core().recording().logs(launchers::lastLines, ForkJoinPool.commonPool(), LATER);
        shown.planned(plan);
        return shown;
    }

    private ApplicationThread applicationThread(
            RunCore core, RunCourse course, Results<?> results, @Nullable KeptResults kept) {
        ApplicationInputs inputs =
                new ApplicationInputs(application, core.settings().setups());
        ApplicationThread calls = new ApplicationThread(
                inputs, results, course, new Feeder(inputs, core.traffic()), core.acknowledgements());
        UnitSample few = sample;
        if (few != null) {
            calls.sample(few);
        }
        if (kept != null) {
            calls.keep(kept);
        }
        calls.journal(journal);
        thread = calls;
        ExitGuard.end(calls.thread(), text -> end(RunEnd.failed(ErrorCode.UNIT_EXITED, text)));
        return calls;
    }

    private RunSettings settings() throws IOException {
        RunRequest.Application asked = request.application();
        Jars open = Jars.open(asked.jars(), application.className(), asked.arguments());
        if (embedded != null) {
            embedded.serve(open);
        }
        PlannedWeights planned = EarlierUnitTimes.of(request, conclusion.history(), conclusion.key(open), output::say);
        return ClusterSettings.of(request, open, directory, planned, subMasters);
    }

    private RunEnd run(
            RunAccess access, MasterLoop loop, RunSettings settings, RunPages shown, RunTerms.ResultMode results)
            throws IOException, InterruptedException {
        if (!request.durability().goesOn()) {
            launchers.join(open(access, loop, settings));
        }
        try (Signals signals = Signals.handle(this::signalled);
                LoopGuard guard = LoopGuard.watch(access.loop(), lastResort(), LoopGuard.PATIENCE_NANOS);
                LivePage page = shown.start(request.reporting().page(), directory, output::say);
                Display display = Display.start(
                        output, loop.core().progress(), request.reporting().foretold())) {
            loop.start(expectedSlots(), SchedulerConfig.EXPECT_NANOS);
            RunNeeds needs = new RunNeeds(loop, () -> RunGain.measure(loop.core(), results, thread, List.of(), false));
            launchers.asks(needs);
            shown.followUntil(ended, needs::measured);
            if (request.durability().goesOn()) { // workers keep units only of a cycle that is open
                survivors.awaitCycle(ended);
                RunFile forWorkers = open(access, loop, settings);
                if (embedded == null) {
                    launchers.survived(survivors.await(launchers.expectedSlots(), ended));
                }
                if (!ended.isDone()) {
                    launchers.start(loop, request.master().listen() == null);
                    launchers.join(forWorkers);
                    survivors.watched(launchers::joined, launchers::left);
                }
            }
            launchers.begun();
            RunEnd how = await(loop);
            RunReport made = report;
            if (made != null) {
                ending().begin(made, shown);
            }
            return how;
        } finally {
            ended.completeExceptionally(new IllegalStateException("the run did not begin")); // unless it has ended
            access.shut();
        }
    }

    private RunFile open(RunAccess access, MasterLoop loop, RunSettings settings) throws IOException {
        RunFile forWorkers = access.open(
                session -> loop.session(session.role(), settings.jars()),
                loop.core().spill());
        subMasters.join(forWorkers);
        return forWorkers;
    }

    /** Ends the run, because its journal failed. Any thread. */
    private void end(RunEnd how) {
        MasterLoop loop = master;
        if (loop != null) {
            loop.course().end(how);
        }
    }

    private int expectedSlots() {
        return launchers.expectedSlots() + request.master().expectSlots();
    }

    /** The commands that do the same. */
    List<String> byHand() {
        return request.workers().embedded()
                ? DryRun.embedded(request)
                : DryRun.of(request, request.workers().launchers(id, directory), directory.path(), runFile);
    }

    private RunEnd await(MasterLoop loop) throws InterruptedException, IOException {
        if (whenStopping != null) {
            loop.course().dismissAtOnce();
        }
        RunEnd end;
        try {
            end = ended.get();
        } catch (ExecutionException defect) {
            end = RunEnd.failed(ErrorCode.INTERNAL, String.valueOf(defect.getCause()), defect);
        }
        launchers.awaitEnd(TimeUnit.SECONDS.toMillis(5));
        ApplicationThread calls = thread;
        if (calls != null) {
            calls.close();
            calls.awaitEnd(1_000);
        }
        return end;
    }

    private void signalled(int exitCode, boolean again) {
        launchers.ending();
        MasterLoop loop = master;
        if (!again && loop != null) {
            Runnable told = whenStopping;
            if (told != null && exitCode == Signals.INTERRUPTED) {
                loop.course().abandon(exitCode);
            } else {
                output.say("stopping: running units are finished and delivered; press Ctrl-C again to stop at once");
                loop.course().stop(exitCode);
            }
            if (told != null) {
                told.run();
            }
            return;
        }
        RunEnd end = RunEnd.interrupted(exitCode);
        HaltSoon.start(exitCode, launchers, ended, () -> {
            RunReport made = report;
            if (directoryMade && made == null) {
                RunDirectoryFiles.leave(directory, id, terms, end);
            } else if (made != null && !reportWritten) {
                RunDirectoryFiles.leave(directory, made);
            }
        });
        ended.complete(end);
    }

    private LastResort lastResort() {
        return new LastResort(
                ended,
                how -> {
                    launchers.ending();
                    end(how);
                },
                how -> {
                    RunDirectoryFiles.leave(directory, id, terms, how);
                    journal.close();
                });
    }

    /** Receives the events of the loop. */
    private final class Events extends RunNews {
        private final RunSettings settings;
        private final RunReport.Manner manner;
        private final RunForesight forecast;

        Events(RunSettings settings, RunReport.Manner manner, RunForesight forecast) {
            super(output, survivors);
            this.settings = settings;
            this.manner = manner;
            this.forecast = forecast;
        }

        @Override
        public void cycleBegun(int number, long units, boolean open) {
            forecast.cycleBegun(units, open);
            super.cycleBegun(number, units, open);
        }

        @Override
        public void joined(WorkerEntry entry, boolean again) {
            MasterLoop loop = master;
            UnitSample few = sample;
            if (few != null && loop != null) {
                few.joined(loop.core().registry().slots(), loop.core().nanoTime());
            }
            launchers.computes(entry.host, entry.pid);
            super.joined(entry, again);
        }

        @Override
        public void leaving(WorkerEntry entry, String reason) {
            launchers.leaves(entry.host, entry.pid);
            super.leaving(entry, reason);
        }

        /** Whoever looks whether this run takes workers sees it before the first of them leaves. */
        @Override
        public void ending() {
            launchers.ending();
            try {
                RunDirectory.delete(runFile);
            } catch (IOException e) {
                // tried again when all is over, and said then
            }
        }

        @Override
        public void ended(RunEnd told) {
            MasterLoop loop = master;
            RunEnd how = conclude.apply(told);
            try {
                if (loop != null && !ended.isDone()) {
                    report(loop, how);
                }
            } catch (RuntimeException | OutOfMemoryError failure) {
                output.say(ErrorCode.RECORD_NOT_WRITTEN + " no report: " + failure);
            } finally {
                ended.complete(how);
            }
        }

        private void report(MasterLoop loop, RunEnd how) {
            RunConclusion.Ended ended = new RunConclusion.Ended(how, thread);
            RunReport made = conclusion.report(loop, settings, manner, terms, ended);
            report = made;
            weather = loop.weather().all(id.text());
            try {
                conclusion.measure(loop, manner.results(), thread, made.costs());
                RunPages shown = pages;
                if (shown != null) {
                    shown.ended(how);
                }
            } catch (RuntimeException
                    | OutOfMemoryError defect) { // costs the model's figures and the page, and not the report
                output.say("the run was not measured: " + defect);
            }
        }
    }
}
