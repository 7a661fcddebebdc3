package dev.sluice.insight.gain;

import dev.sluice.model.IfKnown;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.Workloads;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of a run, as measured.
 *
 * @param cycles of the whole run
 * @param units of the whole run
 * @param doneUnits of them that are accepted
 * @param unitSeconds mean compute time of a unit over all workers [s]
 * @param spreadSeconds standard deviation of the compute time between units [s]
 * @param acceptSeconds time of the master for one result [s]
 * @param inputBytes of a unit [bytes]
 * @param resultBytes of a unit; 0 for accumulated results [bytes]
 * @param setupBytes of a cycle, for each worker [bytes]
 * @param accumulatedBytes of the value of a worker in a cycle; 0 unless results are accumulated [bytes]
 * @param kinds of units that need other than one slot
 * @param growth of open cycles, in its order
 */
public record GainWork(
        int cycles,
        long units,
        long doneUnits,
        double unitSeconds,
        double spreadSeconds,
        double acceptSeconds,
        double inputBytes,
        double resultBytes,
        double setupBytes,
        double accumulatedBytes,
        @IfKnown List<GainKind> kinds,
        @IfKnown List<GainGrowth> growth) {
    public GainWork {
        kinds = List.copyOf(kinds);
        growth = List.copyOf(growth);
    }

    /** Units whose times differ less are simulated as equal [share of the mean]. */
    private static final double EQUAL = 0.02;

    /** The same work with other times of units, in seconds. */
    GainWork withTimes(double mean, double spread) {
        return new GainWork(
                cycles,
                units,
                doneUnits,
                mean,
                spread,
                acceptSeconds,
                inputBytes,
                resultBytes,
                setupBytes,
                accumulatedBytes,
                kinds,
                growth);
    }

    /** Units of one cycle, on average. */
    public double unitsOfCycle() {
        return (double) units / Math.max(1, cycles);
    }

    /** Average costs, for the flow model, with the bytes on a wire. */
    UnitCosts costs() {
        double wire = LinkThroughput.WIRE_BYTES;
        return new UnitCosts(unitSeconds, acceptSeconds, wire * inputBytes, wire * resultBytes, wire * setupBytes);
    }

    /** The kinds of this cycle, which has so many units. Those that are not known one by one are spread evenly. */
    List<Event.Sized> kindsOf(int cycle, long ofCycle) {
        List<Event.Sized> known = new ArrayList<>();
        for (GainKind kind : kinds) {
            UnitRanges here = kind.cycle() == cycle ? kind.known().within(0, ofCycle) : new UnitRanges();
            if (!here.isEmpty()) {
                known.add(new Event.Sized(kind.amounts(), here));
            }
        }
        boolean spread = kinds.stream().anyMatch(kind -> kind.cycle() == cycle && kind.ranges().length == 0);
        return spread && ofCycle < Long.MAX_VALUE
                ? spread(plain(1, 0, 1), ofCycle).kinds(0)
                : known;
    }

    /** The units that come while this cycle of so many units is open; fewer if not all were accepted. */
    List<Growth> growthOf(int cycle, long ofCycle) {
        List<Growth> steps = new ArrayList<>();
        long left = ofCycle;
        for (GainGrowth each : growth) {
            long units = Math.min(left, each.units());
            if (each.cycle() == cycle && units > 0) {
                steps.add(new Growth(units, each.after(), each.growth().nanos()));
                left -= units;
            }
        }
        return steps;
    }

    /** The simulator's workload with fewer cycles and units. */
    Workload workload(int someCycles, long someUnits) {
        return workload(someCycles, someUnits, 1);
    }

    /** The same with other drawn units for another seed. */
    Workload workload(int someCycles, long someUnits, long seed) {
        Workload plain = plain(someCycles, someUnits, seed);
        return kinds.isEmpty() ? plain : spread(plain, someUnits);
    }

    /** The same without kinds. */
    Workload plain(int someCycles, long someUnits, long seed) {
        Distribution compute = spreadSeconds > EQUAL * unitSeconds
                ? new Distribution.LogNormal(unitSeconds * 1e9, spreadSeconds * 1e9)
                : new Distribution.Fixed(unitSeconds * 1e9);
        Workload each = Workloads.drawn(
                new Workloads.Shape(someCycles, someUnits, Math.round(setupBytes)),
                new Workloads.Spreads(
                        compute,
                        new Distribution.Fixed(inputBytes),
                        new Distribution.Fixed(resultBytes),
                        new Distribution.Fixed(acceptSeconds * 1e9)),
                seed);
        return accumulatedBytes > 0 ? new Accumulated(each, Math.round(accumulatedBytes)) : each;
    }

    /** The workload with kinds in their shares, evenly over all units, each with its own mean time. */
    private Workload spread(Workload like, long someUnits) {
        return Workloads.mixed(like, mix(), someUnits);
    }

    private UnitMix mix() {
        double each = Math.max(1, units);
        return UnitMix.of(kinds.stream()
                .map(kind -> {
                    double longer = kind.unitSeconds() / unitSeconds;
                    return new UnitMix.Kind(kind.amounts(), kind.units() / each, longer > 0 ? longer : 1);
                })
                .toList());
    }

    /** Workers return one value of another size than that of a unit's result. */
    private static final class Accumulated extends WorkloadLike {
        private final long bytes;

        Accumulated(Workload like, long bytes) {
            super(like);
            this.bytes = bytes;
        }

        @Override
        public long foldedBytes(int cycle) {
            return bytes;
        }
    }
}
