package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --tune tree} over ssh, on two sites of the test network. Needs root, and says so where it is skipped. */
@NoLeaks
class LabTreeIT {
    private static final int CYCLES = 24;
    private static final int UNITS = 30;

    @TempDir
    Path directory;

    /** The master is on the host of the command, or on another one of the same site. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void shouldGiveTheFarSiteASubMaster(String master) throws Exception {
        Path common = Files.createDirectory(directory.resolve("lab"));
        try (Lab lab = Lab.up(common, "two-sites.yaml")) {
            Path hosts = directory.resolve("hosts");
            Files.write(hosts, List.of("b", "c", "d"));
            try (MasterRun run = lab.master(
                    "a",
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
                    "tree",
                    "--speculation",
                    "0",
                    "--isolate",
                    "off",
                    master.equals("a") ? "--progress=10" : "--master=" + master,
                    "--",
                    "--blocks=64",
                    "--cycles=" + CYCLES,
                    "--units=" + UNITS,
                    "--compute-millis=200")) {
                assertThat(run.exitCodeWithin(400)).as(run.err()).isZero();
            }
            await().atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThat(lab.processes()).isEmpty());
        }
        JsonNode report = RunSchema.read(Checkout.read(directory.resolve("run/run.json")));
        assertThat(report.at("/decisions").findValuesAsText("what").toString())
                .contains("10.99.2.0/24 gets a sub-master", " moves to w");
        assertThat(report.at("/counters/accepted").asLong()).isEqualTo((long) CYCLES * UNITS);
        assertThat(report.at("/counters/duplicates").asLong()).isZero();
    }
}
