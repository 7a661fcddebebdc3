package dev.sluice.cli.foresight;

import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.LookRow;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.Processor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells what a run shows about the hosts on which it started workers. */
final class LaunchedHosts {
    private LaunchedHosts() {}

    /**
     * Counts hosts whose workers computed as seen, and lets the next plan look at hosts on which no worker came,
     * whatever an earlier look found.
     *
     * @param asked hosts on which workers were to start
     * @param computed with their processors, as far as these are known
     */
    static void remember(History history, List<HostSpec> asked, Launching launching, List<HostTimes> computed) {
        Set<String> came =
                launching.launch().stream().map(Launching.Start::host).collect(Collectors.toSet());
        Map<String, Processor> known = new LinkedHashMap<>();
        for (HostTimes host : computed) {
            host.processor().filter(processor -> host.units() > 0).ifPresent(found -> known.put(host.host(), found));
        }
        Instant now = Instant.now();
        Set<String> fresh = LookRow.fresh(history.looks(), now).keySet();
        List<LookRow> rows = new ArrayList<>();
        for (HostSpec host : asked) {
            Processor processor = known.get(host.name());
            if (!came.contains(host.name())) {
                rows.add(LookRow.missing(host.name(), now));
            } else if (processor != null && !fresh.contains(host.name())) {
                rows.add(new LookRow(host.name(), now, processor.count(), -1, -1));
            }
        }
        if (!rows.isEmpty()) {
            history.add(HistoryEntry.of(rows));
        }
    }

    /** Names of the links of hosts, as far as a plan has a view of them. */
    static UnaryOperator<String> link(@Nullable RunPlan plan) {
        return host -> {
            int index = plan == null ? -1 : plan.plan().view().host(host);
            return plan == null || index < 0 ? "" : plan.plan().link(index);
        };
    }
}
