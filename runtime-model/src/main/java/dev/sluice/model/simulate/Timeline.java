package dev.sluice.model.simulate;

import dev.sluice.model.ledger.Cause;

/**
 * Is told what happens in a simulated run, as it becomes known: in the order of the ends of what lasts. Hosts are
 * indexes of the view, times are from the start of the run [ns]. Called on the simulation's thread.
 */
public interface Timeline {
    /** What becomes of a worker. */
    enum Change {
        JOINED,
        DRAINING,
        LEFT,
        LOST
    }

    /** Forgets everything. */
    Timeline NONE = new Timeline() {};

    /** A slot computed consecutive units; {@code finished} is false when the worker was lost meanwhile. */
    default void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {}

    /** A slot did something else, or nothing. */
    default void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {}

    /** A message with units, results or setup travelled between the master and a worker. */
    default void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {}

    /** The application accepted results on the master. */
    default void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {}

    /** A large result may come. */
    default void granted(int host, long bytes, long nanos) {}

    /** A cycle is over. */
    default void cycle(int cycle, long fromNanos, long toNanos) {}

    /** Something becomes of a worker. */
    default void worker(int host, Change change, long nanos) {}

    /** What a message carries. */
    enum Message {
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
