package dev.sluice.net.message;

import dev.sluice.model.RunId;
import java.util.List;

/**
 * Agent to pool, first in a session, on each change, and every two seconds: the state of its host. It repeats
 * everything, so that a report replaces the one before.
 *
 * @param host name of the agent's host, at most 255 characters
 * @param slots units that all runs together may compute there at a time, 1 to 65,536
 * @param memoryBytes physical memory of the host; 0 if unknown
 * @param build version of the agent's build
 * @param pid process id of the agent
 * @param incarnation random number drawn once per agent process
 * @param seats the workers of this agent, and those that have ended since the pool's last {@link AgentTarget}
 */
public record AgentReport(
        String host, int slots, long memoryBytes, String build, long pid, long incarnation, List<Seat> seats)
        implements Message {
    public AgentReport {
        host = Checks.atMost(255, host);
        build = Checks.atMost(255, build);
        Checks.between("slots", slots, 1, 65_536);
        Checks.notNegative("memoryBytes", memoryBytes);
        Checks.notNegative("pid", pid);
        Checks.between("seats", seats.size(), 0, AgentTarget.MOST_SEATS);
        seats = List.copyOf(seats);
    }

    /** The states of a seat. */
    public enum State {
        /** The process is being started, or waits for the run. */
        STARTING,
        /** The worker has joined its run. */
        JOINED,
        /** The worker finishes its running units and leaves. */
        DRAINING,
        /** The process has ended. */
        ENDED
    }

    /**
     * One worker of a run on the agent's host.
     *
     * @param id the number that the pool gave it
     * @param pid of the worker; 0 before it is started
     * @param slots units that the worker computes at a time
     * @param exitCode of an ended worker; 128 + N for signal N; 0 before
     * @param lastWords the line with which a worker that failed said why, at most 4,096 characters
     */
    public record Seat(long id, RunId run, int slots, State state, long pid, int exitCode, String lastWords) {
        public Seat {
            Checks.positive("id", id);
            Checks.between("slots", slots, 1, 65_536);
            Checks.notNegative("pid", pid);
            lastWords = Checks.atMost(4_096, lastWords);
        }
    }
}
