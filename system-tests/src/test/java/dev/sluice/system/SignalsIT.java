package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person's Ctrl-C and an operator's kill do to real processes. */
@NoLeaks
class SignalsIT {
    @TempDir
    Path directory;

    @Test
    void shouldDeliverWhatRunsOnTheFirstInterrupt() throws Exception {
        try (MasterRun run = run("--local", "2", "--", "--units", "100000", "--compute-millis", "20")) {
            run.awaitPercent(0);
            await().atMost(Duration.ofSeconds(30)).until(() -> ledger().size() > 20);
            run.workers();
            run.signal("INT");
            assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
            assertThat(run.err()).contains("stopping:", "interrupted");
            assertThat(ledger()).endsWith("interrupted").doesNotHaveDuplicates();
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldSayThatTheApplicationCouldNotKeepWhatWasThere() throws Exception {
        try (MasterRun run =
                run("--local", "2", "--", "--units", "100000", "--compute-millis", "20", "--bad", "interrupted")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> ledger().size() > 20);
            run.signal("INT");
            assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
            assertThat(run.err()).contains("interrupted threw", "poison in interrupted");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldEndAtOnceOnTheSecondInterrupt() throws Exception {
        try (MasterRun run = run("--local", "2", "--", "--units", "10", "--compute-millis", "600000")) {
            run.awaitPrinted("w2 on");
            run.workers();
            run.signal("INT");
            run.awaitPrinted("stopping:");
            run.signal("INT");
            assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(130);
            await().atMost(Duration.ofSeconds(15)).until(() -> !run.leavesProcesses());
        }
    }

    @Test
    void shouldLeaveNoWorkerBehindWhenTheMasterIsKilled() throws Exception {
        try (MasterRun run = run("--local", "2", "--", "--units", "10", "--compute-millis", "600000")) {
            run.awaitPrinted("w2 on");
            run.workers();
            run.signal("KILL");
            await().atMost(Duration.ofSeconds(15)).until(() -> !run.leavesProcesses());
        }
    }

    @Test
    void shouldLoseNothingWhenAWorkerIsAskedToLeave() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (MasterRun run = run(
                "--listen",
                "127.0.0.1:0",
                "--run-file",
                runFile.toString(),
                "--",
                "--units",
                "400",
                "--compute-millis",
                "10")) {
            run.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString());
                    MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                await().atMost(Duration.ofSeconds(30)).until(() -> ledger().size() > 50);
                first.signal("TERM");
                assertThat(first.exitCodeWithin(15)).as(first.err()).isIn(0, 143);
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(second.exitCodeWithin(15)).isZero();
                assertThat(ledger().stream().filter(line -> line.startsWith("0 ")))
                        .hasSize(400)
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void shouldGoOnWhenAllWorkersDieAndAnotherJoins() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path killed = directory.resolve("killed");
        try (MasterRun run = run(
                "--listen",
                "127.0.0.1:0",
                "--run-file",
                runFile.toString(),
                "--",
                "--units",
                "300",
                "--compute-millis",
                "50",
                "--hurry",
                killed.toString())) {
            run.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                await().atMost(Duration.ofSeconds(30)).until(() -> ledger().size() > 50);
                first.signal("KILL");
                run.awaitPrinted("no workers connected");
                Files.createFile(killed);
            }
            try (MasterRun second = MasterRun.worker(directory, "join", "--slots", "2", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(second.exitCodeWithin(15)).isZero();
                assertThat(ledger().stream().filter(line -> line.startsWith("0 ")))
                        .hasSize(300)
                        .doesNotHaveDuplicates();
            }
        }
    }

    private List<String> ledger() throws Exception {
        Path ledger = directory.resolve("ledger.txt");
        return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
    }

    private MasterRun run(String... options) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("run", PoisonJar.in(directory).toString(), "--progress", "0.1"));
        all.addAll(Arrays.asList(options));
        all.addAll(List.of("--ledger", directory.resolve("ledger.txt").toString()));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }
}
