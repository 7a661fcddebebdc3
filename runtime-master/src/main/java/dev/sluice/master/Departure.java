package dev.sluice.master;

import dev.sluice.net.rules.Closing;

/** Told that the session of a worker is over, or is to be. On the master loop. */
@FunctionalInterface
interface Departure {
    void closed(WorkerConnection connection, Closing why);
}
