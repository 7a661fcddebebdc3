package dev.sluice.benchmarks.tuning;

import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.flow.Host;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.MateModel;
import dev.sluice.model.tune.SimulatedTuning;
import dev.sluice.model.tune.TunedStep;
import dev.sluice.view.ScriptText;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The experiment of Morajko, César et al. (2006, section 5) in virtual time: the bodies of an N-body simulation go to
 * every worker in each cycle, and a file changes the workers' processors. More workers share the computing and need
 * more of the master's link, so that the best number of them follows the load. The paper does not tell the number of
 * bodies: here eight workers are best under the usual load, as in its Table 1. Immutable.
 *
 * @param name of the load
 * @param cycles as many as the best fixed number of workers needs to see the whole file
 */
public record MateExperiment(String name, int cycles, Scale scale, World machines, Script load) {
    private static final int STEADY_CYCLES = 3;

    /** All workers get their setups at the same time, as in the paper; small ones do so in any case. */
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT.withSetups(SetupOrder.AT_ONCE);

    /**
     * The network and the sizes of the experiment.
     *
     * @param suffix of the names of the network and of its load files
     * @param units of a cycle
     * @param bodiesBytes setup of each worker in each cycle, and the results of a cycle [bytes]
     * @param computeSeconds of a cycle on a whole processor [s]
     */
    public record Scale(String suffix, int units, int bodiesBytes, double computeSeconds, Overheads overheads) {
        /** The experiment in virtual time. */
        public static final Scale SIMULATED = new Scale("", 912, 96_000, 0.384, Overheads.MEASURED.withStart(0));

        /** The view of the test network. */
        public Path view(Path lab) {
            return lab.resolve("mate" + suffix + ".yaml");
        }

        /** A load file for it. */
        public Path load(Path lab, String name) {
            return lab.resolve("patterns").resolve(name + suffix + ".load");
        }

        /** Time of a unit on a whole processor [s]. */
        public double unitSeconds() {
            return computeSeconds / units;
        }

        /** Size of the result of a unit [bytes]. */
        public int resultBytes() {
            return bodiesBytes / units;
        }
    }

    /** The experiment of one load file of the test network. */
    public static MateExperiment of(Path lab, String name, int cycles) throws IOException {
        return of(lab, Scale.SIMULATED, name, cycles);
    }

    /** The same with other sizes. */
    public static MateExperiment of(Path lab, Scale scale, String name, int cycles) throws IOException {
        World machines = World.all(ViewFile.read(scale.view(lab)).view(), 0);
        Script load = new ScriptText(machines).parse(scale.load(lab, name).toString());
        return new MateExperiment(name, cycles, scale, machines, load);
    }

    /**
     * One run. Times are from the begin of its first cycle.
     *
     * @param workerSeconds time of all workers that were not parked [s]
     * @param changes of the number of workers, in their order
     */
    public record Outcome(double seconds, double workerSeconds, List<CycleTimes> cycles, List<Change> changes) {}

    /**
     * A change of the number of workers.
     *
     * @param atWork workers that are not parked from then on
     * @param words what changed, why, and what came of it
     */
    public record Change(double nanos, int atWork, String words) {}

    /** The run with this number of workers, from its begin to its end. */
    public Outcome fixed(int workers) {
        return outcome(run(first(workers), cycles, load, Steering.NONE), List.of());
    }

    /** The run that begins with all workers, with a tuner that may park them. */
    public Outcome tuned() {
        SimulatedTuning tuning = new SimulatedTuning(workload(cycles), machines.with(scale.overheads, TERMS));
        SimulationReport report = run(machines, cycles, load, tuning);
        return outcome(report, tuning.steps().stream().map(this::change).toList());
    }

    private Change change(TunedStep step) {
        int atWork = machines.workers() - step.change().to().parked().size();
        String words = String.join("; ", step.change().text(), step.change().why(), step.outcome());
        return new Change(step.change().seconds() * 1e9, atWork, words);
    }

    private static Outcome outcome(SimulationReport report, List<Change> changes) {
        double worked = (report.slotNanos() - report.idle().of(Cause.PARKED)) / 1e9;
        return new Outcome(report.seconds(), worked, report.cycles(), changes);
    }

    private SimulationReport run(World machines, int cycles, Script load, Steering steering) {
        SimulationReport report = Simulation.run(
                workload(cycles), machines.with(scale.overheads, TERMS.withScript(load)), Timeline.NONE, steering);
        if (report.ending() != SimulationReport.Ending.COMPLETE) {
            throw new IllegalStateException(machines.workers() + " workers: " + report.ending());
        }
        return report;
    }

