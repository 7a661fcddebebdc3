package dev.sluice.model.simulate.actor;

import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import org.jspecify.annotations.Nullable;

/**
 * The run that a simulation is asked for.
 *
 * @param start the moment from which the rest of a run is simulated; null for a whole run
 */
record RunInput(
        Workload workload,
        World world,
        Timeline timeline,
        Steering steering,
        @Nullable SimulationStart start) {}
