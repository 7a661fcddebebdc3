package dev.sluice.master.submaster;

import dev.sluice.net.message.Refuge;
import dev.sluice.net.runfile.RunFile;
import java.util.List;

/**
 * Where the master of a sub-master is, and where its workers go without it.
 *
 * @param standbys where they go before they try its master
 * @param reconnectNanos for how long it looks for a master that it has lost [ns]
 */
public record SubMasterAddresses(RunFile master, List<Refuge> standbys, long reconnectNanos) {}