    private Workload workload(int cycles) {
        return Workloads.drawn(
                new Workloads.Shape(cycles, scale.units, scale.bodiesBytes),
                new Workloads.Spreads(
                        new Distribution.Fixed(scale.unitSeconds() * 1e9),
                        new Distribution.Fixed(8),
                        new Distribution.Fixed(scale.resultBytes()),
                        new Distribution.Fixed(1_000)),
                1);
    }

    private World first(int workers) {
        int[] hosts = IntStream.range(0, workers).map(machines::worker).toArray();
        return new World(machines.view(), machines.master(), hosts);
    }

    /** The share of a processor that a worker has at a time of the run. */
    public double share(long nanos) {
        Host host = machines.view().hosts().get(machines.worker(0));
        double share = host.availability();
        for (Script.Step step : load.steps()) {
            if (step.atNanos() <= nanos && step instanceof Script.Load to && to.host() == machines.worker(0)) {
                share = to.availability();
            }
        }
        return share;
    }

    /** Times at which the load changes while the run is running [ns]. */
    public long[] changes() {
        return load.steps().stream()
                .mapToLong(Script.Step::atNanos)
                .filter(each -> each > 0)
                .distinct()
                .toArray();
    }

    /**
     * A time in which the load stays as it is.
     *
     * @param fromNanos the change of the load with which it begins [ns]
     * @param changes of the number of workers in it, in their order [ns]
     */
    public record Period(double fromNanos, double[] changes) {}

    /** The most changes of the number of workers in a period. */
    public int mostChanges(Outcome outcome) {
        return periods(outcome).stream()
                .mapToInt(period -> period.changes().length)
                .max()
                .orElse(0);
    }

    /** The periods after each change of the load. */
    public List<Period> periods(Outcome outcome) {
        long[] begins = changes();
        List<Period> periods = new ArrayList<>();
        for (int i = 0; i < begins.length; i++) {
            double from = begins[i];
            double to = i + 1 < begins.length ? begins[i + 1] : Double.POSITIVE_INFINITY;
            double[] changes = outcome.changes().stream()
                    .mapToDouble(Change::nanos)
                    .filter(nanos -> nanos >= from && nanos < to)
                    .toArray();
            periods.add(new Period(from, changes));
        }
        return periods;
    }

    /** The number of workers that the closed form takes for the best while they have this share of a processor. */
    public int bestByEquations(double share) {
        double portBytes = machines.view().hosts().get(machines.master()).port().upBytesPerSecond();
        double bodies = scale.bodiesBytes;
        return new MateModel(0, 1 / portBytes, bodies, 0, bodies, scale.computeSeconds / share)
                .best(machines.workers());
    }

    /** The number of workers with the shortest simulated cycles while they have this share of a processor. */
    public int bestBySimulation(double share) {
        int best = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int workers = 1; workers <= machines.workers(); workers++) {
            Script steady = new Script(IntStream.range(0, workers)
                    .<Script.Step>mapToObj(each -> new Script.Load(0, machines.worker(each), share))
                    .toList());
            double seconds =
                    run(first(workers), STEADY_CYCLES, steady, Steering.NONE).seconds();
            if (seconds < least) {
                best = workers;
                least = seconds;
            }
        }
        return best;
    }

    /** Workers that are not parked in each cycle. */
    public List<Integer> atWork(Outcome outcome) {
        return outcome.cycles().stream()
                .map(cycle -> atWork(outcome.changes(), cycle.fromNanos()))
                .toList();
    }

    private int atWork(List<Change> changes, long nanos) {
        int atWork = machines.workers();
        for (Change change : changes) {
            atWork = change.nanos() <= nanos + 1 ? change.atWork() : atWork;
        }
        return atWork;
    }

    /**
     * Whole cycles under a new load before the number of workers first changes; the most of all loads that are followed
     * by a change.
     */
    public int cyclesUntilReaction(Outcome outcome) {
        int most = 0;
        for (Period period : periods(outcome)) {
            double from = period.fromNanos();
            double reacts = period.changes().length == 0 ? from : period.changes()[0];
            long whole = outcome.cycles().stream()
                    .filter(cycle -> cycle.fromNanos() >= from && cycle.toNanos() <= reacts + 1)
                    .count();
            most = (int) Math.max(most, whole);
        }
        return most;
    }
}
