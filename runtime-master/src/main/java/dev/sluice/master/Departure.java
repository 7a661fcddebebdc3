package dev.sluice.master;

import dev.sluice.net.rules.Closing;

/** Ends the session of a worker, or handles its end. On the master loop. */
@FunctionalInterface
interface Departure {
    void closed(WorkerConnection connection, Closing why);
}
