package dev.sluice.model.predict;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.Grouping;
import dev.sluice.model.simulate.SizedWorkload;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import java.util.Arrays;
import java.util.List;

/**
 * A predicted cycle for the simulator. A cycle with too many units is reduced by merging neighbours into equal groups.
 * The runtime's costs per unit are then multiplied too, and its costs per message if units are longer than results wait
 * to share a message; {@link Grouping} does this. Immutable.
 */
public final class PredictedWorkload implements Workload {
    private final PredictedCycle cycle;
    private final long together;
    private final double factor;
    private final List<Event.Sized> kinds;

    /** Number of workers that combine results. */
    private final int workers;

    /** Executed units whose results are known, ascending, and the prefix sums of their compute times [s]. */
    private final long[] known;

    private final double[] knownSeconds;

    private PredictedWorkload(
            PredictedCycle cycle,
            long together,
            double factor,
            int workers,
            boolean sampleIsKnown,
            List<Event.Sized> kinds) {
        this.kinds = kinds;
        this.cycle = cycle;
        this.together = together;
        this.factor = factor;
        this.workers = workers;
        int count = sampleIsKnown ? cycle.sample().size() : 0;
        this.known = new long[count];
        this.knownSeconds = new double[count + 1];
        for (int i = 0; i < count; i++) {
            known[i] = cycle.sample().get(i).index();
            knownSeconds[i + 1] = knownSeconds[i] + cycle.sample().get(i).computeSeconds();
        }
    }

    /** @param mostUnits maximum number of simulated units */
    public static PredictedWorkload of(PredictedCycle cycle, long mostUnits) {
        long together = Math.max(1, (cycle.units() + mostUnits - 1) / mostUnits);
        return new PredictedWorkload(cycle, together, 1, 1, false, List.of());
    }

    /** Returns the same workload with all unit times multiplied. */
    public PredictedWorkload times(double longer) {
        return new PredictedWorkload(cycle, together, factor * longer, workers, known.length > 0, kinds);
    }

    /** Returns the same workload without the compute times of the executed units. */
    public PredictedWorkload withoutSample() {
        return new PredictedWorkload(cycle, together, factor, workers, true, kinds);
    }

    /** Returns the same workload for this many workers, each of which combines its part of the results. */
    public PredictedWorkload among(int count) {
        return new PredictedWorkload(cycle, together, factor, Math.max(1, count), known.length > 0, kinds);
    }

    /**
     * Returns the same workload for these machines. A unit needs no resource there that nobody states, and no more
     * processors than the largest host has.
     */
    public PredictedWorkload on(World machines) {
        if (cycle.kinds().isEmpty()) {
            return among(machines.workers());
        }
        Amounts stated = machines.terms().resources();
        int slots = 1;
        for (Host host : machines.computing()) {
            stated = stated.most(host.resources());
            slots = Math.max(slots, host.slots());
        }
        Amounts known = stated.with(Amounts.PROCESSORS, slots);
        // Groups take the kind of another place each, so that kinds in turn all count.
        List<Event.Sized> sized = SizedWorkload.kinds(
                units(0), unit -> known.limited(needsOf(Math.min(cycle.units() - 1, from(unit) + unit % together))));
        return new PredictedWorkload(
                cycle, together, factor, Math.max(1, machines.workers()), this.known.length > 0, sized);
    }

    private Amounts needsOf(long unit) {
        for (Event.Sized kind : cycle.kinds()) {
            if (kind.units().contains(unit)) {
                return kind.needs();
            }
        }
        return Amounts.ONE_SLOT;
    }

    @Override
    public List<Event.Sized> kinds(int number) {
        return kinds;
    }

    @Override
    public long together() {
        return together;
    }

    @Override
    public int cycles() {
        return 1;
    }

    @Override
    public long units(int number) {
        return (cycle.units() + together - 1) / together;
    }

    @Override
    public long setupBytes(int number) {
        return cycle.setupBytes();
    }

    @Override
    public long computeNanos(int number, long unit) {
        long from = from(unit);
        long to = to(unit);
        double seconds = cycle.seconds(from, to) - (knownSeconds[knownBefore(to)] - knownSeconds[knownBefore(from)]);
        double merging = (to - from) * cycle.combined().mergeSeconds();
        return Math.round((Math.max(0, seconds) * factor + merging) * 1e9);
    }

    private int knownBefore(long unit) {
        int found = Arrays.binarySearch(known, unit);
        return found >= 0 ? found : -found - 1;
    }

    @Override
    public long inputBytes(int number, long unit) {
        return Math.round(cycle.inputBytes(from(unit), to(unit)));
    }

    @Override
    public long resultBytes(int number, long unit) {
        return Math.round(cycle.resultBytes(from(unit), to(unit)));
    }

    @Override
    public long acceptNanos(int number, long unit) {
        return Math.round(cycle.acceptSeconds(from(unit), to(unit)) * 1e9);
    }

    @Override
    public double cpuShare() {
        return cycle.cpuShare();
    }

    @Override
    public long foldedBytes(int number) {
        CombinedValue combined = cycle.combined();
        return combined == CombinedValue.NONE
                ? cycle.sample().get(0).resultBytes()
                : Math.round(combined.bytes((double) cycle.units() / workers));
    }

    @Override
    public long mergeNanos(int number) {
        return Math.round(cycle.combined().mergeSeconds() * 1e9);
    }

    private long from(long unit) {
        return unit * together;
    }

    private long to(long unit) {
        return Math.min(cycle.units(), (unit + 1) * together);
    }
}
