package dev.sluice.cli.run;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.cli.foresight.RunConclusion;
import dev.sluice.cli.foresight.RunForesight;
import dev.sluice.cli.foresight.RunGain;
import dev.sluice.cli.launch.Survivors;
import dev.sluice.cli.page.LivePage;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.cli.process.LastResort;
import dev.sluice.cli.process.Signals;
import dev.sluice.cli.trace.RunTraces;
import dev.sluice.insight.predict.KeptResults;
import dev.sluice.master.Feeder;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunCourse;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunSettings;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.application.ApplicationInputs;
import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.application.UnitSample;
import dev.sluice.master.report.Due;
import dev.sluice.master.report.HostCosts;
import dev.sluice.master.report.PromiseWatch;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.RunViews;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.guard.LoopGuard;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run with a master that workers join, until it has ended. The run's thread makes and uses it; callbacks come on the
 * master loop.
 */
final class ListeningRun {
    /** Reads the log of a worker a moment after a failure, when what it printed has arrived. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

    private static final long PATIENCE_MILLIS = 2_000;

    private final ClusterRun run;
    private final BegunRun begun;
    private final RunForesight forecast;
    private final RunAccess access;
    private final UnitSample sample;
    private final MasterLoop loop;
    private final ApplicationThread calls;
    private final RunPages pages;
    /** Null if no finish time was asked for. */
    private final @Nullable PromiseWatch promise;

    private final RunEnding ending;
    /** True once a report is in the directory. */
    private final AtomicBoolean reported;

    private final CompletableFuture<EndedRun> ended = new CompletableFuture<>();

    ListeningRun(ClusterRun run, BegunRun begun, RunForesight forecast, RunAccess access, AtomicBoolean reported) {
        this.run = run;
        this.begun = begun;
        this.forecast = forecast;
        this.access = access;
        this.reported = reported;
        this.sample = new UnitSample(run.wishes.sampled(), run.launchers.expectedSlots());
        this.ending = new RunEnding(
                run.directory, run.output, run.conclusion, run.application::shown, () -> reported.set(true));
        RunSettings settings = begun.settings();
        Results<?> results = begun.results();
        List<ApplicationThread> made = new ArrayList<>(1);
        this.loop = new MasterLoop(
                results instanceof Accumulation ? settings.withoutCopies() : settings,
                results.kept(),
                access.loop(),
                new Events(),
                (core, driver, course) -> {
                    made.add(applicationThread(core, course));
                    return made.get(0);
                });
        this.calls = made.get(0);
        Consumer<UnitOutput> live = run.wishes.live();
        if (live != null) {
            access.loop().execute(() -> loop.followers().follow(live));
        }
        loop.journal(begun.journal());
        RunViews views = new RunViews(loop.core(), begun.terms(), run.directory.path(), run.launchers::started);
        access.loop().execute(() -> views.failing(run.wishes.failed()));
        this.pages = new RunPages(
                loop.core(),
                views,
                RunTraces.begin(
                        run.request.reporting().traceUnits(),
                        loop.core().recording(),
                        run.directory.path(),
                        run.output::say));
        loop.core().recording().logs(run.launchers::lastLines, ForkJoinPool.commonPool(), LATER);
        pages.planned(run.request.planned());
        this.promise = promise();
        if (promise != null) {
            loop.core().loop().execute(() -> pages.watch(promise));
        }
    }

    private @Nullable PromiseWatch promise() {
        Due due = run.request.reporting().expected().due();
        return due == null
                ? null
                : new PromiseWatch(due, CommandClock.began(), Instant.now(), run.output::say, this::unpark);
    }

    /** Lets the workers work that are spared; if none is, the rest is planned again. On the master loop. */
    private List<String> unpark() {
        List<String> changed =
                loop.course().actuator().unparkSpares("to keep the finish time").changed();
        if (changed.isEmpty()) {
            loop.course().tuning().hurry("the finish time is in danger");
            return List.of();
        }
        return List.of(String.join(", ", changed) + " work again");
    }

