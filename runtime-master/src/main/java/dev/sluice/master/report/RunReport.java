package dev.sluice.master.report;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.master.Grants;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunRecording;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.Traffic;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.IfKnown;
import dev.sluice.model.RunId;
import dev.sluice.model.Written;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleLog;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.rules.TransportKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a run (AMWAT's table); {@code docs/statistics.md} explains the figures.
 *
 * @param congestion how large results were granted
 * @param logs what workers printed, for the first units that were given up
 * @param expected the expectations of models
 * @param costs of the runtime itself, by host
 * @param launching how the workers came to be
 * @param course the verdict; bottlenecks, cycles and decisions over time
 */
public record RunReport(
        RunId run,
        RunTerms terms,
        Manner manner,
        RunEnd end,
        Figures figures,
        Counters counters,
        Traffic.Modules traffic,
        Grants.Summary congestion,
        IdleLedger ledger,
        List<WorkerLine> workers,
        List<Action.Quarantine> quarantined,
        long quarantinedUnits,
        List<RunProgress.FailedRange> failedRanges,
        List<UnitLog> logs,
        Expected expected,
        List<HostCosts> costs,
        Launching launching,
        Course course) {

    /** Workers below sub-masters that have a line of their own; the lines of their sub-masters count all. */
    public static final int MOST_BELOW = 4_096;

    /** The limit of the run, its course, and the decisions in it. */
    public record Course(RunVerdict verdict, CourseView view, List<RunView.Decision> decisions) {
        /** Nothing is known. */
        public static final Course NONE = new Course(RunVerdict.NONE, CourseView.NONE, List.of());

        public Course {
            decisions = List.copyOf(decisions);
        }

        private static Course of(RunVerdict verdict, RunRecording recording) {
            return new Course(
                    verdict,
                    recording.course().view(CycleLog.MOST),
                    recording.recorder().decisions());
        }
    }

    /**
     * The settings of the run.
     *
     * @param prefetch chunks ahead of each slot, or {@link dev.sluice.model.schedule.SchedulerConfig#AUTO}
     * @param speculation units of a cycle that might be copied in its tail [%]
     * @param exact whether the merge is exact; null if nothing is merged
     */
    public record Manner(
            PolicyName policy,
            Weighting weights,
            int prefetch,
            int speculation,
            RunTerms.ResultMode results,
            @Nullable Boolean exact) {
        public static Manner of(RunSettings settings, Results<?> results) {
            Handout now = settings.handout();
            return new Manner(
                    now.policy(),
                    now.weighting(),
                    now.prefetch(),
                    results instanceof Accumulation ? 0 : now.speculation(),
                    RunTerms.ResultMode.of(results),
                    RunTerms.exact(results));
        }
    }

    /**
     * The run as a whole.
     *
     * @param seconds from the start of the application to its end
     * @param unitsPerSecond accepted units over these seconds
     * @param loadImbalance (T_last − T_mean) / T_last over the slots' finishing times, 0 … 1
     * @param safeUnits units whose results the journal had
     */
    public record Figures(
            double seconds,
            int cycles,
            long units,
            double unitsPerSecond,
            double loadImbalance,
            int slots,
            @IfKnown long safeUnits) {}

    /**
     * One worker. Times in seconds; {@code utilisation} is CPU in compute over wall in compute.
     *
     * @param transport by which it was connected last
     * @param wall of the process
     * @param cpu of the process
     * @param ledger slot time by cause
     * @param below the workers below a sub-master, whose figures are included in its own
     */
    public record WorkerLine(
            String worker,
            String host,
            TransportKind transport,
            int slots,
            long units,
            @Written("wallSeconds") double wall,
            @Written("cpuSeconds") double cpu,
            @Written("computeSeconds") double compute,
            @Written("computeCpuSeconds") double computeCpu,
            double utilisation,
            @Written("slotSeconds") CauseTimes ledger,
            @IfKnown List<WorkerLine> below) {
        /** The workers that compute: itself, or those below it. */
        public Stream<WorkerLine> computing() {
            return below.isEmpty() ? Stream.of(this) : below.stream();
        }
    }

    /** The last lines of the log of the worker on which a unit failed last. */
    public record UnitLog(int cycle, long unit, List<String> lines) {
        private static List<UnitLog> of(RunCore core) {
            return core.recording().recorder().failures().stream()
                    .filter(failure -> failure.given() && !failure.log().isEmpty())
                    .map(failure -> new UnitLog(failure.cycle(), failure.unit(), failure.log()))
                    .toList();
        }
    }

    /** The last lines of the worker on which a unit failed last; empty if they are not known. */
    public List<String> log(int cycle, long unit) {
        return logs.stream()
                .filter(log -> log.cycle == cycle && log.unit == unit)
                .findFirst()
                .map(UnitLog::lines)
                .orElse(List.of());
    }

    /** Makes the report; called on the master loop when all workers are gone. */
    public static RunReport of(
            RunTerms terms, RunSettings settings, Manner manner, RunCore core, RunEnd how, List<HostCosts> costs) {
        RunProgress progress = core.progress();
        RunProgress.Snapshot snapshot = progress.snapshot();
        RunLedger.Summary ledger = core.ledger().summary(progress.endNanos());
        Map<String, CauseTimes> ledgers = new HashMap<>();
        ledger.workers().forEach(each -> ledgers.put(each.worker().toString(), each.times()));
        List<WorkerLine> workers = new ArrayList<>();
        int slots = 0;
        int room = MOST_BELOW;
        for (WorkerEntry entry : core.registry().entries()) {
            WorkerLine line = line(entry, ledgers.getOrDefault(entry.id.toString(), CauseTimes.ZERO), room);
            workers.add(line);
            room -= line.below.size();
            slots += entry.slots;
        }
        double seconds = snapshot.nanos() / 1e9;
        long accepted = snapshot.counters().accepted();
        return new RunReport(
                settings.run(),
                terms,
                manner,
                how,
                new Figures(
                        seconds,
                        snapshot.cycle() + 1,
                        accepted,
                        seconds > 0 ? accepted / seconds : 0,
                        imbalance(core),
                        slots,
                        core.acknowledgements().safeUnits()),
                snapshot.counters(),
                core.traffic().modules(core.registry().entries()),
                core.grants().summary(progress.startNanos()),
                IdleLedger.of(ledger, core.registry().entries()),
                workers,
                progress.quarantined(),
                progress.quarantinedUnits(),
                progress.failedRanges(),
                UnitLog.of(core),
                Expected.nothing("nothing was expected"),
                costs,
                Launching.NONE,
                Course.of(IdleLedger.verdict(core, ledger, progress.endNanos(), true), core.recording()));
    }

    /** The same report with these expectations. */
    public RunReport beside(Expected other) {
        Expected.Foretold foretold = other.prediction();
        long kept = foretold == null ? 0 : foretold.keptUnits();
        Figures all = new Figures(
                figures.seconds,
                figures.cycles,
                figures.units + kept,
                figures.seconds > 0 ? (figures.units + kept) / figures.seconds : 0,
                figures.loadImbalance,
                figures.slots,
                figures.safeUnits);
        return with(end, all, other, launching);
    }

    /** The limit of the run. */
    public RunVerdict verdict() {
        return course.verdict();
    }

    /** The same report with this end. */
    public RunReport ended(RunEnd other) {
        return with(other, figures, expected, launching);
    }

    /** The same report with how the workers came to be. */
    public RunReport launched(Launching other) {
        return with(end, figures, expected, other);
    }

    private RunReport with(RunEnd otherEnd, Figures otherFigures, Expected otherExpected, Launching otherLaunching) {
        return new RunReport(
                run,
                terms,
                manner,
                otherEnd,
                otherFigures,
                counters,
                traffic,
                congestion,
                ledger,
                workers,
                quarantined,
                quarantinedUnits,
                failedRanges,
                logs,
                otherExpected,
                costs,
                otherLaunching,
                course);
    }

    private static WorkerLine line(WorkerEntry entry, CauseTimes ledger, int mostBelow) {
        List<WorkerLine> below = entry.linesBelow()
                .limit(mostBelow)
                .map(each -> line(
                        each, each.stats().computeNanos() / 1e9, each.stats().causes(), List.of()))
                .toList();
        double compute = Math.max(entry.stats.computeNanos(), entry.computeNanos) / 1e9;
        return line(entry.line(), compute, ledger, below);
    }

    private static WorkerLine line(
            SubMasterWorkers.Line worker, double compute, CauseTimes ledger, List<WorkerLine> below) {
        double computeCpu = worker.stats().computeCpuNanos() / 1e9;
        return new WorkerLine(
                worker.name(),
                worker.host(),
                worker.transport(),
                worker.slots(),
                worker.accepted(),
                worker.stats().wallNanos() / 1e9,
                worker.stats().cpuNanos() / 1e9,
                compute,
                computeCpu,
                compute > 0 ? Math.min(1, computeCpu / compute) : 0,
                ledger,
                below);
    }

    private static double imbalance(RunCore core) {
        long start = core.progress().startNanos();
        double last = 0;
        double sum = 0;
        int slots = 0;
        for (WorkerEntry entry : core.registry().entries()) {
            if (entry.acceptedUnits > 0) {
                double finished = entry.lastResultNanos - start;
                last = Math.max(last, finished);
                sum += finished * entry.slots;
                slots += entry.slots;
            }
        }
        return slots == 0 || last <= 0 ? 0 : (last - sum / slots) / last;
    }
}
