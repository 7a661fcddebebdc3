package dev.sluice.master.submaster;

import dev.sluice.net.message.Refuge;
import dev.sluice.net.runfile.RunFile;
import java.util.List;

/**
 * The address of a sub-master's master, and the masters to which its workers go without it.
 *
 * @param standbys masters that its workers try before its own master
 * @param reconnectNanos timeout of looking for a lost master [ns]
 */
public record SubMasterAddresses(RunFile master, List<Refuge> standbys, long reconnectNanos) {}
