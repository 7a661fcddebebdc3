package dev.sluice.model.tune;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.IntStream;

/**
 * The facts of a run besides its measurements.
 *
 * @param workload cycles, units and sizes; its times are not looked at
 * @param machines the network, and the hosts with their slots; their speeds are measured
 * @param terms the settings with which the run begins
 */
public record TunedRun(Workload workload, Machines machines, Overheads overheads, SimulationTerms terms) {
    /** Units of a cycle whose costs are averaged. */
    private static final long MOST_SAMPLED = 512;

    /** The hosts with workers, by their index in the view. */
    static int[] hosts(Machines machines) {
        return IntStream.range(0, machines.workers()).map(machines::worker).toArray();
    }

    /** The machines without the workers of these hosts. */
    static Machines without(Machines machines, SortedSet<Integer> parked) {
        if (parked.isEmpty()) {
            return machines;
        }
        int[] workers = Arrays.stream(hosts(machines))
                .filter(host -> !parked.contains(host))
                .toArray();
        List<Machines.SubMaster> subs = machines.subMasters().stream()
                .map(sub -> new Machines.SubMaster(
                        sub.host(),
                        sub.children().stream()
                                .filter(child -> !parked.contains(child))
                                .toList()))
                .toList();
        return new Machines(machines.view(), machines.master(), workers).withSubMasters(subs);
    }

    /** The mean costs of a cycle's units on the mean host. */
    UnitCosts costs(UnitForecast forecast, int cycle) {
        long units = workload.units(cycle);
        long step = Math.max(1, units / MOST_SAMPLED);
        long count = 0;
        double compute = 0;
        double accept = 0;
        double input = 0;
        double result = 0;
        for (long unit = 0; unit < units; unit += step) {
            count++;
            compute += forecast.seconds(unit);
            accept += workload.acceptNanos(cycle, unit);
            input += workload.inputBytes(cycle, unit);
            result += workload.resultBytes(cycle, unit);
        }
        boolean accumulated = terms.results() == ResultsKind.ACCUMULATED;
        return new UnitCosts(
                Math.max(Double.MIN_NORMAL, compute / count),
                accept / count * 1e-9,
                input / count,
                result / count,
                workload.setupBytes(cycle),
                terms.results(),
                accumulated ? workload.foldedBytes(cycle) : 0,
                accumulated ? workload.mergeNanos(cycle) * 1e-9 : 0,
                workload.cpuShare());
    }

    /** The closed form of a cycle. */
    MateModel mate(UnitForecast forecast, int cycle) {
        UnitCosts costs = costs(forecast, cycle);
        double units = workload.units(cycle);
        int[] hosts = hosts(machines);
        double slots = Arrays.stream(hosts)
                .map(host -> machines.view().hosts().get(host).slots())
                .average()
                .orElse(1);
        MateWay way = MateWay.of(machines);
        double message = overheads.masterSends().messageNanos()
                + overheads.workerReceives().messageNanos()
                + overheads.travel().delayNanos();
        return new MateModel(
                way.latencySeconds() + message / 1e9,
                overheads.travel().wireBytes() / way.bytesPerSecond(),
                costs.setupBytes(),
                costs.inputBytes() * units,
                costs.valueBytes() > 0 ? costs.valueBytes() * hosts.length : costs.resultBytes() * units,
                costs.unitSeconds() * units / slots);
    }
}
