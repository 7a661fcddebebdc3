package dev.sluice.model.simulate;

import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.schedule.Counters;
import java.util.List;

/**
 * How a simulated run went. Times are from its start [ns].
 *
 * @param makespanNanos when the last cycle was over, or when it was clear that it never will be
 * @param slotNanos slots times how long each was there; {@code idle} sums to it [slot·ns]
 * @param idle what all slots spent their time on
 * @param processors the master's and the workers'
 * @param links every server of the network that something crossed
 */
public record SimulationReport(
        Ending ending,
        long makespanNanos,
        long acceptedUnits,
        List<CycleTimes> cycles,
        long slotNanos,
        CauseTimes idle,
        List<WorkerUse> workers,
        List<ServerUse> processors,
        List<ServerUse> links,
        Counters counters,
        Traffic traffic,
        Grants grants) {
    /** How it ended. */
    public enum Ending {
        /** Every unit was accepted. */
        COMPLETE,
        /** No worker was left, and none would come any more. */
        NO_WORKERS,
        /** Units failed wherever they were tried, as their workers died of them or with them. */
        UNITS_GIVEN_UP,
        /** Nothing moves any more: a host or a link on the way has no capacity. */
        STUCK
    }

    /** One cycle, from its setup's leaving to its end. */
    public record CycleTimes(int cycle, long units, long fromNanos, long toNanos) {
        /** How long it took [ns]. */
        public long nanos() {
            return toNanos - fromNanos;
        }
    }

    /**
     * One worker.
     *
     * @param worker its number, from 1
     * @param units that it computed, each time it did
     * @param loopNanos that the thread for its messages was busy
     */
    public record WorkerUse(
            int worker,
            int host,
            int slots,
            long fromNanos,
            long toNanos,
            long units,
            long loopNanos,
            CauseTimes times) {}

    /**
     * A server with a queue: a processor, or one direction of a wire.
     *
     * @param name of the host or link
     * @param part which of its servers
     * @param utilisation the share of the makespan in which it served, 0 to 1
     * @param meanQueue how many waited or were served, on average over the makespan
     * @param maxQueue how many at most
     * @param amount of what passed through: bytes, or on a processor units
     */
    public record ServerUse(
            String name, int index, Part part, double utilisation, double meanQueue, int maxQueue, long amount) {}

    /** Servers of hosts and links. */
    public enum Part {
        /** All slots of a worker; its queue is of units, claimed or not. */
        SLOTS,
        /** The thread of the master that handles messages. */
        LOOP,
        /** The thread of the master that calls the application. */
        APPLICATION,
        /** Towards the host, of its port. */
        PORT_DOWN,
        /** From the host, of its port. */
        PORT_UP,
        /** Both, of a half-duplex port. */
        PORT_SHARED,
        /** Of a link, away from its parent. */
        LINK_DOWN,
        /** Of a link, towards its parent. */
        LINK_UP,
        /** Of a half-duplex link. */
        LINK_SHARED
    }

    /**
     * Messages.
     *
     * @param events that the simulation took, a measure of its own cost
     */
    public record Traffic(
            long messagesDown, long messagesUp, long bytesDown, long bytesUp, long assignments, long events) {}

    /**
     * Large results that were let come.
     *
     * @param history how the number of grants changed
     */
    public record Grants(long results, long bytes, int most, List<GrantChange> history) {}

    /** Units accepted per second over the whole run [units/s]. */
    public double rateWups() {
        return makespanNanos == 0 ? 0 : acceptedUnits / (makespanNanos * 1e-9);
    }

    /** The makespan [s]. */
    public double seconds() {
        return makespanNanos * 1e-9;
    }
}
