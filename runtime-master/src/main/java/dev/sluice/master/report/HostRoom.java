package dev.sluice.master.report;

import dev.sluice.master.WorkerEntry;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.runfile.ThisHost;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Room for further slots on the hosts of a run, by the processor time of those that computed there and by the load. */
public final class HostRoom {
    /** Part of a host's processors that slots may fill. */
    private static final double FULL = 0.95;

    /** Units that use fewer processors wait for something else, so that busy processors leave room for another one. */
    private static final double LEAST_BUSY = 0.05;

    private final Map<String, Room> hosts = new HashMap<>();

    private static final class Room {
        int slots;
        /** Mean number of processors that these slots used. */
        double busy;

        int processors;
        /** Processes that ran or waited to run, whoever started them; 0 if it is not known. */
        double load;
    }

    /**
     * Looks at each worker once.
     *
     * @param processors of a worker's host, empty if they are unknown; read until they are known, once for each host
     */
    public HostRoom(Collection<WorkerEntry> entries, Function<WorkerEntry, Optional<Processor>> processors) {
        for (WorkerEntry entry : entries) {
            Room room = hosts.computeIfAbsent(entry.host, unused -> new Room());
            if (room.processors == 0) {
                room.processors = processors.apply(entry).map(Processor::count).orElse(0);
            }
            HostReport report = entry.station.report();
            if (report.source() != HostReport.Source.NOBODY) {
                room.load = report.load().queueThousandths() / (double) HostReport.THOUSANDTHS;
            }
            if (entry.stats.computeNanos() > 0) {
                double share = (double) entry.stats.computeCpuNanos() / entry.stats.computeNanos();
                room.slots += entry.slots;
                room.busy += entry.slots * Math.min(1, share);
            }
        }
    }

    /** Slots for which the processors of this host have room, at most as many as it has. */
    public int spare(String host) {
        Room room = hosts.get(host);
        if (room == null || room.slots == 0) {
            return 0;
        }
        double each = room.busy / room.slots;
        double free = Math.max(0, FULL * room.processors - Math.max(room.busy, room.load));
        return each < LEAST_BUSY ? 1 : (int) Math.min(room.slots, free / each);
    }

    /** The hosts whose processors are all busy, in words; empty if one has room, or if one is not known. */
    String full() {
        Set<String> computing = new TreeSet<>();
        hosts.forEach((host, room) -> {
            if (room.slots > 0) {
                computing.add(host);
            }
        });
        if (computing.isEmpty() || computing.stream().anyMatch(host -> processors(host) == 0 || spare(host) > 0)) {
            return "";
        }
        String first = computing.iterator().next();
        if (computing.size() > 1) {
            return "the cores of all " + computing.size() + " hosts are busy";
        }
        int cores = processors(first);
        String whose = first.equals(ThisHost.name()) ? "this machine's" : "the";
        return whose
                + (cores == 1 ? " core" : " " + cores + " cores")
                + (whose.equals("the") ? " of " + first : "")
                + (cores == 1 ? " is busy" : " are busy");
    }

    private int processors(String host) {
        Room room = hosts.get(host);
        return room == null ? 0 : room.processors;
    }
}
