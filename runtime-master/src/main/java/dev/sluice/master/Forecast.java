package dev.sluice.master;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedWorkload;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.Grouping;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.ResultsKind;
import dev.sluice.model.simulate.Simulation;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * From what units take to what runs take, by simulation: with the units as estimated, and with all of them as much
 * shorter or longer as the interval says. Immutable; any thread.
 */
final class Forecast {
    /** Units that are simulated one by one; what is more is put together. */
    static final long MOST_SIMULATED = 20_000;

    private static final double BINDS = 0.85;

    /** Until the length of a run and what it takes of each second agree; each round leaves a fraction of the gap. */
    private static final int ROUNDS = 50;

    private final Prediction prediction;
    private final PredictedWorkload workload;
    private final Overheads overheads;

    /** While units compute on all processors. */
    private final Overheads busy;

    private final Grouping grouping;
    private final UpkeepGrowth upkeep;
    private final SimulationTerms terms;

    /**
     * @param mostUnits simulated one by one
     * @param keptAreTaken whether the units that were executed are not computed again
     */
    Forecast(Prediction prediction, RuntimeCosts costs, SimulationTerms terms, long mostUnits, boolean keptAreTaken) {
        this.prediction = prediction;
        PredictedWorkload all = PredictedWorkload.of(prediction.sampled().cycle(), mostUnits);
        this.workload = keptAreTaken ? all.withoutSample() : all;
        this.grouping = Grouping.of(all);
        this.overheads = costs.overheads().together(grouping);
        double unitSeconds = prediction.sampled().cycle().averages().unitSeconds();
        this.busy = costs.interference().on(costs.overheads(), unitSeconds).together(grouping);
        this.upkeep = costs.upkeep();
        this.terms = terms.withResults(kind(prediction.sampled().mode()));
    }

    private static ResultsKind kind(RunTerms.ResultMode mode) {
        return switch (mode) {
            case EACH -> ResultsKind.EACH;
            case AT_CYCLE_END -> ResultsKind.AT_CYCLE_END;
            case ACCUMULATED -> ResultsKind.ACCUMULATED;
        };
    }

    /** For each of these numbers of workers; on all processors, since nobody computes anything else meanwhile. */
    ScalingCurve curve(int[] workers, IntFunction<Machines> machines) {
        List<Machines> placed = Arrays.stream(workers).mapToObj(machines).toList();
        try {
            return new ScalingCurve(IntStream.range(0, workers.length)
                    .parallel()
                    .mapToObj(i -> point(workers[i], placed.get(i)))
                    .toList());
        } catch (IllegalArgumentException e) { // of another thread, it is within one of the same kind
            throw e.getCause() instanceof IllegalArgumentException first ? first : e;
        }
    }

    /** On these machines. */
    ScalingCurve.Point point(int workers, Machines machines) {
        return point(workers, machines, overheads);
    }

    private ScalingCurve.Point point(int workers, Machines machines, Overheads costs) {
        SimulationReport expected = Simulation.run(workload, machines, costs, terms);
        Interval interval = prediction.sampled().interval();
        double seconds = expected.seconds();
        return new ScalingCurve.Point(
                workers,
                seconds,
                Math.min(seconds, seconds(machines, costs, 1 + interval.low())),
                Math.max(seconds, seconds(machines, costs, 1 + interval.high())),
                seconds > 0 ? prediction.sampled().cycle().units() / seconds : 0,
                limit(expected));
    }

    /**
     * With local workers, whose slots share the machine's processors with each other, with the master, and with what
     * all these processes do beside: what that needs of them comes out of a first simulation. What is done while
     * workers start holds no slot up: that time is in the simulation as a delay of its own, in which each start is
     * taken to use a processor.
     */
    ScalingCurve.Point local(int workers, int slots, int processors) {
        Machines alone = PredictedMachines.local(workers, slots, processors, 0);
        SimulationReport first = Simulation.run(workload, alone, busy, terms);
        double serving = first.processors().stream()
                .filter(use -> use.part() != SimulationReport.Part.SLOTS)
                .mapToDouble(SimulationReport.ServerUse::utilisation)
                .sum();
        double workerLoops = first.workers().stream()
                        .mapToLong(SimulationReport.WorkerUse::loopNanos)
                        .sum()
                / 1e9;
        double units = prediction.sampled().cycle().units();
        double messages = grouping.messages();
        double kept = (upkeep.masterNanos(messages, units)
                        + workers * upkeep.workerNanos(messages / workers, units / workers))
                / 1e9;
        double started = Math.min(workers, processors) * overheads.startNanos() / 1e9;
        double beside = workerLoops + Math.max(0, kept - started);
        double always = (upkeep.eachSecond().masterNanos()
                        + (double) workers * upkeep.eachSecond().workerNanos())
                / 1e9;
        double work = serving * first.seconds() + beside;
        double taken = taken(workers * slots, processors, first.seconds(), work, always);
        return point(workers, PredictedMachines.local(workers, slots, processors, taken), busy);
    }

    /**
     * Processors that are not the slots', on average over the run: the longer it lasts since they are not, the less of
     * each second is what is done once.
     *
     * @param seconds of the run, had the slots all processors
     * @param work that is done once [processor seconds]
     * @param always what is taken whatever happens [processors]
     */
    private static double taken(int slots, int processors, double seconds, double work, double always) {
        if (seconds <= 0) {
            return always;
        }
        double alone = PredictedMachines.speed(slots, processors, 0);
        double lasts = seconds;
        double taken = always;
        for (int i = 0; i < ROUNDS; i++) {
            taken = always + work / lasts;
            lasts = seconds * alone / PredictedMachines.speed(slots, processors, taken);
        }
        return taken;
    }

    private double seconds(Machines machines, Overheads costs, double longer) {
        return Simulation.run(workload.times(longer), machines, costs, terms).seconds();
    }

    /** What is busy most of the time, in words. */
    private static String limit(SimulationReport report) {
        double slots = report.slotNanos() == 0
                ? 0
                : (double) (report.idle().of(Cause.COMPUTE) + report.idle().of(Cause.RUNTIME)) / report.slotNanos();
        String busiest = "slots";
        double most = slots;
        List<SimulationReport.ServerUse> servers = new ArrayList<>(report.links());
        report.processors().stream()
                .filter(use -> use.part() != SimulationReport.Part.SLOTS)
                .forEach(servers::add);
        SimulationReport.ServerUse server = servers.stream()
                .max(Comparator.comparingDouble(SimulationReport.ServerUse::utilisation))
                .orElse(null);
        if (server != null && server.utilisation() > most) {
            most = server.utilisation();
            busiest = words(server);
        }
        return most >= BINDS ? busiest : busiest + String.format(Locale.ROOT, " (%.0f %% busy)", 100 * most);
    }

    private static String words(SimulationReport.ServerUse server) {
        return switch (server.part()) {
            case SLOTS -> "slots";
            case LOOP, APPLICATION -> "the master";
            case PORT_DOWN, PORT_UP, PORT_SHARED -> "the port of " + server.name();
            case LINK_DOWN, LINK_UP, LINK_SHARED -> "the link " + server.name();
        };
    }
}