    private ApplicationThread applicationThread(RunCore core, RunCourse course) {
        ApplicationInputs inputs =
                new ApplicationInputs(run.application, core.settings().setups());
        ApplicationThread thread = new ApplicationThread(
                inputs, begun.results(), course, new Feeder(inputs, core.traffic()), core.acknowledgements());
        if (run.wishes.sampled() > 0) {
            thread.sample(sample);
        }
        KeptResults kept = forecast.kept();
        if (kept != null) {
            thread.keep(kept);
        }
        thread.journal(begun.journal());
        ExitGuard.end(thread.thread(), text -> course.end(RunEnd.failed(ErrorCode.UNIT_EXITED, text)));
        return thread;
    }

    MasterLoop loop() {
        return loop;
    }

    /** Starts workers, and waits until the run has ended. */
    EndedRun run() throws IOException, InterruptedException {
        if (run.embedded != null) {
            begun.journal().openSoon(); // while the rest starts
        }
        forecast.begin();
        TreeForetold foretold = run.request.reporting().expected().tree();
        if (foretold != null) {
            run.output.say(foretold.sentence());
        }
        run.conclusion.begun();
        boolean goesOn = run.request.durability().goesOn();
        if (!goesOn) {
            run.startWorkers(loop);
        }
        RunDirectoryFiles.write(
                run.directory, RunStart.here(run.id, begun.terms(), begun.manner(), run.expectedSlots()));
        if (!goesOn) {
            run.launchers.join(open());
        }
        try (Signals signals = Signals.handle(this::signalled);
                LoopGuard guard = LoopGuard.watch(access.loop(), lastResort(), LoopGuard.PATIENCE_NANOS);
                LivePage page = pages.start(run.request.reporting().page(), run.directory, run.output::say);
                Display display = Display.start(
                        run.output, loop.core().progress(), foretold, () -> promise == null ? null : promise.last())) {
            loop.start(run.expectedSlots(), SchedulerConfig.EXPECT_NANOS);
            Duration within = run.wishes.within();
            if (within != null) {
                loop.endWithin(within.toNanos());
            }
            RunNeeds needs = new RunNeeds(
                    loop, () -> RunGain.measure(loop.core(), begun.manner().results(), calls, List.of(), false));
            run.launchers.asks(needs);
            pages.followUntil(ended, needs::measured);
            if (goesOn) { // workers keep units only of a cycle that is open
                takeOver();
            }
            run.launchers.begun();
            EndedRun how = await();
            if (how.made().isPresent()) {
                ending.begin(how.made().get().report(), pages);
            }
            return how;
        } finally {
            ended.completeExceptionally(new IllegalStateException("the run did not begin")); // unless it has ended
            access.shut();
        }
    }

    private void takeOver() throws IOException, InterruptedException {
        Launchers launchers = run.launchers;
        Survivors survivors = run.survivors;
        survivors.awaitCycle(ended);
        RunFile forWorkers = open();
        if (run.embedded == null) {
            launchers.survived(survivors.await(launchers.expectedSlots(), ended));
        }
        if (!ended.isDone()) {
            run.startWorkers(loop);
            launchers.join(forWorkers);
            survivors.watched(launchers::joined, launchers::left);
        }
    }

    private RunFile open() throws IOException {
        RunFile forWorkers = access.open(
                session -> loop.session(session.role(), begun.settings().jars()),
                loop.core().spill());
        run.subMasters.join(forWorkers);
        return forWorkers;
    }

    private EndedRun await() throws InterruptedException {
        if (run.wishes.stopping() != null) {
            loop.course().dismissAtOnce();
        }
        EndedRun end;
        try {
            end = ended.get();
        } catch (ExecutionException defect) {
            end = EndedRun.of(RunEnd.failed(ErrorCode.INTERNAL, String.valueOf(defect.getCause()), defect));
        }
        run.launchers.awaitEnd(TimeUnit.SECONDS.toMillis(5));
        calls.close();
        calls.awaitEnd(1_000);
        return end;
    }

    /** Writes and prints what is known of it, when no process is left. */
    EndedRun conclude(EndedRun end) throws InterruptedException {
        if (end.made().isEmpty()) {
            ending.write(run.id, begun.terms(), end.how());
            return end;
        }
        return end.with(ending.write(
                end.made().get(),
                loop.core().progress(),
                forecast,
                promise,
                pages,
                begun.settings().jars(),
                run.request.planned()));
    }

