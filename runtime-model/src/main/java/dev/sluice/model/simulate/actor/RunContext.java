package dev.sluice.model.simulate.actor;

import dev.sluice.model.WorkerId;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.network.Connection;
import dev.sluice.model.simulate.network.Messages;
import dev.sluice.model.simulate.network.Network;
import java.util.List;

/**
 * The things that all actors of one run share: inputs, virtual clock and network. Confined to its run.
 *
 * @param courses how fast the hosts are
 * @param events the virtual clock, and what will happen
 * @param messages the messages on their way
 * @param seats one for each worker of the run, at the place before the worker's number
 */
record RunContext(
        Workload workload,
        Overheads overheads,
        SimulationTerms terms,
        Timeline timeline,
        HostCourses courses,
        EventQueue events,
        Messages messages,
        Network network,
        List<SeatModel> seats) {
    /** True if a unit of the run needs other than one slot. */
    boolean hasNeeds() {
        for (int cycle = 0; cycle < workload.cycles(); cycle++) {
            if (!workload.kinds(cycle).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** The virtual time, from the start of the run [ns]. */
    long nowNanos() {
        return events.nanos();
    }

    /** The seat of this worker, whether it is there still or not. */
    SeatModel seat(WorkerId worker) {
        return seats.get(worker.number() - 1);
    }

    /** Sends a message at this time; {@link Long#MAX_VALUE} for never. */
    void leave(Connection connection, int message, long nanos) {
        if (nanos == nowNanos()) {
            network.send(connection, message);
        } else if (nanos != Long.MAX_VALUE) {
            events.add(nanos, EventQueue.LEAVE, message);
        }
    }

    /**
     * Processor time for bytes of a large message while its other bytes are on the wire [ns]. The first part leaves,
     * and the last part is read, without waiting for it.
     */
    long inPassing(Overheads.Cost cost, long size) {
        return cost.isNone() ? 0 : Math.round(cost.byteNanos() * Math.max(0, size - terms.packetBytes()));
    }
}
