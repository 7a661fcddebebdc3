package dev.sluice.master.report;

import dev.sluice.master.RunCore;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.record.CycleLog;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunFacts;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import dev.sluice.model.regime.CourseRecorder;
import dev.sluice.net.runfile.ThisHost;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Views of a run: what its recorder has, and what its master knows at that moment. Confined to the master loop, except
 * for methods that name another thread.
 */
public final class RunViews {
    /** Share of the expected time left by which the end of the interval lies before or after it. */
    static final double SPREAD = 0.1;

    /** Limit of entries for cycles in a view of a running run. */
    private static final int LIVE_CYCLES = 100;

    private final RunCore core;
    private final RunTerms terms;
    private final Path directory;
    private final IntSupplier expectedWorkers;
    private final HostViews hosts;
    private volatile Expectation expectation = Expectation.NONE;
    private @Nullable RunEnd end;
    private @Nullable PromiseWatch promise;
    private final WatchedPace pace = new WatchedPace();
    private final RefreshPace refreshes = new RefreshPace();
    private IdleLedger ledger = IdleLedger.NONE;
    private RunVerdict verdict = RunVerdict.NONE;
    private LongSupplier failedCommands = () -> 0;

    /**
     * The findings of the flow model, with the parameters measured so far.
     *
     * @param ratePossible units a second; 0 if it is not known
     * @param scaling null if it is not known
     * @param changes that would make the run quicker
     * @param links what the model says of links; empty if it is not known
     */
    public record Expectation(
            double ratePossible,
            RunView.@Nullable Scaling scaling,
            List<RunView.Change> changes,
            List<RunView.LinkModel> links) {
        /** Nothing is known. */
        public static final Expectation NONE = new Expectation(0, null, List.of(), List.of());
    }

    /**
     * @param directory of the run
     * @param expectedWorkers number of workers that were started or announced
     */
    public RunViews(RunCore core, RunTerms terms, Path directory, IntSupplier expectedWorkers) {
        this.core = core;
        this.terms = terms;
        this.directory = directory;
        this.expectedWorkers = expectedWorkers;
        this.hosts = new HostViews(core, RunDirectory.logs(directory));
    }

    /** Sets what the model finds; later views have it. Any thread. */
    public void expect(Expectation found) {
        expectation = found;
        core.loop()
                .execute(() -> found.links().stream()
                        .filter(link -> end == null && link.hosts().isEmpty()) // the verdict of an ended run stands
                        .forEach(link -> core.recording()
                                .course()
                                .capacity(link.name(), link.capacityUp(), link.capacityDown())));
    }

    /** Sets who counts the commands that have failed so far, in a run of commands. On the loop. */
    public void failing(LongSupplier commands) {
        failedCommands = commands;
    }

    /** Watches this promise; later views have it. On the loop. */
    public void watch(PromiseWatch asked) {
        promise = asked;
    }

    /** Sets what the model found of the finished run. On the loop. */
    public void concluded(Expectation found) {
        expectation = found;
    }

    /** Records how the run ended; later views have it. */
    public void ended(RunEnd how) {
        end = how;
        refreshes.again();
    }

    /** The view of this moment, as {@link RunRecorder#view} defines it. On the loop. */
    public RunView now(long since) {
        long nowNanos = end == null ? core.nanoTime() : core.progress().endNanos();
        long atNanos = core.recording().since(nowNanos);
        if (refreshes.isDue(nowNanos)) {
            long fromNanos = core.nanoTime();
            hosts.refresh(atNanos, end != null);
            RunLedger.Summary summary = core.ledger().summary(nowNanos);
            ledger = ledger(summary, core);
            verdict = verdict(core, summary, nowNanos, end != null);
            refreshes.took(core.nanoTime() - fromNanos, nowNanos);
        }
        Expectation found = expectation;
        RunView.Overview overview = overview(found, atNanos);
        RunFacts facts = new RunFacts(
                about(),
                overview,
                RunView.modelled(limiting(hosts.links(), verdict), found.links()),
                ledger.with(verdict.limits().isEmpty() ? List.of() : found.changes()),
                found.scaling(),
                hosts.hosts(),
                core.recording().course().view(end == null ? LIVE_CYCLES : CycleLog.MOST));
        return core.recording().recorder().view(since, facts, atNanos);
    }

    /** Records a forecast of the end, if one can be made. On the loop. */
    public void forecast() {
        long atNanos = core.recording().since(core.nanoTime());
        if (promise != null) {
            pace.note(core.progress().snapshot().taken(), atNanos / 1e9);
        }
        RunView.Overview overview = overview(expectation, atNanos);
        if (end == null && overview.etaLow() >= 0 && overview.cycles() > 0) {
            double seconds = overview.seconds();
            core.recording().recorder().forecast(seconds + overview.etaLow(), seconds + overview.etaHigh(), atNanos);
        }
        if (end == null && promise != null) {
            promise.look(overview, expectation.changes());
        }
    }

    /** The ledger of a run, with the memory of its units and with quantiles of its times. On the loop. */
    static IdleLedger ledger(RunLedger.Summary summary, RunCore core) {
        long reserved = core.settings().units().memory().bytes();
        return ledger(summary, core.registry().entries())
                .with(core.recording().recorder().memory(reserved), core.times().spreads());
    }

