package dev.sluice.net.message;

import dev.sluice.model.RunId;
import java.util.List;

/**
 * Pool to agent: the workers that the agent shall have. It starts a worker for each seat that it does not know, and
 * drains workers whose seats are absent. A target replaces the one before; it may be repeated.
 *
 * @param number rises with each target of the pool, so that an agent drops an older one
 */
public record AgentTarget(long number, List<Seat> seats) implements Message {
    static final int MOST_SEATS = 4_096;

    public AgentTarget {
        Checks.notNegative("number", number);
        Checks.between("seats", seats.size(), 0, MOST_SEATS);
        seats = List.copyOf(seats);
    }

    /**
     * One worker of a run.
     *
     * @param id never used again
     * @param slots units that it computes at a time; the same in all targets
     * @param runFile the text of the run's file for workers; empty for a worker that the agent has reported
     */
    public record Seat(long id, RunId run, int slots, String runFile) {
        public Seat {
            Checks.positive("id", id);
            Checks.between("slots", slots, 1, 65_536);
            Checks.between("runFile", runFile.length(), 0, 65_536);
        }

        /** Without the run file, which has a secret. */
        @Override
        public String toString() {
            return "seat " + id + " of " + run + " with " + slots + " slots";
        }
    }
}
