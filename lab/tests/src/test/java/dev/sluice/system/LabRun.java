package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A run of {@link HeavySetup} over ssh in a {@link Lab} of its own, with one slot on each host. It skips the test, with
 * the reason, where there can be no lab.
 *
 * @param view the name of a file in {@code lab/network}
 * @param command the host of the command
 * @param hosts of the workers
 * @param cycles of the application
 * @param units of each cycle
 */
record LabRun(String view, String command, List<String> hosts, int cycles, int units) {
    private static final int LONGEST_SECONDS = 400;

    /**
     * Runs it to its end, checks that each unit was accepted once and that no process is left, and returns the report.
     *
     * @param blocks size of a setup [64 KiB]
     * @param computeMillis time of a unit [ms]
     * @param options of the run
     */
    JsonNode report(Path directory, int blocks, int computeMillis, String... options) throws Exception {
        try (Lab lab = Lab.up(Files.createDirectory(directory.resolve("lab")), view)) {
            lab.master(
                            command,
                            directory,
                            Words.of(
                                    "run %s --hosts %s --run-dir run --slots 1 --speculation 0 --isolate off %s -- --blocks=%s "
                                            + "--cycles=%s --units=%s --compute-millis=%s",
                                    PoisonJar.in(directory, HeavySetup.class),
                                    Files.write(directory.resolve("hosts"), hosts),
                                    options,
                                    blocks,
                                    cycles,
                                    units,
                                    computeMillis))
                    .printed(0);
            await().atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThat(lab.processes()).isEmpty());
        }
        JsonNode report = RunSchema.read(Checkout.read(directory.resolve("run/run.json")));
        assertThat(report.at("/counters/accepted").asLong()).isEqualTo((long) cycles * units);
        assertThat(report.at("/counters/duplicates").asLong()).isZero();
        return report;
    }
}
