package dev.sluice.benchmarks.tuning;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.FixedChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A run on eight hosts of one slot, behind a link from the master. Results have 4 kB.
 *
 * @param far a link of 10 Mbit/s and 35 ms, else of 100 Mbit/s and 0.25 ms
 * @param unequal four of the hosts have a quarter of the others' speed
 */
record RegretCase(UnitKind kind, int units, int cycles, boolean far, boolean unequal) {
    private static final int HOSTS = 8;
    private static final int RESULT_BYTES = 4_000;
    private static final int LONG_UNITS = 1_000;
    private static final int MANY_UNITS = 10_000;
    private static final int CYCLES = 5;
    private static final Overheads OVERHEADS = Overheads.MEASURED.withStart(0);

    /**
     * Every kind of units, thousand of them or ten thousand of a tenth, over each link, on equal and unequal hosts.
     * Half of each have one cycle and half have five.
     */
    static List<RegretCase> all() {
        List<RegretCase> cases = new ArrayList<>();
        for (UnitKind kind : UnitKind.values()) {
            for (int index = 0; index < 8; index++) {
                boolean many = (index & 4) > 0;
                int cycles = (kind.ordinal() + Integer.bitCount(index)) % 2 == 0 ? 1 : CYCLES;
                cases.add(
                        new RegretCase(kind, many ? MANY_UNITS : LONG_UNITS, cycles, (index & 2) > 0, (index & 1) > 0));
            }
        }
        return cases;
    }

    /** Seconds under a choice; units follow from the seed. */
    double seconds(FixedChoice choice, long seed, int divisor) {
        SimulationReport report = Simulation.run(
                workload(seed, count(divisor)), machines().with(OVERHEADS, choice.in(SimulationTerms.DEFAULT)));
        if (report.ending() != SimulationReport.Ending.COMPLETE) {
            throw new IllegalStateException(this + " under " + choice + " ended as " + report.ending());
        }
        return report.seconds();
    }

    private int count(int divisor) {
        return Math.max(HOSTS, units / divisor);
    }

    private Workload workload(long seed, int count) {
        double factor = (double) LONG_UNITS / units;
        Workload drawn = Workloads.drawn(
                new Workloads.Shape(cycles, count, 0),
                new Workloads.Spreads(
                        kind.nanos(factor),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(RESULT_BYTES),
                        new Distribution.Fixed(10_000)),
                seed);
        long[] byIndex = kind.byIndex(count, factor);
        return byIndex.length == 0 ? drawn : Workloads.traced(drawn, byIndex);
    }

    private World machines() {
        Wire wire = far
                ? Wire.duplex(1.25e6).withLatency(35_000_000)
                : Wire.duplex(12.5e6).withLatency(250_000);
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0)));
        for (int i = 1; i <= HOSTS; i++) {
            hosts.add(new Host("h" + i, 1).withSlots(1, unequal && i % 2 == 0 ? 0.25 : 1));
        }
        List<Link> links = List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, wire));
        return World.all(new NetworkView("regret", links, hosts), 0);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s-%d-%s-%s-%d",
                kind.name().toLowerCase(Locale.ROOT),
                units,
                far ? "far" : "near",
                unequal ? "unequal" : "equal",
                cycles);
    }
}