    private void signalled(int exitCode, boolean again) {
        run.launchers.ending();
        if (!again) {
            Runnable told = run.wishes.stopping();
            if (told != null && exitCode == Signals.INTERRUPTED) {
                loop.course().abandon(exitCode);
            } else {
                run.output.say(
                        "stopping: running units are finished and delivered; press Ctrl-C again to stop at once");
                loop.course().stop(exitCode);
            }
            if (told != null) {
                told.run();
            }
            return;
        }
        EndedRun end = EndedRun.of(RunEnd.interrupted(exitCode));
        daemon("sluice-last-note", () -> note(end)); // a unit that cannot be stopped may hold up other threads
        daemon("sluice-halt", () -> haltSoon(exitCode));
        ended.complete(end);
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void note(EndedRun end) {
        Optional<EndedRun.Made> made = ended.getNow(end).made();
        if (made.isEmpty()) {
            RunDirectoryFiles.leave(run.directory, run.id, begun.terms(), end.how());
        } else if (!reported.get()) {
            RunDirectoryFiles.leave(run.directory, made.get().report());
        }
    }

    /** After a second Ctrl-C: whatever hangs, the process ends within seconds. */
    private void haltSoon(int exitCode) {
        try {
            run.launchers.awaitEnd(PATIENCE_MILLIS);
            ended.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            new CompletableFuture<Void>().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException over) {
            Runtime.getRuntime().halt(exitCode);
        }
    }

    private LastResort lastResort() {
        return new LastResort(
                ended,
                how -> {
                    run.launchers.ending();
                    loop.course().end(how);
                },
                how -> {
                    RunDirectoryFiles.leave(run.directory, run.id, begun.terms(), how);
                    begun.journal().close();
                });
    }

    /** Receives the events of the loop. */
    private final class Events extends RunNews {
        Events() {
            super(run.output, run.survivors);
        }

        @Override
        public void cycleBegun(int number, long units, boolean open) {
            forecast.cycleBegun(units, open);
            super.cycleBegun(number, units, open);
        }

        @Override
        public void joined(WorkerEntry entry, boolean again) {
            sample.joined(loop.core().registry().slots(), loop.core().nanoTime());
            run.launchers.computes(entry.host, entry.pid);
            super.joined(entry, again);
        }

        @Override
        public void leaving(WorkerEntry entry, String reason) {
            run.launchers.leaves(entry.host, entry.pid);
            super.leaving(entry, reason);
        }

        /** Whoever looks whether this run takes workers sees it before the first of them leaves. */
        @Override
        public void ending() {
            run.launchers.ending();
            try {
                RunDirectory.delete(run.runFile);
            } catch (IOException e) {
                // tried again when all is over, and said then
            }
        }

        @Override
        public void ended(RunEnd told) {
            EndedRun end = EndedRun.of(run.wishes.conclude().apply(told));
            try {
                if (!ended.isDone()) {
                    end = new EndedRun(end.how(), Optional.of(made(end.how())));
                    measure(end);
                }
            } catch (RuntimeException | OutOfMemoryError failure) {
                run.output.say(ErrorCode.RECORD_NOT_WRITTEN + " no report: " + failure);
            } finally {
                ended.complete(end);
            }
        }

        private EndedRun.Made made(RunEnd how) {
            RunReport report = run.conclusion.report(
                    loop, begun.settings(), begun.manner(), begun.terms(), new RunConclusion.Ended(how, calls));
            return new EndedRun.Made(report, loop.weather().all(run.id.text()));
        }

        /** A defect costs the model's figures and the page, and not the report. */
        private void measure(EndedRun end) {
            try {
                List<HostCosts> costs = end.made().orElseThrow().report().costs();
                run.conclusion.measure(loop, begun.manner().results(), calls, costs);
                pages.ended(end.how());
            } catch (RuntimeException | OutOfMemoryError defect) {
                run.output.say("the run was not measured: " + defect);
            }
        }
    }
}
