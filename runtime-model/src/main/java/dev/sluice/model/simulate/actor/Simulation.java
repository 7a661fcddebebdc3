package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;

/**
 * A run in virtual time (model.md §7). It drives the scheduler and the desk of grants that the master drives, with the
 * messages that master and workers would exchange; what these do around it is mirrored in {@code MasterModel},
 * {@code WorkerModel} and their parts. Pure: it draws from the seed of its terms only, and starts nothing.
 */
public final class Simulation {
    private Simulation() {}

    /** Simulates the run. The cost grows with messages, not with hosts; memory with what is outstanding. */
    public static SimulationReport run(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms) {
        return run(workload, machines, overheads, terms, Timeline.NONE);
    }

    /**
     * As above, telling the timeline what happens.
     *
     * @throws IllegalArgumentException when a worker cannot reach the master, or the script names what is not in the
     *     view
     */
    public static SimulationReport run(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms, Timeline timeline) {
        return new SimulatedRun(workload, machines, overheads, terms, timeline).run();
    }
}
