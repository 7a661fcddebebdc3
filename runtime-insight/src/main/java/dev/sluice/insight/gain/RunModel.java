package dev.sluice.insight.gain;

import dev.sluice.model.simulate.CycleLine;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;

/**
 * Times of a run by simulation. A long run is simulated with fewer cycles and units: a later cycle takes as long as the
 * last simulated one, and the time of a cycle grows with its units as between two simulated sizes. JIT warm-up is left
 * out then, because it is a small part of a long run. Immutable.
 */
final class RunModel {
    /** Fewest units of each slot in the smaller of two sizes, so that its last units are no large part of it. */
    private static final int FEWEST_A_SLOT = 4;

    private static final int CYCLES = 3;

    /** Packets of a large result are larger, so that it does not take many events [bytes]. */
    private static final double LARGE_BYTES = 256 << 10;

    private static final int LARGE_PACKET = 64 << 10;

    /** Events of a simulated unit, and of a worker in a cycle, without those of packets. */
    private static final double UNIT_EVENTS = 10;

    private static final double WORKER_EVENTS = 10;

    /** Events of a packet: at its sender, and at the servers on its way. */
    private static final double PACKET_EVENTS = 2;

    private final GainInput input;
    private final long mostUnits;

    /** @param mostUnits units of a simulation, unless its slots need more to be busy */
    RunModel(GainInput input, long mostUnits) {
        this.input = input;
        this.mostUnits = mostUnits;
    }

    /**
     * The time of a run by its units.
     *
     * @param first time of the first cycle, from the start of the run
     * @param later time of each later cycle
     */
    record UnitsTime(double unitsOfCycle, CycleLine first, CycleLine later) {
        /** Time until this many units are accepted [s]. */
        double at(double units) {
            double cycles = Math.floor(units / unitsOfCycle);
            double rest = units - cycles * unitsOfCycle;
            if (cycles < 1) {
                return first.at(units);
            }
            double open = rest > 0.5 ? later.at(rest) : 0;
            return first.at(unitsOfCycle) + (cycles - 1) * later.at(unitsOfCycle) + open;
        }
    }

    /** Times of the first and of the last simulated cycle [s]. */
    private record CycleSeconds(double first, double last) {}

    /**
     * The simulated part of a run: some cycles of so many units.
     *
     * @param fewer units of the second, smaller simulation; 0 if there is none
     */
    private record SimulatedPart(int cycles, long units, long fewer) {}

    /** Time of the whole run in this world [s]; infinite if it cannot end. */
    double seconds(World world) {
        return time(world).at(input.work().units());
    }

    /** The time of the run by its units. */
    UnitsTime time(World world) {
        double each = input.work().unitsOfCycle();
        SimulatedPart part = part(world);
        long more = part.units();
        long fewer = part.fewer();
        if (fewer == 0) {
            CycleSeconds all = simulate(world, part.cycles(), more);
            return new UnitsTime(each, CycleLine.through(more, all.first), CycleLine.through(more, all.last));
        }
        World warm = world.with(world.costs().withWarming(Overheads.Warming.NONE));
        CycleSeconds large = simulate(warm, part.cycles(), more);
        CycleSeconds small = simulate(warm, part.cycles(), fewer);
        return new UnitsTime(
                each,
                CycleLine.through(more, large.first, fewer, small.first),
                CycleLine.through(more, large.last, fewer, small.last));
    }

    private SimulatedPart part(World world) {
        long whole = Math.max(1, Math.round(input.work().unitsOfCycle()));
        int cycles = input.work().cycles();
        long slots = Math.max(1, world.slots());
        long most = Math.max(mostUnits, 2L * FEWEST_A_SLOT * slots);
        if (whole <= most) {
            return new SimulatedPart((int) Math.min(cycles, Math.max(2, Math.min(CYCLES, most / whole))), whole, 0);
        }
        int some = Math.min(cycles, 2);
        long more = Math.max(2, most / slots / 2 * 2) * slots / some;
        return new SimulatedPart(some, more, more / 2);
    }

    /** About the number of events of all simulations of {@link #time}. */
    double events(World world) {
        GainWork work = input.work();
        SimulatedPart part = part(world);
        double ofUnit = UNIT_EVENTS + packetEvents(world, work.inputBytes()) + packetEvents(world, work.resultBytes());
        double ofWorker =
                WORKER_EVENTS + packetEvents(world, work.setupBytes()) + packetEvents(world, work.accumulatedBytes());
        int simulations = part.fewer() > 0 ? 2 : 1;
        return part.cycles() * ((part.units() + part.fewer()) * ofUnit + simulations * world.workers() * ofWorker);
    }

    private double packetEvents(World world, double bytes) {
        return world.isUnlimited() ? 0 : PACKET_EVENTS * Math.ceil(bytes / packetBytes(world.terms()));
    }

    private int packetBytes(SimulationTerms terms) {
        GainWork work = input.work();
        double largest = Math.max(
                Math.max(work.inputBytes(), work.resultBytes()), Math.max(work.setupBytes(), work.accumulatedBytes()));
        return largest > LARGE_BYTES ? LARGE_PACKET : terms.packetBytes();
    }

    private CycleSeconds simulate(World world, int cycles, long units) {
        SimulationTerms terms = world.terms().withPacketBytes(packetBytes(world.terms()));
        SimulationReport report = Simulation.run(input.work().workload(cycles, units), world.with(terms));
        List<SimulationReport.CycleTimes> times = report.cycles();
        if (report.ending() != SimulationReport.Ending.COMPLETE || times.size() < cycles) {
            return new CycleSeconds(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        SimulationReport.CycleTimes last = times.get(cycles - 1);
        double from = cycles == 1 ? 0 : times.get(cycles - 2).toNanos();
        return new CycleSeconds(times.get(0).toNanos() / 1e9, (last.toNanos() - from) / 1e9);
    }
}
