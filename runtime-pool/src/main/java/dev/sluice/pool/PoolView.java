package dev.sluice.pool;

import dev.sluice.model.RunId;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a pool at one moment. */
public record PoolView(List<Host> hosts, List<Run> runs) {
    public PoolView {
        hosts = List.copyOf(hosts);
        runs = List.copyOf(runs);
    }

    /**
     * A host.
     *
     * @param connected whether its agent is there
     * @param drained whether it takes no more workers
     * @param pid of the agent
     * @param weather the agent's latest report; null before the first
     */
    public record Host(
            String name,
            boolean connected,
            boolean drained,
            int slots,
            long memoryBytes,
            long pid,
            List<Seat> seats,
            @Nullable HostReport weather) {
        public Host {
            seats = List.copyOf(seats);
        }

        /** {@code ready}, {@code drained} or {@code away}. */
        public String state() {
            return !connected ? "away" : drained ? "drained" : "ready";
        }

        /** Slots that workers have. */
        public int used() {
            return seats.stream().mapToInt(Seat::slots).sum();
        }
    }

    /** A worker of a run on a host. */
    public record Seat(RunId run, int slots, String state, long pid) {}

    /**
     * A run.
     *
     * @param connected whether its master is there
     * @param slots granted to it
     */
    public record Run(PoolJoin terms, PoolNeeds needs, boolean connected, int slots) {}
}
