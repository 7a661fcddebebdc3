package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;

/**
 * A run in virtual time (model.md §7). It drives the same scheduler and grant desks as the master, with the messages
 * that master and workers would exchange. The code around them is modelled in {@code MasterModel}, {@code WorkerModel}
 * and their parts. Pure: it draws from the seed of its terms only, and starts no threads.
 */
public final class Simulation {
    private Simulation() {}

    /**
     * Simulates the run. The time grows with messages, not with hosts; the memory with outstanding units and messages.
     */
    public static SimulationReport run(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms) {
        return run(workload, machines, overheads, terms, Timeline.NONE);
    }

    /**
     * Simulates the run and reports its events to the timeline.
     *
     * @throws IllegalArgumentException when a worker cannot reach the master, or the script names what is not in the
     *     view
     */
    public static SimulationReport run(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms, Timeline timeline) {
        return run(workload, machines, overheads, terms, timeline, Steering.NONE);
    }

    /**
     * Simulates a run that something steers.
     *
     * @throws IllegalArgumentException as above
     */
    public static SimulationReport run(
            Workload workload,
            Machines machines,
            Overheads overheads,
            SimulationTerms terms,
            Timeline timeline,
            Steering steering) {
        return new SimulatedRun(new RunInput(workload, machines, overheads, terms, timeline, steering, null)).run();
    }

    /**
     * Simulates the rest of a run from a moment in its middle. The clock goes on from that moment, so that the script
     * and the report count from the start of the run. The report's counters count the rest only.
     *
     * @param workload all cycles of the run, counted from its first
     * @param terms the hand-out of the terms begins at that moment
     * @throws IllegalArgumentException as above
     */
    public static SimulationReport rest(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms, SimulationStart start) {
        Overheads warm = overheads.withWarming(Overheads.Warming.NONE);
        RunInput input = new RunInput(workload, machines, warm, terms, Timeline.NONE, Steering.NONE, start);
        return new SimulatedRun(input).run();
    }
}
