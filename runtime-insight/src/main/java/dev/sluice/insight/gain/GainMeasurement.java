package dev.sluice.insight.gain;

import dev.sluice.insight.gain.GainNetwork.GainSubMaster;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.report.HostRoom;
import dev.sluice.master.report.Processor;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.message.SubMasterWorkers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the measurements of a run, on the master loop: while it is running, or when it is over. It takes time in
 * proportion to the workers.
 */
public final class GainMeasurement {
    /** Share of a worker's slot time for which it must have waited for its link, so that the link has to be known. */
    private static final double WAITED = 0.05;

    /** Share of all slots' time from which the master's own link may be narrow. */
    private static final double NARROW = 0.01;

    /** Workers of the largest run that is measured while it is running, with those below sub-masters. */
    private static final int MOST_WHILE_RUNNING = 4_096;

    private final RunCore core;
    private final RunFacts facts;
    private final long nowNanos;
    private final RunProgress.Snapshot progress;
    private final RunLedger.Summary ledger;
    private final Map<WorkerId, CauseTimes> ledgers = new HashMap<>();
    private final HostRoom room;

    /**
     * Facts that the core does not know.
     *
     * @param results how they come back
     * @param acceptSeconds mean time of the application's thread for a result; 0 if unknown [s]
     * @param costs of the runtime's messages; all figures known
     * @param over whether the run has ended, so that it has no more units than those done
     */
    public record RunFacts(RunTerms.ResultMode results, double acceptSeconds, RuntimeCosts costs, boolean over) {}

    private GainMeasurement(RunCore core, RunFacts facts, long nowNanos) {
        this.core = core;
        this.facts = facts;
        this.nowNanos = nowNanos;
        this.progress = core.progress().snapshot();
        this.ledger = core.ledger().summary(nowNanos);
        ledger.workers().forEach(each -> ledgers.put(each.worker(), each.times()));
        this.room = new HostRoom(core.registry().entries(), Processor::of);
    }

    /**
     * Tells whether a run has so many workers that a measurement keeps its master busy for long, so that none is worth
     * it while the run is running. On the master loop.
     */
    public static boolean tooLarge(RunCore core) {
        long workers = core.registry().entries().stream()
                .mapToLong(entry -> 1 + entry.linesBelow().count())
                .sum();
        return workers > MOST_WHILE_RUNNING;
    }

    /** The measurements until {@code nowNanos}: the end of the run, or the present. */
    public static GainInput of(RunCore core, RunFacts facts, long nowNanos) {
        return new GainMeasurement(core, facts, nowNanos).input();
    }

    private double seconds() {
        return (nowNanos - core.progress().startNanos()) / 1e9;
    }

    private GainInput input() {
        List<WorkerEntry> top = core.registry().entries().stream()
                .filter(entry -> entry.slots > 0 || entry.linesBelow().findAny().isPresent())
                .toList();
        double waited = top.stream().mapToDouble(this::linkWaits).sum();
        NetworkEstimate network = new NetworkEstimate(
                top,
                new NetworkEstimate.Passed(
                        seconds() - core.progress().firstSlotNanos() / 1e9,
                        WorkerEntry::work,
                        core.traffic().setupPace().bytesPerSecond(),
                        waited >= NARROW * ledger.slotNanos() / 1e9));
        List<GainSubMaster> subMasters = new ArrayList<>();
        List<GainWorker> workers = new ArrayList<>();
        MeasuredTimes times = new MeasuredTimes(top);
        RunSteps steps = new RunSteps(core.recording().changes(), Math.round(seconds() * 1e9));
        boolean known = true;
        for (WorkerEntry entry : top) {
            boolean waits = linkWaits(entry) > WAITED * of(entry).total() / 1e9;
            known &= !waits || network.isKnown(entry);
            if (entry.branch) {
                int number = subMasters.size();
                subMasters.add(
                        new GainSubMaster(entry.host, network.link(entry), network.port(entry), joinedSeconds(entry)));
                steps.subMaster(entry.id.number());
                entry.linesBelow().filter(line -> line.slots() > 0).forEach(line -> {
                    steps.below(entry, line);
                    workers.add(below(entry, line, times, network.link(entry), number));
                });
            } else {
                steps.worker(entry.id.number());
                workers.add(worker(entry, times, network));
            }
        }
        return new GainInput(
                seconds(),
                work(times),
                workers,
                network.network(subMasters, known),
                terms().withScript(steps.script()
                        .plus(new Script(
                                network.changes(core.traffic(), core.progress().startNanos())))),
                overheads(times.meanSeconds()),
                RunViews.ledger(ledger, core.registry().entries()));
    }

