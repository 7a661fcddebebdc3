package dev.sluice.master;

import dev.sluice.net.RunFile;
import dev.sluice.net.message.Refuge;
import java.util.List;

/**
 * Where the master of a sub-master is, and where its workers go without it.
 *
 * @param standbys where they go before they try its master
 * @param reconnectNanos for how long it looks for a master that it has lost [ns]
 */
record BranchPlaces(RunFile master, List<Refuge> standbys, long reconnectNanos) {}
