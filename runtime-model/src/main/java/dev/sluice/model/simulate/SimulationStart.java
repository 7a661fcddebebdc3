package dev.sluice.model.simulate;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.OpenCycle;
import java.util.Map;

/**
 * A moment of a run, from which its rest can be simulated.
 *
 * @param open the state of the scheduler
 * @param hosts index of the host of each worker; a worker without a host is left out, and what it holds goes back
 * @param nowNanos time since the start of the run [ns]
 * @param cyclesLeft cycles after the open one
 */
public record SimulationStart(OpenCycle open, Map<WorkerId, Integer> hosts, long nowNanos, int cyclesLeft) {
    public SimulationStart {
        hosts = Map.copyOf(hosts);
        if (nowNanos < 0 || cyclesLeft < 0) {
            throw new IllegalArgumentException(
                    "a start at " + nowNanos + " ns, " + cyclesLeft + " cycles left (expected: 0 or more)");
        }
    }
}
