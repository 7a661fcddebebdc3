package dev.sluice.model.simulate;

import dev.sluice.model.ledger.Cause;

/**
 * Receives the events of a simulated run as they become known: activities in the order of their ends. Hosts are indices
 * of the view, times are from the start of the run [ns]. Called on the simulation's thread.
 */
public interface Timeline {
    /** Changes of a worker's state. */
    enum Change {
        JOINED,
        PARKED,
        UNPARKED,
        DRAINING,
        LEFT,
        LOST
    }

    /** Ignores all events. */
    Timeline NONE = new Timeline() {};

    /** A slot computed consecutive units; {@code finished} is false if the worker was lost before their end. */
    default void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {}

    /** A slot spent time on another cause than computing. */
    default void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {}

    /** A message with units, results or setup, or all files, travelled between the master and a worker. */
    default void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {}

    /** The thread for messages of a master or sub-master worked. */
    default void handled(int host, long fromNanos, long toNanos) {}

    /** The application accepted results on the master. */
    default void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {}

    /** A large result was granted. */
    default void granted(int host, long bytes, long nanos) {}

    /** A cycle ended. */
    default void cycle(int cycle, long fromNanos, long toNanos) {}

    /** A worker's state changed. */
    default void worker(int host, Change change, long nanos) {}

    /** Contents of messages. */
    enum Message {
        FILES,
        SETUP,
        UNITS,
        RESULTS,
        COMPLETED,
        FOLDED,
        OFFER,
        GRANT,
        HANDED_BACK,
        CONTROL
    }
}
