package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Masters that are killed with SIGKILL, and {@code sluice resume}. */
@NoLeaks
class ResumeIT {
    private static final int UNITS = 400;

    @TempDir
    Path directory;

    @Test
    void shouldGoOnWithTheWorkersThatLive() throws Exception {
        assertGoesOnWithTheWorkersThatLive(150);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 330})
    void shouldGoOnWithTheWorkersThatLiveEarlyAndLate(int accepted) throws Exception {
        assertGoesOnWithTheWorkersThatLive(accepted);
    }

    /** Workers that outlive their master bring what they hold: no unit is computed twice, since none is copied. */
    private void assertGoesOnWithTheWorkersThatLive(int accepted) throws Exception {
        try (MasterRun killed = run("--local", "2", "--slots", "1", "--journal", "sync", "--speculation", "0")) {
            awaitAccepted(accepted);
            killed.workers();
            killed.signal("KILL");
            killed.exitCodeWithin(60);
            letEnd();
            try (MasterRun resumed = MasterRun.master(directory, "resume", "run")) {
                assertThat(resumed.exitCodeWithin(90)).as(resumed.err()).isZero();
                assertThat(resumed.err()).contains("goes on", "w1 on", "w2 on").doesNotContain("w3 on");
            }
            await().until(() -> !killed.leavesProcesses());
        }
        assertThat(computed()).hasSize(UNITS).doesNotHaveDuplicates();
        assertThat(accepted()).hasSize(UNITS);
        assertThat(directory.resolve("run").resolve("journal")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 200})
    void shouldGoOnInOneProcess(int accepted) throws Exception {
        try (MasterRun killed = run()) {
            awaitAccepted(accepted);
            killed.signal("KILL");
            killed.exitCodeWithin(60);
        }
        letEnd();
        MasterRun.master(directory, "resume", "run").printed(0);
        assertThat(accepted()).hasSize(UNITS);
        assertThat(computed().size())
                .as("what was not accepted is computed again")
                .isLessThan(UNITS + 100);
    }

    @Test
    void shouldRefuseARunThatIsRunningOrComplete() throws Exception {
        try (MasterRun running = run()) {
            awaitAccepted(10);
            assertThat(refused()).contains("E242", "is running");
            letEnd();
            assertThat(running.exitCodeWithin(90)).as(running.err()).isZero();
        }
        assertThat(refused()).contains("E244", "it is complete");
    }

    private String refused() throws Exception {
        try (MasterRun resumed = MasterRun.master(directory, "resume", "run")) {
            assertThat(resumed.exitCodeWithin(60)).isEqualTo(2);
            return resumed.err();
        }
    }

    /** Lets the last unit end, without which no run here comes to its end. */
    private void letEnd() throws Exception {
        Files.createFile(directory.resolve("let-end"));
    }

    private void awaitAccepted(int units) {
        await().until(() -> PoisonJar.ledger(directory).size() >= units);
    }

    /** Units that a master has accepted, without the lines about cycles and the end. */
    private Set<String> accepted() throws Exception {
        return PoisonJar.ledger(directory).stream()
                .filter(line -> line.matches("[0-9].*"))
                .collect(Collectors.toSet());
    }

    private List<String> computed() throws Exception {
        return Files.readAllLines(directory.resolve("computed.txt")).stream()
                .map(line -> line.split(" ")[0])
                .toList();
    }

    private MasterRun run(String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", PoisonJar.in(directory).toString(), "--run-dir", "run", "--progress", "0.1"));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "--units", "" + UNITS, "--compute-millis", "20"));
        all.addAll(List.of("--ledger", directory.resolve("ledger.txt").toString()));
        all.addAll(List.of("--last-awaits", directory.resolve("let-end").toString()));
        all.addAll(List.of("--computed", directory.resolve("computed.txt").toString()));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }
}
