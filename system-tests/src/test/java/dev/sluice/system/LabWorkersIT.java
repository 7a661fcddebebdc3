package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code --tune workers} over ssh, on six hosts whose setups pass a narrow port. Needs root, and says so where it is
 * skipped.
 */
@NoLeaks
class LabWorkersIT {
    private static final int CYCLES = 50;
    private static final int UNITS = 60;

    @TempDir
    Path directory;

    @Test
    void shouldParkWorkersThatOnlySlowCyclesDown() throws Exception {
        Path common = Files.createDirectory(directory.resolve("lab"));
        try (Lab lab = Lab.up(common, "narrow.yaml")) {
            Path hosts = directory.resolve("hosts");
            Files.write(hosts, List.of("a1", "a2", "a3", "a4", "a5", "a6"));
            try (MasterRun run = lab.master(
                    "m",
                    directory,
                    "run",
                    PoisonJar.in(directory, HeavySetup.class).toString(),
                    "--hosts",
                    hosts.toString(),
                    "--run-dir",
                    "run",
                    "--slots",
                    "1",
                    "--tune",
                    "workers",
                    "--speculation",
                    "0",
                    "--isolate",
                    "off",
                    "--",
                    "--blocks=16",
                    "--cycles=" + CYCLES,
                    "--units=" + UNITS,
                    "--compute-millis=50")) {
                assertThat(run.exitCodeWithin(400)).as(run.err()).isZero();
            }
            await().atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThat(lab.processes()).isEmpty());
        }
        JsonNode report = RunSchema.read(Checkout.read(directory.resolve("run/run.json")));
        assertThat(report.at("/decisions").findValuesAsText("kind")).contains("workers");
        assertThat(report.at("/decisions").findValuesAsText("what").toString()).contains(" of 6 workers are parked");
        assertThat(report.at("/counters/accepted").asLong()).isEqualTo((long) CYCLES * UNITS);
        assertThat(report.at("/counters/duplicates").asLong()).isZero();
    }
}
