package dev.sluice.net.message;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import java.util.List;

/**
 * Worker to master, before anything else: its identity and the units it still holds.
 *
 * @param host name of the worker's host, at most 255 characters
 * @param slots units computed at a time, 1 to 65,536; 0 for a sub-master, which then sends a {@link SubMasterSlots}
 * @param build version of the worker's build, for the report
 * @param pid process id on its host
 * @param incarnation random number drawn once per worker process; the same after a reconnect, another after a restart
 * @param working units in work or queued, by attempt
 * @param finished results computed and not yet acknowledged
 * @param heldCycle cycle of the two lists, whose setup the worker has; -1 if it holds none
 * @param cachedJars SHA-256 of jars that the worker has already, in hexadecimal
 * @param offer resources of the host for units, beside the slots
 */
public record Register(
        String host,
        int slots,
        String build,
        long pid,
        long incarnation,
        List<HeldUnits> working,
        List<ResultRun> finished,
        int heldCycle,
        List<String> cachedJars,
        Amounts offer)
        implements Message {
    /** A worker that offers nothing but its slots. */
    public Register(
            String host,
            int slots,
            String build,
            long pid,
            long incarnation,
            List<HeldUnits> working,
            List<ResultRun> finished,
            int heldCycle,
            List<String> cachedJars) {
        this(host, slots, build, pid, incarnation, working, finished, heldCycle, cachedJars, Amounts.NONE);
    }

    public Register {
        host = Checks.atMost(255, host);
        build = Checks.atMost(255, build);
        Checks.between("slots", slots, 0, 65_536);
        Checks.notNegative("pid", pid);
        Checks.between("heldCycle", heldCycle, -1, Integer.MAX_VALUE);
        working = List.copyOf(working);
        finished = List.copyOf(finished);
        cachedJars = List.copyOf(cachedJars);
        cachedJars.forEach(Checks::sha256);
    }
}
