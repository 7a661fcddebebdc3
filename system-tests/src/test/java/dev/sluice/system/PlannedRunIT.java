package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --plan auto} on hosts that the real OpenSSH reaches. */
@NoLeaks
@Tag("long")
class PlannedRunIT {
    @TempDir
    Path directory;

    @Test
    void shouldPutTheMasterWhereItTakesTheLeastOfTheComputing() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory)) {
            hosts.start("north");
            hosts.start("south");
            hosts.start("east");
            assertPlanned(hosts);
            hosts.awaitNoProcess();
        }
    }

    private void assertPlanned(SshHosts hosts) throws Exception {
        try (MasterRun run = run(hosts)) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("plan: a unit takes ", "plan: master on south, 2 workers with 5 slots: ")
                    .contains("the master is on south", "on north joined with 3 slots", "on east joined with 2 slots")
                    .contains("sluice predict")
                    .containsPattern("plan: west is left out: .+ \\(to see it: .+\\)")
                    .doesNotContain("Exception", "WARN");
        }
        JsonNode plan = json("plan.json");
        assertThat(plan.at("/flow/master").asText()).isEqualTo("south");
        assertThat(plan.at("/flow/unitsPerSecond").asDouble()).isBetween(100.0, 251.0);
        assertThat(hosts(json("run.json"))).containsExactlyInAnyOrder("north", "east");
        assertThat(json("run.json").at("/weights").asText()).isEqualTo("planned");
        assertThat(units(json("run.json"), "east"))
                .as("its port carries 40 of 190 units/s; equal slots would get 48 of 120")
                .isBetween(18L, 33L);
        assertThat(json("run.json").at("/unitsPerSecondAllowed").asDouble())
                .isEqualTo(plan.at("/flow/unitsPerSecond").asDouble());
        JsonNode prediction = json("run.json").at("/prediction");
        assertThat(prediction.at("/kind").asText()).isEqualTo("planned");
        assertThat(prediction.at("/actualSeconds").asDouble()).isPositive();
    }

    private static long units(JsonNode report, String host) {
        return StreamSupport.stream(report.at("/workers").spliterator(), false)
                .filter(worker -> worker.at("/host").asText().equals(host))
                .mapToLong(worker -> worker.at("/units").asLong())
                .sum();
    }

    /** Under a policy that keeps a share for each worker until it comes, as large as planned. */
    private MasterRun run(SshHosts hosts) throws IOException {
        Path view = Files.writeString(directory.resolve("view.yaml"), """
            name: three
            links:
              - {name: lan}
            hosts:
              - {name: north, link: lan, slots: 3}
              - {name: south, link: lan, slots: 1}
              - {name: east, link: lan, slots: 2, rate: 320 kbit/s}
              - {name: west, link: lan, slots: 8}
            """);
        return MasterRun.master(
                directory,
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString()),
                Words.of(
                        "run %s --plan auto --policy FIXED --weights planned --goal=rate --speculation 0 --ssh %s "
                                + "--view %s -- --millis=20 --units=120 --result=1000",
                        PoisonJar.in(directory, SleepingUnits.class), hosts.ssh(), view));
    }

    private JsonNode json(String name) throws IOException {
        try (Stream<Path> runs = Files.list(directory.resolve("sluice-runs"))) {
            return new ObjectMapper()
                    .readTree(runs.findFirst().orElseThrow().resolve(name).toFile());
        }
    }

    private static List<String> hosts(JsonNode report) {
        return StreamSupport.stream(report.at("/workers").spliterator(), false)
                .filter(worker -> worker.at("/units").asLong() > 0)
                .map(worker -> worker.at("/host").asText())
                .toList();
    }
}
