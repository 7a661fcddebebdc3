package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.ReportData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sluice simulate}: what it prints follows its schema, and what it writes can be read. */
class SimulationSchemaTest {
    @TempDir
    Path directory;

    private static JsonNode simulate(int exitCode, String... options) {
        return InProcess.sluice(Words.of("simulate --json %s", options)).json(exitCode, "docs/simulation.schema.json");
    }

    @Test
    void shouldSimulateEveryPolicy() {
        JsonNode answer = simulate(
                0, "--hosts=4", "--units=400", "--unit-time=bimodal:0.8@10ms,0.2@100ms", "--policy=all", "--cycles=2");
        assertThat(answer.at("/runs")).hasSize(8);
        for (JsonNode run : answer.at("/runs")) {
            assertThat(run.at("/acceptedUnits").asInt()).isEqualTo(800);
            assertThat(run.at("/cycleSeconds")).hasSize(2);
        }
    }

    @Test
    void shouldSimulateAScript() {
        JsonNode run = simulate(
                        0,
                        "--hosts=13",
                        "--port=100 Mbit/s",
                        "--unit-time=10ms",
                        "--result=200kB",
                        "--units=200",
                        "--network=fair",
                        "--speculation=0", // else its one unit is copied, and nobody waits until its lease has expired
                        "--script=0.5s lose h3; 1s drain h4; 2s join h4; 1s park h2; 2s unpark h2; 2s policy FAC"
                                + " prefetch 2")
                .at("/runs/0");
        assertThat(run.at("/counters/workersLost").asInt()).isEqualTo(1);
        assertThat(run.at("/congestionControl/granted").asInt()).isGreaterThanOrEqualTo(200);
    }

    @Test
    void shouldLoadAllHostsWithAWorkerByAStar() {
        String[] words = {"--hosts=4", "--units=400", "--unit-time=10ms", "--overheads=none"};
        double alone = simulate(0, words).at("/runs/0/seconds").asDouble();
        double halved = simulate(0, words[0], words[1], words[2], words[3], "--script=0s load * 0.5")
                .at("/runs/0/seconds")
                .asDouble();
        assertThat(halved).isCloseTo(2 * alone, within(0.02 * alone));
    }

    @Test
    void shouldWriteATraceAndPictures() throws Exception {
        simulate(
                0,
                "--hosts=3",
                "--units=60",
                "--unit-time=10ms",
                "--trace=" + directory.resolve("run.trace.json"),
                "--svg=" + directory.resolve("run.svg"),
                "--html=" + directory.resolve("run.html"));
        JsonNode trace =
                new ObjectMapper().readTree(directory.resolve("run.trace.json").toFile());
        assertThat(trace.at("/traceEvents").findValuesAsText("cat")).contains("compute", "idle", "network", "cycle");
        assertThat(Files.readString(directory.resolve("run.svg"))).contains("<svg");
        assertThat(ReportData.of(Files.readString(directory.resolve("run.html"))))
                .contains("sluice-page-1", "\"simulated\"");
    }

    @Test
    void shouldSayThatNoWorkerIsLeft() {
        JsonNode run = simulate(4, "--hosts=1", "--units=60", "--unit-time=1s", "--script=5s drain h1; 6s load h1 1");
        assertThat(run.at("/runs/0/ending").asText()).isEqualTo("no-workers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--policy=FOO | one of [SS, FSC",
                "--script=5s lose h9 | h9 (expected: a host of the view, such as master)",
                "--script=5s policy FOO | 5s policy FOO (expected: one of [SS, FSC",
                "--script=5s policy FAC prefetch 5000 | (expected: auto, or a prefetch from 0 to 4096)",
                "--script=5s policy FAC weights | or TIME policy NAME [weights WEIGHTS] [prefetch NUMBER|auto]",
                "--unit-time=uniform:5ms | expected: fixed:A, uniform:A..B",
                "--workers=h1,h1 | h1 twice (expected: each host once)",
                "--unit-time=1ms --bandwidth=0bit/s | nothing passes h1",
                "--units=-1 | --units: -1 (expected: 0 to 100,000,000 in all cycles",
                "--units=1000000000000 | --units: 1000000000000 (expected: 0 to 100,000,000 in all cycles",
                "--view=none.yaml | --view: none.yaml (expected: a readable network view)"
            })
    void shouldRefuseWhatCannotBe(String options, String text) {
        List<String> arguments = new ArrayList<>(List.of("simulate"));
        arguments.addAll(List.of(options.split(" (?=--)")));
        if (!options.contains("--unit-time")) {
            arguments.add("--unit-time=1ms");
        }
        InProcess run = InProcess.sluice(arguments.toArray(String[]::new));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(text);
    }
}
