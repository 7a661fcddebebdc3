package dev.sluice.master;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Trial;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.Simulation;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tries workers by simulating one cycle: the whole of it where it is short, otherwise as many units as show the steady
 * rate, and then without setup, which is no part of that.
 */
final class SimulatedTrial implements Trial {
    /** Units beyond it are not simulated. */
    static final long MOST_UNITS = 50_000;

    /** So many for each slot that there is, where it is not told how many there are. */
    private static final long UNITS_PER_SLOT = 40;

    private final NetworkView view;
    private final int master;
    private final boolean masterComputes;
    private final Workload workload;
    private final long units;
    private final Overheads overheads;
    private final SimulationTerms terms;

    /** @param told units of the run, 0 where not told */
    SimulatedTrial(
            NetworkView view, int master, boolean masterComputes, UnitCosts costs, long told, SimulationTerms terms) {
        this.view = view;
        this.master = master;
        this.masterComputes = masterComputes;
        long slots = view.hosts().stream().mapToLong(host -> host.slots()).sum();
        long enough = told > 0 ? told : Math.max(1_000, slots * UNITS_PER_SLOT);
        this.units = Math.min(enough, MOST_UNITS);
        UnitCosts steady = units == told
                ? costs
                : new UnitCosts(costs.unitSeconds(), costs.resultSeconds(), costs.inputBytes(), costs.resultBytes(), 0);
        this.workload = Workloads.constant(1, units, steady);
        this.overheads = Overheads.NONE;
        this.terms = terms;
    }

    /** Of each trial. */
    long units() {
        return units;
    }

    @Override
    public Outcome run(int[] workers) {
        int[] all = masterComputes
                ? IntStream.concat(Arrays.stream(workers), IntStream.of(master)).toArray()
                : workers;
        SimulationReport report = Simulation.run(workload, new Machines(view, master, all), overheads, terms);
        double masterUse = 0;
        for (SimulationReport.ServerUse use : report.processors()) {
            boolean ofMaster =
                    use.part() == SimulationReport.Part.LOOP || use.part() == SimulationReport.Part.APPLICATION;
            masterUse = ofMaster ? Math.max(masterUse, use.utilisation()) : masterUse;
        }
        double[] linkUse = new double[view.links().size()];
        for (SimulationReport.ServerUse use : report.links()) {
            switch (use.part()) {
                case LINK_DOWN, LINK_UP, LINK_SHARED ->
                    linkUse[use.index()] = Math.max(linkUse[use.index()], use.utilisation());
                default -> masterUse = use.index() == master ? Math.max(masterUse, use.utilisation()) : masterUse;
            }
        }
        return new Outcome(report.rateWups(), masterUse, linkUse);
    }
}
