package dev.sluice.benchmarks.tuning;

import dev.sluice.model.flow.Host;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.MateModel;
import dev.sluice.model.tune.SimulatedTuning;
import dev.sluice.model.tune.TunedStep;
import dev.sluice.view.ScriptText;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The experiment of Morajko, César et al. (2006, section 5) in virtual time: the bodies of an N-body simulation go to
 * every worker in each cycle, and a file changes the workers' processors. More workers share the computing and need
 * more of the master's link, so that the best number of them follows the load. The paper does not tell the number of
 * bodies: here eight workers are best under the usual load, as in its Table 1. Immutable.
 *
 * @param name of the load file
 * @param cycles as many as the best fixed number of workers needs to see the whole file
 */
public record MateExperiment(String name, int cycles, Machines machines, Script load) {
    private static final int UNITS = 912;
    private static final int BODIES_BYTES = 96_000;

    /** Compute time of a cycle on a whole processor. */
    private static final double COMPUTE_SECONDS = 0.384;

    private static final double LINK_BYTES = 1.25e6;
    private static final int RESULT_BYTES = BODIES_BYTES / UNITS;
    private static final Overheads OVERHEADS = Overheads.MEASURED.withStart(0);
    private static final int STEADY_CYCLES = 3;

    /** The experiment of one load file of the test network. */
    public static MateExperiment of(Path lab, String name, int cycles) throws IOException {
        Machines machines = Machines.all(ViewFile.read(lab.resolve("mate.yaml")).view(), 0);
        String file = lab.resolve("patterns").resolve(name + ".load").toString();
        return new MateExperiment(name, cycles, machines, new ScriptText(machines).parse(file));
    }

    /**
     * One run.
     *
     * @param workerSeconds time of all workers that were not parked [s]
     */
    public record Outcome(double seconds, double workerSeconds, List<CycleTimes> cycles, List<TunedStep> steps) {}

    /** The run with this number of workers, from its begin to its end. */
    public Outcome fixed(int workers) {
        return outcome(run(first(workers), cycles, load, Steering.NONE), List.of());
    }

    /** The run that begins with all workers, with a tuner that may park them. */
    public Outcome tuned() {
        Set<Knob> fixed = EnumSet.complementOf(EnumSet.of(Knob.WORKERS));
        SimulatedTuning tuning =
                new SimulatedTuning(workload(cycles), machines, OVERHEADS, SimulationTerms.DEFAULT, fixed);
        return outcome(run(machines, cycles, load, tuning), tuning.steps());
    }

    private static Outcome outcome(SimulationReport report, List<TunedStep> steps) {
        double worked = (report.slotNanos() - report.idle().of(Cause.PARKED)) / 1e9;
        return new Outcome(report.seconds(), worked, report.cycles(), steps);
    }

    private static SimulationReport run(Machines machines, int cycles, Script load, Steering steering) {
        SimulationReport report = Simulation.run(
                workload(cycles),
                machines,
                OVERHEADS,
                SimulationTerms.DEFAULT.withScript(load),
                Timeline.NONE,
                steering);
        if (report.ending() != SimulationReport.Ending.COMPLETE) {
            throw new IllegalStateException(machines.workers() + " workers: " + report.ending());
        }
        return report;
    }

    private static Workload workload(int cycles) {
        return Workloads.drawn(
                new Workloads.Shape(cycles, UNITS, BODIES_BYTES),
                new Workloads.Spreads(
                        new Distribution.Fixed(COMPUTE_SECONDS * 1e9 / UNITS),
                        new Distribution.Fixed(8),
                        new Distribution.Fixed(RESULT_BYTES),
                        new Distribution.Fixed(1_000)),
                1);
    }

    private Machines first(int workers) {
        int[] hosts = IntStream.range(0, workers).map(machines::worker).toArray();
        return new Machines(machines.view(), machines.master(), hosts);
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

    /** The periods after each change of the load. */
    public List<Period> periods(Outcome outcome) {
        long[] begins = changes();
        List<Period> periods = new ArrayList<>();
        for (int i = 0; i < begins.length; i++) {
            double from = begins[i];
            double to = i + 1 < begins.length ? begins[i + 1] : Double.POSITIVE_INFINITY;
            double[] changes = outcome.steps().stream()
                    .mapToDouble(step -> step.change().seconds() * 1e9)
                    .filter(nanos -> nanos >= from && nanos < to)
                    .toArray();
            periods.add(new Period(from, changes));
        }
        return periods;
    }

    /** The number of workers that the closed form takes for the best while they have this share of a processor. */
    public int bestByEquations(double share) {
        return new MateModel(0, 1 / LINK_BYTES, BODIES_BYTES, 0, BODIES_BYTES, COMPUTE_SECONDS / share)
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
                .map(cycle -> atWork(outcome.steps(), cycle.fromNanos()))
                .toList();
    }

    private int atWork(List<TunedStep> steps, long nanos) {
        int parked = 0;
        for (TunedStep step : steps) {
            if (step.change().seconds() * 1e9 <= nanos + 1) {
                parked = step.change().to().parked().size();
            }
        }
        return machines.workers() - parked;
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
