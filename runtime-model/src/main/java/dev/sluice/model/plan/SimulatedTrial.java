package dev.sluice.model.plan;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Trial;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tries sets of workers by simulating a run with them, for {@link dev.sluice.model.flow.WorkerSelection}: one cycle of
 * equal units. A short cycle is simulated completely. A long one is cut to enough units for the steady rate, without
 * setup, which is not part of that rate, and without files, whose time is added by the flow model. Immutable.
 */
public final class SimulatedTrial implements Trial {
    /** Maximum number of simulated units. */
    public static final long MOST_UNITS = 50_000;

    private static final long LEAST_UNITS = 1_000;

    /** Simulated units per slot, if the number of units of the run is unknown. */
    private static final long UNITS_PER_SLOT = 40;

    private final NetworkView view;
    private final int master;
    private final Workload workload;
    private final Overheads overheads;
    private final SimulationTerms terms;
    private final StagedRun staged;

    private SimulatedTrial(
            Machines machines, Workload workload, Overheads overheads, SimulationTerms terms, StagedRun staged) {
        this.view = machines.view();
        this.master = machines.master();
        this.workload = workload;
        this.overheads = overheads;
        this.terms = terms;
        this.staged = staged;
    }

    /**
     * Creates trials with the master of these machines; their workers are ignored.
     *
     * @param units units of the run; 0 for as many as show the rate
     */
    public static SimulatedTrial of(
            Machines machines, UnitCosts costs, long units, Overheads overheads, SimulationTerms terms) {
        NetworkView view = machines.view();
        long slots = view.hosts().stream().mapToLong(host -> host.slots()).sum();
        long enough = units > 0 ? units : Math.max(LEAST_UNITS, slots * UNITS_PER_SLOT);
        boolean whole = units > 0 && units <= MOST_UNITS;
        UnitCosts steady = costs.withSetup(whole ? costs.setupBytes() : 0);
        Workload workload = Workloads.constant(1, Math.min(enough, MOST_UNITS), steady);
        StagedRun run = new StagedRun(terms.files(), units, costs, whole);
        SimulationTerms same = costs.results() == ResultsKind.EACH ? terms : terms.withResults(costs.results());
        SimulationTerms simulated = whole ? same : same.withFiles(StagedFiles.NONE);
        return new SimulatedTrial(machines, workload, overheads, simulated, run);
    }

    /** Tells whether trials have all units of the run, with its setup. */
    public boolean isWhole() {
        return staged.whole();
    }

    /** Number of units of each trial. */
    public long units() {
        return workload.units(0);
    }

    /** Returns the same trial with an additional worker on the master's host. */
    public Trial withMasterComputing() {
        return new Trial() {
            @Override
            public Outcome run(int[] workers) {
                return SimulatedTrial.this.run(IntStream.concat(Arrays.stream(workers), IntStream.of(master))
                        .toArray());
            }

            @Override
            public double[] presence(int[] workers) {
                return SimulatedTrial.this.presence(workers);
            }
        };
    }

    @Override
    public double[] presence(int[] workers) {
        return staged.presence(new Machines(view, master, workers));
    }

    @Override
    public Outcome run(int[] workers) {
        Machines machines = new Machines(view, master, workers);
        SimulationReport report = Simulation.run(workload, machines, overheads, terms);
        double masterUse = 0;
        double[] linkUse = new double[view.links().size()];
        for (SimulationReport.ServerUse use : report.processors()) {
            if (use.part() != SimulationReport.Part.SLOTS) {
                masterUse = Math.max(masterUse, use.utilisation());
            }
        }
        for (SimulationReport.ServerUse use : report.links()) {
            switch (use.part()) {
                case LINK_DOWN, LINK_UP, LINK_SHARED ->
                    linkUse[use.index()] = Math.max(linkUse[use.index()], use.utilisation());
                default -> masterUse = use.index() == master ? Math.max(masterUse, use.utilisation()) : masterUse;
            }
        }
        double rate = terms.files().isNone() ? staged.rate(machines, report.rateWups()) : report.rateWups();
        return new Outcome(rate, masterUse, linkUse, report.verdict(staged.whole()));
    }
}
