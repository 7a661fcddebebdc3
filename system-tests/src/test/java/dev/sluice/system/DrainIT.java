package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice workers drain}, beside a run that goes on. */
@NoLeaks
class DrainIT {
    /** More than four minutes of one worker, unless it is told to hurry. */
    private static final int UNITS = 5000;

    @TempDir
    Path directory;

    @Test
    void shouldLetWorkersLeaveLoseNothingAndGoOnWithTheNextThatJoins() throws Exception {
        try (MasterRun run = PoisonJar.listening(directory, UNITS)) {
            run.awaitPrinted("to join:");
            Path file = directory.resolve("sluice-runs/mine/private/operator.run");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            try (MasterRun first = PoisonJar.worker(directory);
                    MasterRun second = PoisonJar.worker(directory);
                    MasterRun third = PoisonJar.worker(directory)) {
                run.awaitPrinted("w3 on");
                await().until(() -> PoisonJar.accepted(directory).size() > 20);
                assertRefused("E200 w9: no such worker", "w1 on", "sluice-runs/mine", "w1", "w9");
                assertThat(run.err()).doesNotContain("leaves");
                assertThat(drain("sluice-runs/mine", "w2")).startsWith("w2 on ").contains(" leaves poison-");
                run.awaitPrinted("leaves: the master asked for it");
                await().until(() -> living(first, second, third) == 2);
                assertThat(run.isRunning()).isTrue();

                String host = run.err().split("w2 on ")[1].split("[ ,\n]")[0];
                assertThat(drain("--json", host)) // the newest run
                        .contains("\"mode\":\"drained\"", "\"leaving\":[\"w", "w1 on ", "w3 on ");
                for (MasterRun worker : List.of(first, second, third)) {
                    assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
                }
            }
            assertThat(run.isRunning()).isTrue();
            PoisonJar.hurry(directory);
            String join = run.err().split("to join: ")[1].lines().findFirst().orElseThrow();
            Map<String, String> environment =
                    Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString());
            try (MasterRun last = MasterRun.typed(directory, environment, join)) { // as the master printed it
                assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
                assertThat(last.exitCodeWithin(60)).as(last.err()).isZero();
            }
            assertThat(run.out()).doesNotContain("duplicates", "workers lost");
            assertThat(file).doesNotExist();
            assertRefused("E207 run: sluice-runs/mine is over", "a running run", "sluice-runs/mine", "w1");
        }
        assertEachUnitOnce();
    }

    private String drain(String... arguments) throws Exception {
        return drainage(arguments).printed(0);
    }

    private MasterRun drainage(String... arguments) throws Exception {
        return MasterRun.master(directory, Words.of("workers drain %s", arguments));
    }

    private void assertEachUnitOnce() throws Exception {
        assertThat(PoisonJar.accepted(directory)).hasSize(UNITS).doesNotHaveDuplicates();
        for (String line : PoisonJar.accepted(directory)) {
            long unit = Long.parseLong(line.split(" ")[1]);
            assertThat(line).endsWith(" " + 16L * (byte) (unit * 31 + 1));
        }
    }

    private void assertRefused(String offence, String expectation, String... arguments) throws Exception {
        drainage(arguments).refused(offence, expectation);
    }

    private static long living(MasterRun... workers) {
        return List.of(workers).stream().filter(MasterRun::isRunning).count();
    }
}
