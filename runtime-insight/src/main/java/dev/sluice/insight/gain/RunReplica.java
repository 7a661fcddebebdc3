package dev.sluice.insight.gain;

import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.RecordedWorkload;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;

/**
 * A run that was, for the simulator: its machines, its units, and the way in which they were handed out. Immutable.
 *
 * @param workload its units, with times on a slot of speed 1
 * @param machines its hosts; each worker starts when it could compute
 * @param unitSeconds mean time of a unit on a slot of speed 1 [s]
 * @param resultSeconds time of the master for one result [s]
 */
public record RunReplica(
        Workload workload,
        Machines machines,
        Overheads overheads,
        SimulationTerms terms,
        double unitSeconds,
        double resultSeconds) {
    /** Times of more units are not kept one by one. */
    static final long MOST_UNITS = 4_000_000;

    /**
     * The replica of a run.
     *
     * @param units the recorded times of its units, as they took where they were computed
     */
    public static RunReplica of(GainInput input, RecordedUnits units) {
        RunWorld world = RunWorld.of(input);
        Machines machines = world.allMachines(input.work().unitSeconds());
        long[] starts = new long[machines.view().hosts().size()];
        Arrays.fill(starts, Machines.USUAL_START);
        for (int i = 0; i < input.workers().size(); i++) {
            starts[i + 1] = Math.round(input.workers().get(i).readySeconds() * 1e9);
        }
        return new RunReplica(
                workload(input, units),
                machines.withStarts(starts),
                input.overheads().withStart(0),
                input.terms(),
                input.work().unitSeconds(),
                input.work().acceptSeconds());
    }

    private static Workload workload(GainInput input, RecordedUnits units) {
        GainWork work = input.work();
        if (work.units() > MOST_UNITS) {
            return work.workload(work.cycles(), Math.round(work.unitsOfCycle()));
        }
        long[][] nanos = units.nanos(input);
        long longest =
                Arrays.stream(nanos).mapToLong(cycle -> cycle.length).max().orElse(1);
        GainWork rest = units.rest(work, nanos);
        return new RecordedWorkload(rest.workload(1, Math.max(1, longest)), nanos);
    }
}