    private CauseTimes of(WorkerEntry entry) {
        return ledgers.getOrDefault(entry.id, CauseTimes.ZERO);
    }

    private double linkWaits(WorkerEntry entry) {
        return linkWaits(of(entry));
    }

    private static double linkWaits(CauseTimes times) {
        return (times.of(Cause.RESULTS_LINK) + times.of(Cause.INPUTS_LINK) + times.of(Cause.SETUP)) / 1e9;
    }

    // ---- workers

    private GainWorker worker(WorkerEntry entry, MeasuredTimes times, NetworkEstimate network) {
        CauseTimes spent = of(entry);
        return new GainWorker(
                entry.id.toString(),
                entry.host,
                entry.slots,
                times.of(entry),
                entry.state() == RunView.State.GONE ? joinedSeconds(entry) : ready(spent, entry.slots),
                network.link(entry),
                network.port(entry),
                -1,
                linkWaits(spent),
                room.spare(entry.host),
                resources(entry.offer, entry.slots));
    }

    private GainWorker below(
            WorkerEntry above, SubMasterWorkers.Line line, MeasuredTimes times, int link, int subMaster) {
        double starting = line.stats().causes().of(Cause.STARTING) / 1e9 / line.slots();
        return new GainWorker(
                line.name(),
                line.host(),
                line.slots(),
                times.of(line),
                Math.max(0, above.belowFromNanos(line) / 1e9 + starting),
                link,
                Wire.UNLIMITED,
                subMaster,
                0,
                0,
                resources(above.offer, line.slots()));
    }

    /**
     * The resources of a worker with so many slots, beside them. Of those below a sub-master, those with as many slots
     * offer what the most able of them does.
     */
    private String resources(Offer of, int slots) {
        if (!core.recording().units().hasKinds()) {
            return "";
        }
        return of.single().stream()
                .max(Comparator.comparing((Amounts each) -> each.get(Amounts.PROCESSORS) == slots)
                        .thenComparing(each -> each.get(Amounts.PROCESSORS)))
                .orElse(Amounts.NONE)
                .without(Amounts.ONE_SLOT)
                .written();
    }

    private List<GainKind> kinds() {
        Map<Amounts, Double> seconds = core.recording().units().resources().unitSeconds();
        List<GainKind> kinds = new ArrayList<>();
        core.recording()
                .units()
                .forEachKind((cycle, kind) -> kinds.add(GainKind.of(
                        cycle,
                        kind.needs(),
                        kind.units(),
                        kind.ranges(),
                        seconds.getOrDefault(kind.needs(), Double.NaN))));
        return kinds;
    }

    private List<GainGrowth> growth() {
        List<GainGrowth> growth = new ArrayList<>();
        core.recording()
                .units()
                .growth()
                .forEach((cycle, steps) -> steps.forEach(
                        step -> growth.add(new GainGrowth(cycle, step.units(), step.after(), step.nanos() / 1e9))));
        return growth;
    }

    /** When the slots of a worker of this master began, or a sub-master joined [s]. */
    private double joinedSeconds(WorkerEntry entry) {
        return core.recording().since(entry.arrival().computesNanos()) / 1e9;
    }

    /** When the slots of a worker could compute that was there until the end [s]. */
    private double ready(CauseTimes spent, int slots) {
        double present = spent.total() / 1e9 / slots;
        double starting = spent.of(Cause.STARTING) / 1e9 / slots;
        return Math.max(0, seconds() - present + starting);
    }

    // ---- work

    private GainWork work(MeasuredTimes times) {
        long done = facts.over() ? progress.counters().accepted() : progress.finishedInAll();
        int cycles = Math.max(
                1, facts.over() ? progress.cycle() + 1 : Math.max(progress.cycle() + 1, progress.cyclesInAll()));
        long units = facts.over() ? done : Math.max(done, units(cycles));
        boolean accumulated = facts.results() == RunTerms.ResultMode.ACCUMULATED;
        double received = core.traffic().bytesReceived();
        double values = Math.max(
                1,
                (double) (progress.cycle() + 1)
                        * Math.max(1, core.registry().entries().size()));
        return new GainWork(
                cycles,
                units,
                done,
                times.meanSeconds(),
                times.spreadSeconds(),
                facts.acceptSeconds(),
                core.traffic().inputBytes() / Math.max(1.0, progress.counters().assigned()),
                accumulated ? 0 : received / Math.max(1, done),
                core.traffic().meanSetupBytes(),
                accumulated ? received / values : 0,
                kinds(),
                growth());
    }

