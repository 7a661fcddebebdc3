package dev.sluice.worker.agent;

import dev.sluice.net.message.AgentTarget;
import java.io.IOException;

/** Starts the worker processes of an agent. */
public interface SeatWorkers {
    /**
     * Starts a worker and passes it the run file of the seat; does not wait for it. Called on the agent's loop.
     *
     * @throws IOException if the process cannot be started
     */
    Worker start(AgentTarget.Seat seat, News news) throws IOException;

    /** One process. Methods are called on the agent's loop. */
    interface Worker {
        long pid();

        /** Asks the worker to finish its running units and to leave. Any number of times. */
        void drain();
    }

    /** Learns what becomes of a worker; called on any thread, {@link #ended} once and last. */
    interface News {
        /** The master has accepted the worker. */
        void joined();

        /**
         * The process has ended.
         *
         * @param exitCode 128 + N for signal N
         * @param lastWords a line that says why, as far as the worker said it
         */
        void ended(int exitCode, String lastWords);
    }
}
