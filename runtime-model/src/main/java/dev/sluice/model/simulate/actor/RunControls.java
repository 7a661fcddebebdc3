package dev.sluice.model.simulate.actor;

import dev.sluice.model.WorkerId;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.Steering;
import java.util.HashMap;
import java.util.Map;

/** Lets the steering of a run see and change it. Confined to its run. */
final class RunControls implements Steering.Controls {
    private final SimulatedRun run;
    private final RunContext context;
    private final MasterModel master;

    RunControls(SimulatedRun run, RunContext context, MasterModel master) {
        this.run = run;
        this.context = context;
        this.master = master;
    }

    @Override
    public SimulationStart state() {
        Map<WorkerId, Integer> hosts = new HashMap<>();
        for (SeatModel seat : context.seats()) {
            hosts.put(seat.id, seat.host);
        }
        long now = context.nowNanos();
        return new SimulationStart(master.scheduler().open(now), hosts, now, master.cyclesLeft());
    }

    @Override
    public void park(int host) {
        run.park(host, true);
    }

    @Override
    public void unpark(int host) {
        run.park(host, false);
    }
}
