package dev.sluice.worker;

import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.runfile.ThreadTime;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.slot.SlotCrew;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity of this process towards the master: its numbers, its build, its cached jars and its resource use.
 * Confined to the worker loop.
 *
 * @param host the name of this host, which the name of the worker need not be
 * @param incarnation drawn once per process
 * @param startedNanos when the process began to count [ns, monotonic]
 */
public record Identity(long pid, String host, long incarnation, String build, long startedNanos, JarCache cache) {
    private static final Logger log = LoggerFactory.getLogger(Identity.class);

    /** The first message of a session, with everything that is still held. */
    Register register(WorkerConfig config, ResultOutbox.Holdings holdings) {
        return new Register(
                config.name(),
                config.slots(),
                build,
                pid,
                incarnation,
                holdings.working(),
                holdings.finished(),
                holdings.cycle(),
                cachedJars(),
                config.offer());
    }

    /** Resource use since the process started, minus {@code before}. */
    WorkerStats stats(WorkIntake workshop, WorkerStats before, long now) {
        SlotCrew crew = workshop.crew();
        return new WorkerStats(
                        Math.max(0, now - startedNanos),
                        crew.allCpuNanos(),
                        crew.computeNanos(now),
                        crew.cpuNanos(),
                        crew.units(),
                        workshop.times().at(now),
                        ThreadTime.ofThisThread())
                .since(before);
    }

    /** The units that have been computing for long. */
    List<LongUnit> longUnits(WorkIntake workshop, long now) {
        return workshop.crew().longUnits(now, host, pid);
    }

    private List<String> cachedJars() {
        try {
            return cache.names();
        } catch (IOException e) {
            log.warn("jar cache: {}", e.toString());
            return List.of();
        }
    }
}
