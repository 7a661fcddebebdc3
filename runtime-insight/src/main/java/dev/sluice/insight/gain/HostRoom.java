package dev.sluice.insight.gain;

import dev.sluice.master.WorkerEntry;
import dev.sluice.master.report.Processor;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Room for further slots on the hosts of a run, by the processor time of those that computed there. */
final class HostRoom {
    /** Part of a host's processors that slots may fill. */
    private static final double FULL = 0.95;

    /** A slot that uses fewer processors tells nothing about another one. */
    private static final double LEAST_BUSY = 1e-3;

    private final Map<String, Room> hosts = new HashMap<>();

    private static final class Room {
        int slots;
        /** Mean number of processors that these slots used. */
        double busy;

        int processors;
    }

    /**
     * Looks at each worker once.
     *
     * @param processors of a worker's host, empty if they are unknown; read until they are known, once for each host
     */
    HostRoom(Collection<WorkerEntry> entries, Function<WorkerEntry, Optional<Processor>> processors) {
        for (WorkerEntry entry : entries) {
            Room room = hosts.computeIfAbsent(entry.host, unused -> new Room());
            if (room.processors == 0) {
                room.processors = processors.apply(entry).map(Processor::count).orElse(0);
            }
            if (entry.stats.computeNanos() > 0) {
                double share = (double) entry.stats.computeCpuNanos() / entry.stats.computeNanos();
                room.slots += entry.slots;
                room.busy += entry.slots * Math.min(1, share);
            }
        }
    }

    /** Slots for which the processors of this host have room, at most as many as it has. */
    int spare(String host) {
        Room room = hosts.get(host);
        if (room == null || room.slots == 0) {
            return 0;
        }
        double each = room.busy / room.slots;
        return each < LEAST_BUSY
                ? 1
                : (int) Math.min(room.slots, Math.max(0, FULL * (room.processors - room.busy) / each));
    }
}
