package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;

/**
 * A run in virtual time. It drives the same scheduler and grant desks as the master, with the messages that master and
 * workers would exchange. The code around them is modelled in {@code MasterModel}, {@code WorkerModel} and their parts.
 * Pure: it draws from the seed of its terms only, and starts no threads.
 */
public final class Simulation {
    private Simulation() {}

    /**
     * Simulates the run. The time grows with messages, not with hosts; the memory with outstanding units and messages.
     */
    public static SimulationReport run(Workload workload, World world) {
        return run(workload, world, Timeline.NONE);
    }

    /** Simulates the run. */
    public static SimulationReport run(Run run) {
        return run(run.work(), run.world());
    }

    /**
     * Simulates the run and reports its events to the timeline.
     *
     * @throws IllegalArgumentException when a worker cannot reach the master, or the script names what is not in the
     *     view
     */
    public static SimulationReport run(Workload workload, World world, Timeline timeline) {
        return run(workload, world, timeline, Steering.NONE);
    }

    /**
     * Simulates a run that something steers.
     *
     * @throws IllegalArgumentException as above
     */
    public static SimulationReport run(Workload workload, World world, Timeline timeline, Steering steering) {
        return new SimulatedRun(new RunInput(workload, world, timeline, steering, null)).run();
    }

    /**
     * Simulates the rest of a run from a moment in its middle. The clock goes on from that moment, so that the script
     * and the report count from the start of the run. The report's counters count the rest only.
     *
     * @param workload all cycles of the run, counted from its first
     * @param world the hand-out of its terms begins at that moment
     * @throws IllegalArgumentException as above
     */
    public static SimulationReport rest(Workload workload, World world, SimulationStart start) {
        World warm = world.with(world.costs().withWarming(Overheads.Warming.NONE));
        return new SimulatedRun(new RunInput(workload, warm, Timeline.NONE, Steering.NONE, start)).run();
    }
}