    /** The ledger of these workers. On the loop. */
    public static IdleLedger ledger(RunLedger.Summary summary, Collection<WorkerEntry> workers) {
        Map<WorkerId, CauseTimes> times = new HashMap<>();
        summary.workers().forEach(each -> times.put(each.worker(), each.times()));
        Map<String, CauseTimes> hosts = new LinkedHashMap<>();
        for (WorkerEntry entry : workers) {
            hosts.merge(entry.host, times.getOrDefault(entry.id, CauseTimes.ZERO), CauseTimes::plus);
        }
        return IdleLedger.of(summary.slotNanos(), summary.estimatedNanos(), summary.times(), hosts);
    }

    /**
     * The verdict of the run until now, or of the whole run. On the loop.
     *
     * @param over whether the run has ended, so that no report is missing
     */
    static RunVerdict verdict(RunCore core, RunLedger.Summary summary, long nowNanos, boolean over) {
        String stuck = core.recording().course().stuck();
        if (!over && !stuck.isEmpty()) {
            return new RunVerdict(List.of(), stuck);
        }
        double known = over ? 1 : 1 - summary.estimatedNanos() / (double) Math.max(1, summary.slotNanos());
        Collection<WorkerEntry> workers = core.registry().entries();
        return RunVerdict.of(
                core.recording()
                        .course()
                        .whole(core.recording().since(nowNanos))
                        .with(core.recording().units().resources().uses()),
                summary.times(),
                known,
                RunVerdict.remedy(
                        core.progress().usualUnits(),
                        workers.stream().mapToInt(worker -> worker.slots).sum(),
                        new HostRoom(workers, Processor::of).full()));
    }

    /** The end of a run in words. */
    public static String words(RunEnd how) {
        return how.text().isEmpty() ? "complete" : how.text();
    }

    private RunView.About about() {
        RunEnd how = end;
        String text = how == null ? "" : words(how);
        return new RunView.About(
                how == null ? RunView.Kind.LIVE : RunView.Kind.ENDED,
                core.settings().run().text(),
                terms.application(),
                terms.arguments(),
                terms.started()
                        .atZone(ZoneId.systemDefault())
                        .toOffsetDateTime()
                        .toString(),
                ThisHost.name(),
                core.settings().rules().handout().policy().name(),
                terms.sluice(),
                terms.java(),
                directory.toString(),
                text,
                how == null ? -1 : how.exitCode());
    }

    private RunView.Overview overview(Expectation found, long atNanos) {
        RunRecorder recorder = core.recording().recorder();
        RunProgress.Snapshot snapshot = core.progress().snapshot().taken();
        double seconds = atNanos / 1e9;
        double manned = seconds - core.progress().firstSlotNanos() / 1e9;
        boolean over = end != null;
        List<RunView.Running> running =
                over ? List.of() : ToldProgress.of(core.registry().entries(), snapshot.cycle());
        double[] left = over ? new double[] {0, 0} : left(snapshot, recorder, running);
        int workers = over ? core.registry().entries().size() : recorder.workers();
        return new RunView.Overview(
                seconds,
                snapshot.cycle(),
                snapshot.cyclesInAll(),
                snapshot.units(),
                snapshot.open(),
                snapshot.finished(),
                snapshot.finishedInAll(),
                recorder.rateNow(),
                manned > 0 ? snapshot.finishedInAll() / manned : 0,
                found.ratePossible(),
                left[0],
                left[1],
                workers,
                Math.max(workers, expectedWorkers.getAsInt()),
                over ? hosts.slotsOfAll() : recorder.slots(),
                over ? 0 : hosts.parkedSlots(),
                core.progress().quarantinedUnits()
                        + (end == null ? failedCommands.getAsLong() : Math.max(0, end.failedCommands())),
                verdict.sentence(),
                promise == null || over ? null : promise.now(seconds, pace.left(snapshot, left, seconds, manned)),
                running);
    }

    /** The same links; those that the verdict names limit the run. */
    private static List<RunView.Link> limiting(List<RunView.Link> links, RunVerdict verdict) {
        return links.stream()
                .map(link -> link.limiting(verdict.names(CourseRecorder.name(link.name(), link.parent() < 0))))
                .toList();
    }

    /** Seconds left, at least and at most; -1 if it is not known. */
    private static double[] left(RunProgress.Snapshot snapshot, RunRecorder recorder, List<RunView.Running> running) {
        double units = snapshot.units() - snapshot.finished();
        OptionalDouble all = snapshot.secondsLeft();
        double low = -1;
        double high = -1;
        if (snapshot.cyclesInAll() > 1 && all.isPresent()) {
            low = all.getAsDouble();
            high = low;
        } else if (!snapshot.open() && units > 0 && recorder.rateNow() > 0 && recorder.rateMean() > 0) {
            low = units / Math.max(recorder.rateNow(), recorder.rateMean());
            high = units / Math.min(recorder.rateNow(), recorder.rateMean());
        }
        double told = snapshot.cyclesInAll() == 1 && !snapshot.open()
                ? ToldProgress.secondsLeft(running, units, recorder.slots())
                : Double.NaN;
        if (told >= 0) { // units know more of themselves than their number says
            low = told;
            high = low;
        }
        return low < 0 ? new double[] {-1, -1} : new double[] {low * (1 - SPREAD), high * (1 + SPREAD)};
    }
}
