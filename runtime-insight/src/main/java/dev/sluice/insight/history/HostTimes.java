package dev.sluice.insight.history;

import dev.sluice.master.WorkerEntry;
import dev.sluice.master.record.ComputeTimes;
import dev.sluice.master.report.Processor;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Unit times on one host, over all of its workers.
 *
 * @param processor empty if not known yet
 * @param units that were computed there
 * @param wallSeconds of a unit, by the clock; NaN without units
 * @param cpuSeconds of a unit, processor time of its thread; NaN if not measured
 * @param spreadSeconds standard deviation between units, by the clock; NaN for fewer than two
 */
public record HostTimes(
        String host,
        @Written(omitted = true) Optional<Processor> processor,
        int slots,
        long units,
        @IfKnown @Written("wallSecondsPerUnit") double wallSeconds,
        @IfKnown @Written("cpuSecondsPerUnit") double cpuSeconds,
        @IfKnown double spreadSeconds) {

    /** The same times of units whose processor time is unknown, because they computed in other processes. */
    public HostTimes withoutCpu() {
        return new HostTimes(host, processor, slots, units, wallSeconds, Double.NaN, spreadSeconds);
    }

    /**
     * The times of each host, in the order in which they joined. On the master loop.
     *
     * @param processors of an entry's host, if known: read here, or reported by the worker
     */
    public static List<HostTimes> of(
            Collection<WorkerEntry> entries, Function<WorkerEntry, Optional<Processor>> processors) {
        Map<String, List<WorkerEntry>> hosts = new LinkedHashMap<>();
        for (WorkerEntry entry : entries) {
            if (entry.branch) {
                continue; // what it says was computed on other hosts
            }
            hosts.computeIfAbsent(entry.host, unused -> new ArrayList<>()).add(entry);
        }
        return hosts.values().stream().map(each -> ofHost(each, processors)).toList();
    }

    private static HostTimes ofHost(List<WorkerEntry> entries, Function<WorkerEntry, Optional<Processor>> processors) {
        ComputeTimes times = new ComputeTimes();
        long computeNanos = 0;
        long cpuNanos = 0;
        int slots = 0;
        for (WorkerEntry entry : entries) {
            times.add(entry.times);
            computeNanos += entry.stats.computeNanos();
            cpuNanos += entry.stats.computeCpuNanos();
            slots += entry.slots;
        }
        // Both times come from one report, because results may be newer than the report.
        double share = computeNanos > 0 && cpuNanos > 0 ? Math.min(1, (double) cpuNanos / computeNanos) : Double.NaN;
        WorkerEntry first = entries.get(0);
        return new HostTimes(
                first.host,
                processors.apply(first),
                slots,
                times.units(),
                times.meanSeconds(),
                times.meanSeconds() * share,
                times.spreadSeconds());
    }
}