    /** Units of the whole run, if later cycles are like those so far. */
    private long units(int cycles) {
        long begun = progress.finishedInAll() - progress.finished() + progress.units();
        return Math.round((double) begun / Math.max(1, progress.cycle() + 1) * cycles);
    }

    private SimulationTerms terms() {
        RunSettings settings = core.settings();
        ResultsKind kind = switch (facts.results()) {
            case EACH -> ResultsKind.EACH;
            case AT_CYCLE_END -> ResultsKind.AT_CYCLE_END;
            case ACCUMULATED -> ResultsKind.ACCUMULATED;
        };
        return SimulationTerms.DEFAULT
                .with(settings.rules().with(PlannedWeights.NONE))
                .withResultMemory(Math.max(1, settings.limits().results().memoryBytes()))
                .withResults(kind);
    }

    /** The costs of messages, and those of slots as this run's ledger has them, start-up included. */
    private Overheads overheads(double unitSeconds) {
        double units = Math.max(1, progress.counters().accepted());
        double messages = Math.max(1, core.traffic().messagesReceived());
        Overheads usual = facts.costs().overheads(units / messages, Math.max(1e-9, unitSeconds));
        return new Overheads(
                usual.masterSends(),
                usual.masterReceives(),
                usual.workerSends(),
                usual.workerReceives(),
                usual.handOutNanos(),
                usual.takeNanos(),
                ledger.times().of(Cause.RUNTIME) / units,
                0,
                usual.frameBytes(),
                usual.unitBytes(),
                usual.startNanos(),
                usual.travel(),
                new Overheads.Warming(usual.warming().master(), usual.warming().worker(), Overheads.Decline.NONE));
    }

    /** The changes of a run as a script for the hosts that {@link GainInput#world} makes of its workers. Used once. */
    private static final class RunSteps {
        /** A report of a worker below a sub-master is at most so old, or an eighth of the time that it reports [ns]. */
        private static final long REPORT_NANOS = 3_000_000_000L;

        private static final int REPORT_PARTS = 8;

        private final List<Script.Step> changes;
        private final long endNanos;

        /** Hosts by the number of a worker of the master. */
        private final Map<Integer, Integer> hosts = new HashMap<>();

        private final List<Integer> subMasters = new ArrayList<>();
        private final List<Script.Step> below = new ArrayList<>();
        private int workers;

        /** The step with which the latest sub-master left or was lost for good; null if it is there. */
        private Script.@Nullable OfHost lastStep;

        /**
         * @param changes as the master has recorded them
         * @param endNanos time of the run so far [ns]
         */
        RunSteps(List<Script.Step> changes, long endNanos) {
            this.changes = changes;
            this.endNanos = endNanos;
        }

        /** The next worker is one of the master. */
        void worker(int number) {
            hosts.put(number, ++workers);
        }

        /** The next sub-master. */
        void subMaster(int number) {
            subMasters.add(number);
            lastStep = end(number);
        }

        /**
         * The next worker is below the latest sub-master, and leaves when its reports end before those of the
         * sub-master do.
         */
        void below(WorkerEntry subMaster, SubMasterWorkers.Line line) {
            int host = ++workers;
            long from = subMaster.belowFromNanos(line);
            long age = line.stats().causes().total() / line.slots();
            Script.OfHost last = lastStep;
            if (last != null && !(last instanceof Script.Drain)) {
                below.add(last.of(host));
            } else if (last != null || from + age < endNanos - Math.max(REPORT_NANOS, age / REPORT_PARTS)) {
                below.add(new Script.Drain(from + age, host));
            }
        }

        /** The step with which this worker of the master left or was lost for good; null if it is there. */
        private Script.@Nullable OfHost end(int number) {
            Script.OfHost last = null;
            for (Script.Step step : changes) {
                if (step instanceof Script.OfHost of && of.host() == number) {
                    last = of.ends() ? of : of instanceof Script.Join ? null : last;
                }
            }
            return last;
        }

        Script script() {
            int next = 1 + workers;
            for (int number : subMasters) {
                hosts.put(number, next++);
            }
            List<Script.Step> steps = new ArrayList<>(below);
            for (Script.Step step : changes) {
                if (!(step instanceof Script.OfHost of)) {
                    steps.add(step);
                } else if (hosts.containsKey(of.host())) {
                    steps.add(of.of(hosts.get(of.host())));
                }
            }
            return new Script(steps);
        }
    }
}
