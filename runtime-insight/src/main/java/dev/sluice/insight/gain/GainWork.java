package dev.sluice.insight.gain;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.Workloads;

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
        double accumulatedBytes) {
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
                accumulatedBytes);
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

    /** The simulator's workload with fewer cycles and units. */
    Workload workload(int someCycles, long someUnits) {
        return workload(someCycles, someUnits, 1);
    }

    /** The same with other drawn units for another seed. */
    Workload workload(int someCycles, long someUnits, long seed) {
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
