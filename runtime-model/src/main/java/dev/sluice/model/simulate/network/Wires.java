package dev.sluice.model.simulate.network;

import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.ServerLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The servers of a network: each direction of each limited wire that the master's traffic can cross, or both directions
 * of a shared one. Confined to its run.
 */
final class Wires {
    private final List<String> names = new ArrayList<>();
    private final List<SimulationReport.Part> parts = new ArrayList<>();
    private final List<Integer> owners = new ArrayList<>();
    private Course[] courses = new Course[16];
    private long[] freeNanos = new long[16];
    private ServerLog[] logs = new ServerLog[16];

    /** Adds a server under the name of its host or link. Returns its number. */
    int add(String name, int owner, SimulationReport.Part part, Course course) {
        int server = names.size();
        names.add(name);
        owners.add(owner);
        parts.add(part);
        if (server == freeNanos.length) {
            courses = Arrays.copyOf(courses, 2 * server);
            freeNanos = Arrays.copyOf(freeNanos, 2 * server);
            logs = Arrays.copyOf(logs, 2 * server);
        }
        courses[server] = course;
        logs[server] = new ServerLog();
        return server;
    }

    int size() {
        return names.size();
    }

    String name(int server) {
        return names.get(server);
    }

    /** True if both directions use the server. */
    boolean isShared(int server) {
        SimulationReport.Part part = parts.get(server);
        return part == SimulationReport.Part.LINK_SHARED || part == SimulationReport.Part.PORT_SHARED;
    }

    Course course(int server) {
        return courses[server];
    }

    /**
     * Serves an arriving packet. Returns when it will have left; {@link Long#MAX_VALUE} for never. Calls must be in the
     * order of time.
     */
    long serve(int server, long arrival, long bytes) {
        long start = Math.max(arrival, freeNanos[server]);
        if (start == Long.MAX_VALUE) {
            return start;
        }
        long end = courses[server].finish(start, bytes);
        freeNanos[server] = end;
        if (end != Long.MAX_VALUE) {
            logs[server].add(arrival, start, end, bytes);
        }
        return end;
    }

    /** Converts to bytes per nanosecond. */
    static double perNano(double bytesPerSecond) {
        return bytesPerSecond * 1e-9;
    }

    /** True if the wire has no limit, and the script never gives it one. */
    static boolean unlimited(Wire wire, boolean changes) {
        return wire.unlimited() && !changes;
    }

    /** The use of each server until then, for those that were used. */
    List<SimulationReport.ServerUse> uses(long untilNanos) {
        List<SimulationReport.ServerUse> uses = new ArrayList<>();
        for (int server = 0; server < names.size(); server++) {
            ServerLog log = logs[server];
            if (log.most() > 0 && untilNanos > 0) {
                uses.add(use(
                        server,
                        Math.min(1, log.busyNanos() / (double) untilNanos),
                        log.presentNanos() / untilNanos,
                        log.most(),
                        log.amount()));
            }
        }
        return uses;
    }

    SimulationReport.ServerUse use(int server, double utilisation, double meanQueue, int most, long bytes) {
        return new SimulationReport.ServerUse(
                names.get(server), owners.get(server), parts.get(server), utilisation, meanQueue, most, bytes);
    }
}
