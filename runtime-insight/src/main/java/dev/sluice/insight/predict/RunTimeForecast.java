package dev.sluice.insight.predict;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.ProcessorShare;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedWorkload;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.Grouping;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Forecasts the time of runs from unit times, by simulation: with the estimated units, and with all of them shorter or
 * longer as the interval says. Immutable; any thread.
 */
public final class RunTimeForecast {
    /** Limit of units that are simulated one by one; more are grouped. */
    public static final long MOST_SIMULATED = 20_000;

    private static final double BINDS = 0.85;

    /** The limit of a point whose run is too short for a verdict. */
    static final String NO_LIMIT = "nothing that shows in so short a run";

    /** Limit of iterations until the speed of slots and the number of messages agree. */
    private static final int ROUNDS = 50;

    private static final double AGREES = 1e-5;

    private final Prediction prediction;
    private final PredictedWorkload workload;

    /** Number of units to compute. */
    private final double units;

    private final RuntimeCosts costs;
    private final Overheads overheads;
    private final SimulationTerms terms;
    private final double cpuShare;

    /**
     * @param mostUnits limit of units simulated one by one
     * @param keptAreTaken whether results of executed units are reused
     */
    public RunTimeForecast(
            Prediction prediction, RuntimeCosts costs, SimulationTerms terms, long mostUnits, boolean keptAreTaken) {
        this.prediction = prediction;
        PredictedWorkload all = PredictedWorkload.of(prediction.sampled().cycle(), mostUnits);
        this.workload = keptAreTaken ? all.withoutSample() : all;
        this.units = prediction.sampled().cycle().units() - (keptAreTaken ? sampled(prediction) : 0.0);
        this.costs = costs;
        this.cpuShare = workload.cpuShare();
        this.terms = terms.withResults(prediction.sampled().results());
        Grouping grouping = grouping(1);
        this.overheads = grouping.of(overheads(grouping));
    }

    private static int sampled(Prediction prediction) {
        return prediction.sampled().cycle().sample().size();
    }

    /** The grouping of units into messages with slots of this speed. */
    private Grouping grouping(double speed) {
        return Grouping.of(workload, terms.results(), speed);
    }

    /**
     * The curve over these numbers of workers. It is computed on all processors, because nothing else computes
     * meanwhile.
     */
    public ScalingCurve curve(int[] workers, IntFunction<World> machines) {
        List<World> placed = Arrays.stream(workers).mapToObj(machines).toList();
        try {
            return new ScalingCurve(IntStream.range(0, workers.length)
                    .parallel()
                    .mapToObj(i -> point(workers[i], placed.get(i)))
                    .toList());
        } catch (IllegalArgumentException e) { // of another thread, it is within one of the same kind
            throw e.getCause() instanceof IllegalArgumentException first ? first : e;
        }
    }

    /** The forecast for these machines. */
    public ScalingCurve.Point point(int workers, World machines) {
        return point(workers, machines, overheads);
    }

    /** The expected time on these machines, without an interval [s]. */
    double seconds(World machines) {
        return seconds(machines, overheads, 1);
    }

    private ScalingCurve.Point point(int workers, World machines, Overheads costs) {
        SimulationReport expected = simulated(workload, machines.with(costs, terms));
        Interval interval = prediction.sampled().interval();
        double seconds = expected.seconds();
        return new ScalingCurve.Point(
                workers,
                seconds,
                Math.min(seconds, seconds(machines, costs, 1 + interval.low())),
                Math.max(seconds, seconds(machines, costs, 1 + interval.high())),
                seconds > 0 ? prediction.sampled().cycle().units() / seconds : 0,
                limit(expected),
                terms.files().isNone() ? 0 : stagingSeconds(expected, machines, costs));
    }

    /** Time from the start of its process until the last worker has the files [s]. */
    private static double stagingSeconds(SimulationReport report, World machines, Overheads costs) {
        return report.workers().stream()
                        .filter(use -> use.slots() > 0)
                        .mapToDouble(use -> (double) use.times().of(Cause.STARTING) / use.slots()
                                - machines.startNanos(use.host(), costs.startNanos()))
                        .max()
                        .orElse(0)
                * 1e-9;
    }

