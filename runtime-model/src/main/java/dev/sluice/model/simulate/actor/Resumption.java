package dev.sluice.model.simulate.actor;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.OpenCycle.HeldRun;
import dev.sluice.model.schedule.OpenCycle.OpenWorker;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.SimulationStart;
import java.util.ArrayList;
import java.util.List;

/**
 * The state from which the rest of a run is simulated. Its workers are numbered from 1 without gaps, as the simulator
 * numbers them.
 *
 * @param hosts index of the host of each worker, in their order
 */
record Resumption(OpenCycle open, List<Integer> hosts, int cyclesLeft) {
    /** The state of a start. Units of a worker without a host go back to the pool, unless another worker has them. */
    static Resumption of(SimulationStart start) {
        OpenCycle from = start.open();
        List<OpenWorker> workers = new ArrayList<>();
        List<Integer> hosts = new ArrayList<>();
        UnitRanges back = new UnitRanges();
        UnitRanges kept = from.finished().copy();
        for (OpenWorker worker : from.workers()) {
            Integer host = start.hosts().get(worker.id());
            for (HeldRun held : worker.held()) {
                (host == null ? back : kept).addAll(held.open());
            }
            if (host != null) {
                hosts.add(host);
                workers.add(worker.withId(new WorkerId(hosts.size())));
            }
        }
        kept.forEach(back::remove);
        back.addAll(from.pool());
        OpenCycle open = new OpenCycle(
                from.cycle(),
                from.units(),
                from.finished(),
                back,
                from.handout(),
                from.policy(),
                workers,
                from.kinds());
        return new Resumption(open, List.copyOf(hosts), start.cyclesLeft());
    }
}
