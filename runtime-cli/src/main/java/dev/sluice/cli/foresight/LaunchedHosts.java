package dev.sluice.cli.foresight;

import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.LookRow;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.master.report.Launching;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells what a run shows about the hosts on which it started workers. */
final class LaunchedHosts {
    private LaunchedHosts() {}

    /** Lets the next plan look at hosts on which no worker came, whatever an earlier look found. */
    static void remember(History history, List<HostSpec> asked, Launching launching) {
        Set<String> came =
                launching.starts().stream().map(Launching.Start::host).collect(Collectors.toSet());
        Instant now = Instant.now();
        List<LookRow> missing = asked.stream()
                .map(HostSpec::name)
                .filter(host -> !came.contains(host))
                .map(host -> LookRow.missing(host, now))
                .toList();
        if (!missing.isEmpty()) {
            history.add(HistoryEntry.of(missing));
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
