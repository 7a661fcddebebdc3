package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.Build;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.runfile.ThreadTime;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * The identity of a sub-master towards its master.
 *
 * @param name of its host
 * @param incarnation drawn once per process
 * @param startedNanos when the process began to count [ns, monotonic]
 * @param cache stores the application's jars
 */
public record SubMasterIdentity(String name, long incarnation, long startedNanos, JarCache cache) {
    /** The first message of a session, with everything that is still held. */
    Register register(int slots, Forwarding.Holdings holdings) {
        return Register.ofSlots(
                name,
                slots,
                Build.version(),
                ProcessHandle.current().pid(),
                incarnation,
                holdings.working(),
                holdings.finished(),
                holdings.cycle(),
                cachedJars());
    }

    private List<String> cachedJars() {
        try {
            return cache.names();
        } catch (IOException e) {
            return List.of(); // it is asked for them again
        }
    }

    /** Figures of this process and of all workers below it, each counted once. */
    WorkerStats stats(Collection<WorkerEntry> entries, long nowNanos) {
        long cpuNanos = ThreadTime.ofThisProcess();
        long computeNanos = 0;
        long computeCpuNanos = 0;
        long units = 0;
        CauseTimes causes = CauseTimes.ZERO;
        for (WorkerEntry entry : entries) {
            WorkerStats stats = entry.stats;
            cpuNanos += stats.cpuNanos();
            computeNanos += stats.computeNanos();
            computeCpuNanos += stats.computeCpuNanos();
            units += stats.units();
            causes = causes.plus(stats.causes());
        }
        long wallNanos = Math.max(0, nowNanos - startedNanos);
        long loopCpuNanos = ThreadTime.ofThisThread();
        return new WorkerStats(wallNanos, cpuNanos, computeNanos, computeCpuNanos, units, causes, loopCpuNanos);
    }
}
