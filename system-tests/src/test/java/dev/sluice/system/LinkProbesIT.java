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

/** A run whose units and results are tiny measures the links to its hosts all the same, over real links. Needs root. */
@NoLeaks
class LinkProbesIT {
    @TempDir
    Path directory;

    @Test
    void shouldMeasureLinksOverWhichNothingLargePasses() throws Exception {
        try (Lab lab = Lab.up(directory, "two-sites.yaml");
                MasterRun run = lab.master(
                        "a",
                        directory,
                        "run",
                        PoisonJar.in(directory).toString(),
                        "--host=b",
                        "--host=c",
                        "--slots=1",
                        "--no-history",
                        "--run-dir=run",
                        "--",
                        "--ledger=" + directory.resolve("ledger.txt"),
                        "--units=8000",
                        "--compute-millis=50",
                        "--hurry=" + directory.resolve("hurry"))) {
            run.awaitPrinted("w2 on");
            await().atMost(Duration.ofSeconds(100))
                    .pollInterval(Duration.ofSeconds(2))
                    .untilAsserted(
                            () -> { // one transfer may be disturbed, others follow
                                assertThat(bandwidth(lab, "b"))
                                        .as("of 100 Mbit/s")
                                        .isBetween(4e6, 12.6e6);
                                assertThat(bandwidth(lab, "c"))
                                        .as("of 20 Mbit/s")
                                        .isBetween(0.8e6, 2.6e6);
                            });

            Files.createFile(directory.resolve("hurry"));
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
        }
    }

    /** Of transfers of 64 KiB to 1 MiB from this host [bytes/s]; 0 while there was none. */
    private double bandwidth(Lab lab, String host) throws Exception {
        try (MasterRun command = lab.master("a", directory, "weather", "run", "--json")) {
            assertThat(command.exitCodeWithin(60)).as(command.err()).isZero();
            for (JsonNode worker :
                    RunSchema.read(command.out(), "docs/weather.schema.json").at("/workers")) {
                for (JsonNode series : worker.at("/series")) {
                    List<String> which = List.of(
                            worker.at("/host").asText(),
                            series.at("/quantity").asText(),
                            series.at("/sizes").asText());
                    if (which.equals(List.of(host, "bandwidth-in", "medium"))) {
                        return series.at("/newest/value").asDouble();
                    }
                }
            }
        }
        return 0;
    }
}
