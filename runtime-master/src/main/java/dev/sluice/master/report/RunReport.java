package dev.sluice.master.report;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.master.Grants;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.Traffic;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.IfKnown;
import dev.sluice.model.RunId;
import dev.sluice.model.Written;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleLog;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.rules.TransportKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a run (AMWAT's table); {@code docs/statistics.md} explains the figures.
 *
 * @param congestion how large results were granted
 * @param verdict the limit of the run
 * @param costs of the runtime itself, by host
 * @param failedUnits units that were given up; the first of them are among {@code failures}
 * @param launching how the workers came to be
 * @param expected the expectations of models
 * @param course bottlenecks and cycles over time
 */
public record RunReport(
        RunId run,
        @Written(flat = true) RunTerms terms,
        @Written(flat = true) RunEnd end,
        @Written(flat = true) Manner manner,
        @Written(flat = true) Figures figures,
        @Written(flat = true) Launching launching,
        @Written(flat = true) Expected expected,
        Counters counters,
        Traffic.Modules traffic,
        Grants.Summary congestion,
        RunVerdict verdict,
        IdleLedger ledger,
        List<WorkerLine> workers,
        List<HostCosts> costs,
        long failedUnits,
        List<RunProgress.FailedRange> failedRanges,
        List<FailedUnit> failures,
        CourseView course,
        List<RunView.Decision> decisions) {

    /** Workers below sub-masters that have a line of their own; the lines of their sub-masters count all. */
    public static final int MOST_BELOW = 4_096;

    /**
     * The settings of the run.
     *
     * @param prefetch chunks ahead of each slot, as {@code --delivery} has them
     * @param speculation units of a cycle that might be copied in its tail [%]
     * @param exact whether the merge is exact; null if nothing is merged
     * @param seed of the run's random numbers
     */
    public record Manner(
            Policy policy,
            Weighting weights,
            String prefetch,
            @Written("speculationPercent") int speculation,
            RunTerms.ResultMode results,
            @Written("exactMerge") @IfKnown @Nullable Boolean exact,
            @IfKnown long seed) {
        public static Manner of(RunSettings settings, Results<?> results) {
            Handout now = settings.rules().handout();
            return new Manner(
                    now.policy(),
                    now.weighting(),
                    RunTerms.prefetch(now.prefetch()),
                    results instanceof Accumulation ? 0 : now.speculation(),
                    RunTerms.ResultMode.of(results),
                    RunTerms.exact(results),
                    settings.units().seed());
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

    /**
     * A unit that was given up.
     *
     * @param log the last lines of the worker on which it failed last; empty if they are not known
     * @param tries at least one
     */
    public record FailedUnit(int cycle, long unit, List<String> log, List<UnitFailure> tries) {
        public FailedUnit {
            if (tries.isEmpty()) {
                throw new IllegalArgumentException("at least one try");
            }
        }

        private static List<FailedUnit> of(RunCore core) {
            Map<String, List<String>> logs = new HashMap<>();
            core.recording().recorder().failures().stream()
                    .filter(RunView.Failure::given)
                    .forEach(failure -> logs.putIfAbsent(failure.cycle() + "/" + failure.unit(), failure.log()));
            return core.progress().quarantined().stream()
                    .map(each -> new FailedUnit(
                            each.cycle(),
                            each.unit(),
                            logs.getOrDefault(each.cycle() + "/" + each.unit(), List.of()),
                            each.failures()))
                    .toList();
        }

        /** The same for those that hear of failures. */
        public Action.Quarantine given() {
            return new Action.Quarantine(cycle, unit, tries);
        }
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
                how,
                manner,
                new Figures(
                        seconds,
                        snapshot.cycle() + 1,
                        accepted,
                        seconds > 0 ? accepted / seconds : 0,
                        imbalance(core),
                        slots,
                        core.acknowledgements().safeUnits()),
                Launching.NONE,
                Expected.nothing("nothing was expected"),
                snapshot.counters(),
                core.traffic().modules(core.registry().entries()),
                core.grants().summary(progress.startNanos()),
                RunViews.verdict(core, ledger, progress.endNanos(), true),
                RunViews.ledger(ledger, core),
                workers,
                costs,
                progress.quarantinedUnits(),
                progress.failedRanges(),
                FailedUnit.of(core),
                core.recording().course().view(CycleLog.MOST),
                core.recording().recorder().decisions());
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

    /** The workers that compute, those below sub-masters among them. */
    public List<WorkerLine> computing() {
        return workers.stream().flatMap(WorkerLine::computing).toList();
    }

    /** The same by host. */
    public Map<String, List<WorkerLine>> byHost() {
        return computing().stream()
                .collect(Collectors.groupingBy(WorkerLine::host, LinkedHashMap::new, Collectors.toList()));
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
        List<RunView.Change> changes = otherExpected.gains().changes();
        return new RunReport(
                run,
                terms,
                otherEnd,
                manner,
                otherFigures,
                otherLaunching,
                otherExpected,
                counters,
                traffic,
                congestion,
                verdict,
                ledger.with(changes.isEmpty() ? ledger.changes() : changes),
                workers,
                costs,
                failedUnits,
                failedRanges,
                failures,
                course,
                decisions);
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
