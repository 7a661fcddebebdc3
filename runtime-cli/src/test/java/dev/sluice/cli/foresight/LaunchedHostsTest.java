package dev.sluice.cli.foresight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.LookRow;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.Processor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchedHostsTest {
    @TempDir
    Path directory;

    private static HostSpec host(String name) {
        return new HostSpec(name, null, 0, 0, "test");
    }

    private static Launching.Start start(String host) {
        return new Launching.Start(host, "ssh", 0, 0.5, 0.5, 0, 0, 1, 0.1, 0, 2.1);
    }

    private static HostTimes computed(String host) {
        return new HostTimes(host, Optional.of(new Processor("Fast", Double.NaN, 12)), 4, 9, 1, 1, 0);
    }

    @Test
    void shouldCountHostsThatComputedAsSeenAndOthersNot() {
        History history = new History(directory, trouble -> {});
        LookRow richer = new LookRow("seen", Instant.now(), 12, 1_000, 0.5);
        LookRow gone = new LookRow("missing", Instant.now(), 12, 1_000, 0.5);
        history.add(HistoryEntry.of(List.of(richer, gone)));
        LaunchedHosts.remember(
                history,
                List.of(host("seen"), host("new"), host("idle"), host("missing")),
                new Launching(1, 9, 1, List.of(start("seen"), start("new"), start("idle"))),
                List.of(computed("seen"), computed("new"), computed("other")));
        assertThat(LookRow.fresh(history.looks(), Instant.now())).containsOnlyKeys("seen", "new");
        assertThat(LookRow.fresh(history.looks(), Instant.now()).get("seen").freeBytes())
                .as("a look knows more than a run")
                .isEqualTo(1_000);
        assertThat(LookRow.fresh(history.looks(), Instant.now()).get("new").cores())
                .isEqualTo(12);
    }
}
