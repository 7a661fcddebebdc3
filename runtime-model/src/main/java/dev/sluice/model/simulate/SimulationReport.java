package dev.sluice.model.simulate;

import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.ResourcesSeen;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.ledger.UsualUnits;
import java.util.List;

/**
 * The report of a simulated run. Times are from its start [ns].
 *
 * @param makespanNanos end of the last cycle, or the time at which it was clear that the run cannot end
 * @param servers the processors of the master and of the workers, and every server of the network that was used
 * @param resources for which units waited
 */
public record SimulationReport(
        Ending ending,
        long makespanNanos,
        List<CycleTimes> cycles,
        List<WorkerUse> workers,
        List<ServerUse> servers,
        Counters counters,
        Traffic traffic,
        Grants grants,
        ResourcesSeen resources) {
    /** The endings of a run. */
    public enum Ending {
        /** Every unit was accepted. */
        COMPLETE,
        /** No worker was left, and none would join any more. */
        NO_WORKERS,
        /** Units failed on every worker that tried them, because their workers died. */
        UNITS_GIVEN_UP,
        /** No worker could ever compute some unit. */
        UNITS_REFUSED,
        /** No event can happen any more: a host or a link on the way has no capacity. */
        STUCK
    }

    /** One cycle, from the departure of its setup to its end. */
    public record CycleTimes(int cycle, long units, long fromNanos, long toNanos) {
        /** Duration of the cycle [ns]. */
        public long nanos() {
            return toNanos - fromNanos;
        }
    }

    /**
     * One worker.
     *
     * @param worker its number, from 1
     * @param units units it computed, repetitions included
     * @param loopNanos busy time of its message thread [ns]
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
     * @param name name of the host or link
     * @param part which of its servers
     * @param utilisation fraction of the makespan in which it served, 0 to 1
     * @param meanQueue mean number of jobs waiting or served, over the makespan
     * @param maxQueue maximum number of jobs waiting or served
     * @param amount bytes, or units on a processor, that passed through
     */
    public record ServerUse(
            String name, int index, Part part, double utilisation, double meanQueue, int maxQueue, long amount) {}

    /** Servers of hosts and links. */
    public enum Part {
        /** All slots of a worker; its queue holds units, claimed or not. */
        SLOTS,
        /** The thread of the master that handles messages. */
        LOOP,
        /** The thread of the master that calls the application. */
        APPLICATION,
        /** The host's port, towards the host. */
        PORT_DOWN,
        /** The host's port, from the host. */
        PORT_UP,
        /** A half-duplex port, both directions. */
        PORT_SHARED,
        /** A link, away from its parent. */
        LINK_DOWN,
        /** A link, towards its parent. */
        LINK_UP,
        /** A half-duplex link, both directions. */
        LINK_SHARED;

        boolean isProcessor() {
            return this == SLOTS || this == LOOP || this == APPLICATION;
        }
    }

    /**
     * Numbers of messages and bytes.
     *
     * @param events number of simulated events, a measure of the simulation's own cost
     */
    public record Traffic(
            long messagesDown, long messagesUp, long bytesDown, long bytesUp, long assignments, long events) {}

    /**
     * Large results that were granted.
     *
     * @param history changes of the number of grants
     */
    public record Grants(long results, long bytes, int most, List<GrantChange> history) {}

    /** The units whose results were accepted. */
    public long acceptedUnits() {
        return counters.accepted();
    }

    /** Slot time: slots times duration, summed over workers; {@link #idle} sums to it [slot·ns]. */
    public long slotNanos() {
        return workers.stream()
                .mapToLong(use -> use.slots() * (use.toNanos() - use.fromNanos()))
                .sum();
    }

    /** The time of all slots by cause. */
    public CauseTimes idle() {
        return workers.stream().map(WorkerUse::times).reduce(CauseTimes.ZERO, CauseTimes::plus);
    }

    /** The processors of the master and of the workers. */
    public List<ServerUse> processors() {
        return servers.stream().filter(use -> use.part.isProcessor()).toList();
    }

    /** Every server of the network that was used. */
    public List<ServerUse> links() {
        return servers.stream().filter(use -> !use.part.isProcessor()).toList();
    }

    /** Units accepted per second over the whole run [units/s]. */
    public double rateWups() {
        return makespanNanos == 0 ? 0 : acceptedUnits() / (makespanNanos * 1e-9);
    }

    /** This run as one window of a real one, so that both have the same loads and the same verdict. */
    public RegimeWindow window() {
        List<RegimeWindow.LinkUse> uses = links().stream()
                .map(server -> new RegimeWindow.LinkUse(linkName(server), server.utilisation(), 0))
                .toList();
        double application = used(Part.APPLICATION);
        return new RegimeWindow(
                0, seconds(), idle(), uses, used(Part.LOOP), application, application, 0, resources.uses());
    }

    /**
     * The limit of this run.
     *
     * @param whole false if only enough units were simulated to show the steady rate
     */
    public RunVerdict verdict(boolean whole) {
        double slots = slotNanos() / Math.max(1.0, makespanNanos);
        UsualUnits usual = new UsualUnits();
        cycles.forEach(cycle -> usual.add(cycle.units(), slots, cycle.nanos()));
        String remedy = RunVerdict.remedy(cycles.isEmpty() ? acceptedUnits() : usual.units(), slots, "");
        return whole ? RunVerdict.of(window(), idle(), 1, remedy) : RunVerdict.of(window());
    }

    private double used(Part part) {
        return servers.stream()
                .filter(server -> server.part() == part)
                .mapToDouble(ServerUse::utilisation)
                .max()
                .orElse(0);
    }

    private static String linkName(ServerUse server) {
        return switch (server.part()) {
            case PORT_DOWN, PORT_UP, PORT_SHARED -> "port of " + server.name();
            default -> "link " + server.name();
        };
    }

    /** The makespan [s]. */
    public double seconds() {
        return makespanNanos * 1e-9;
    }

    /** The makespan of a run that is complete; infinite for any other [s]. */
    public double secondsToEnd() {
        return ending == Ending.COMPLETE ? seconds() : Double.POSITIVE_INFINITY;
    }
}
