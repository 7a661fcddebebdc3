package dev.sluice.master.report;

import dev.sluice.master.RunCore;
import dev.sluice.master.RunProgress;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.Written;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.model.simulate.cost.RuntimeCosts.Counted;
import dev.sluice.net.runfile.ThisHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Costs of the runtime on one host, from the counters of a run: threads' processor time per message and unit.
 *
 * @param processor empty if it is unknown
 */
public record HostCosts(
        String host,
        @Written(omitted = true) Optional<Processor> processor,
        @Written(flat = true) RuntimeCosts costs) {
    /**
     * The costs of each host that had workers, and of the master's host. On the master loop, when the run is over.
     *
     * @param otherNanos processor time of the master's process since the run began, without loop and application [ns]
     */
    public static List<HostCosts> of(
            RunCore core, long loopNanos, long otherNanos, Function<WorkerEntry, Optional<Processor>> processors) {
        RunProgress.Snapshot run = core.progress().snapshot();
        double messages = 0;
        double computeNanos = 0;
        Map<String, List<WorkerEntry>> workers = new LinkedHashMap<>();
        for (WorkerEntry entry : core.registry().entries()) {
            messages += messages(entry);
            computeNanos += Math.max(entry.computeNanos, entry.stats.computeNanos());
            if (!entry.branch && entry.stats.wallNanos() > 0) {
                workers.computeIfAbsent(entry.host, unused -> new ArrayList<>()).add(entry);
            }
        }
        double accepted = run.counters().accepted();
        double results = core.traffic().messagesReceived();
        Map<String, HostCosts> hosts = new LinkedHashMap<>();
        RunLedger.Summary ledger = core.ledger().summary(core.progress().endNanos());
        Map<String, Double> started = new HashMap<>();
        boolean files = !core.settings().jars().info().files().files().isEmpty();
        if (!files) { // workers would have waited for them
            ledger.workers()
                    .forEach(each -> started.put(
                            each.worker().toString(), (double) each.times().of(Cause.STARTING)));
        }
        workers.forEach((host, entries) -> {
            Counted counted = counted(entries, accepted > 0 ? results / accepted : 0);
            boolean here = host.equals(ThisHost.name());
            RuntimeCosts costs =
                    RuntimeCosts.ofWorker(counted, here ? mean(entries, entry -> startNanos(entry, started)) : 0);
            hosts.put(host, new HostCosts(host, processors.apply(entries.get(0)), costs));
        });
        String here = ThisHost.name();
        RuntimeCosts ofMaster = RuntimeCosts.ofMaster(new Counted(
                messages,
                results,
                accepted,
                computeNanos / 1e9 / Math.max(1, accepted),
                loopNanos,
                otherNanos,
                0,
                0,
                run.nanos() / 1e9));
        HostCosts beside =
                hosts.getOrDefault(here, new HostCosts(here, Optional.of(Processor.here()), RuntimeCosts.UNKNOWN));
        hosts.put(here, new HostCosts(here, beside.processor, beside.costs.or(ofMaster)));
        return List.copyOf(hosts.values());
    }

    private static double messages(WorkerEntry entry) {
        return entry.counters().messagesSent() + entry.counters().messagesReceived();
    }

    /** The mean over the workers of one host. */
    private static Counted counted(List<WorkerEntry> entries, double messagesOfUnit) {
        double units = mean(entries, entry -> entry.stats.units());
        double compute = mean(entries, entry -> entry.stats.computeNanos());
        double slots = mean(entries, entry -> entry.stats.computeCpuNanos());
        double around = mean(entries, entry -> entry.stats.causes().of(Cause.RUNTIME));
        double share = compute + around > 0 ? Math.min(1, slots / (compute + around)) : 0;
        return new Counted(
                mean(entries, HostCosts::messages),
                units * messagesOfUnit,
                units,
                compute / 1e9 / Math.max(1, units),
                mean(entries, entry -> entry.stats.loopCpuNanos()),
                mean(
                        entries,
                        entry -> entry.stats.cpuNanos() - entry.stats.computeCpuNanos() - entry.stats.loopCpuNanos()),
                around * share,
                share,
                mean(entries, entry -> entry.stats.wallNanos()) / 1e9);
    }

    private static double startNanos(WorkerEntry entry, Map<String, Double> started) {
        return started.getOrDefault(entry.id.toString(), 0.0) / Math.max(1, entry.slots);
    }

    private static double mean(List<WorkerEntry> entries, ToDoubleFunction<WorkerEntry> figure) {
        return entries.stream().mapToDouble(figure).average().orElse(0);
    }
}