    /**
     * The forecast for local workers. Their slots share the machine's processors with each other, with the master, and
     * with the other work of these processes. A first simulation gives the time of the application thread; the number
     * of messages gives theirs. The start of workers delays no slot, because the simulation already has it as a delay
     * in which each start uses a processor.
     */
    public ScalingCurve.Point local(int workers, int slots, int processors) {
        double pace = pace(workers, slots, processors);
        return point(workers, machines(workers, slots, pace), overheads(pace));
    }

    /** The machines whose units take 1/pace times as long as alone: what waits in a unit takes no longer. */
    private World machines(int workers, int slots, double pace) {
        return PredictedMachines.local(
                workers, slots, cpuShare == 1 ? pace : ProcessorShare.needed(cpuShare, 1 / pace, slots));
    }

    /**
     * The pace of each slot, given the other use of the processors. Slots ask for a processor for a part of their time,
     * and take longer only if all together ask for more than there is. Slower slots send more messages, because results
     * wait for each other by time. In a longer run the one-time work takes less of each second.
     */
    private double pace(int workers, int slots, int processors) {
        double all = workers * slots * cpuShare;
        double alone = PredictedMachines.speed(all, processors, 0);
        SimulationReport first =
                simulated(workload, machines(workers, slots, alone).with(overheads(alone), terms));
        double application = first.seconds()
                * first.processors().stream()
                        .filter(use -> use.part() == SimulationReport.Part.APPLICATION)
                        .mapToDouble(SimulationReport.ServerUse::utilisation)
                        .sum();
        double startSeconds = overheads.startNanos() / 1e9;
        double started = Math.min(workers, processors) * startSeconds;
        double always = (1.0 + workers) * costs.secondNanos() / 1e9;
        // Computing time with a processor for each slot.
        double computing = alone * Math.max(0, first.seconds() - startSeconds);
        double speed = alone;
        double before = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ROUNDS && Math.abs(before - speed) > AGREES; i++) {
            before = speed;
            Grouping grouping = grouping(speed);
            double once =
                    application + loops(grouping, workers) + Math.max(0, kept(grouping.messages(), workers) - started);
            // Slots of pace s compute for computing/s; processors = s·φ·slots + always + once·s/computing.
            double others = computing > 0 ? once / computing : 0;
            speed = PredictedMachines.speed(all + others, processors, always);
        }
        return speed;
    }

    /** The costs of the runtime with slots of this speed. */
    private Overheads overheads(double speed) {
        Grouping grouping = grouping(speed);
        return grouping.of(overheads(grouping));
    }

    private Overheads overheads(Grouping grouping) {
        double unitSeconds = prediction.sampled().cycle().averages().unitSeconds();
        return costs.overheads(units / Math.max(1, grouping.messages()), unitSeconds);
    }

    /** Processor time of the loops of the master and of all workers [s]. */
    private double loops(Grouping grouping, int workers) {
        Overheads busy = overheads(grouping);
        UnitCosts unit = prediction.sampled().cycle().averages();
        double messages = grouping.messages();
        double inputBytes = units * unit.inputBytes();
        // Deferred results are sent when no slot computes: the simulation already has that time.
        double resultBytes = terms.results() == ResultsKind.EACH ? units * unit.resultBytes() : 0;
        double ofWorker = busy.workerLoopNanos(messages / workers, inputBytes / workers, resultBytes / workers);
        return (workers * ofWorker + busy.masterLoopNanos(messages, units, inputBytes, resultBytes)) / 1e9;
    }

    /** Processor time of the processes apart from units and messages [s]. */
    private double kept(double messages, int workers) {
        double ofWorkers = workers * costs.workerWarmUpNanos(messages / workers, units / workers);
        return (costs.masterWarmUpNanos(messages, units) + ofWorkers) / 1e9;
    }

    private double seconds(World machines, Overheads costs, double longer) {
        return simulated(workload.times(longer), machines.with(costs, terms)).seconds();
    }

    private static SimulationReport simulated(PredictedWorkload work, World machines) {
        return Simulation.run(work.on(machines), machines);
    }

    /** The limit of the simulated run, in words, as of a real one. */
    private static String limit(SimulationReport report) {
        RunVerdict verdict = report.verdict(true);
        if (verdict.limits().isEmpty()) {
            return NO_LIMIT;
        }
        RunVerdict.Limit first = verdict.limits().get(0);
        return first.share() >= BINDS
                ? verdict.words()
                : String.format(
                        Locale.ROOT,
                        "%s (%.0f %% %s)",
                        verdict.words(),
                        100 * first.share(),
                        first.busy() ? "busy" : "of the slots' time");
    }
}
