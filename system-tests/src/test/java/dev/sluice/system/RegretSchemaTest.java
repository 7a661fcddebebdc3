package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code sluice report --policies}: what it prints follows its schema, also for a sample of units and for a bad replay.
 */
class RegretSchemaTest {
    /** Sixty units under FIXED on three workers, of which one is slow. */
    private static final Path RUN = Checkout.file("system-tests/src/test/resources/regret");

    @TempDir
    Path directory;

    private static JsonNode regret(int exitCode, Path run, String... options) {
        String[] words = new String[options.length + 4];
        words[0] = "report";
        words[1] = "--policies";
        words[2] = run.toString();
        words[3] = "--json";
        System.arraycopy(options, 0, words, 4, options.length);
        return InProcess.sluice(words).json(exitCode, "docs/regret.schema.json");
    }

    @Test
    void shouldCompareAllChoicesAndNumbersOfWorkers() {
        JsonNode answer = regret(0, RUN, "--workers");
        assertThat(answer.at("/chosen/policy").asText()).isEqualTo("FIXED");
        assertThat(answer.at("/regretPercent").asDouble()).isGreaterThan(50);
        assertThat(answer.at("/choices")).hasSize(33);
        assertThat(answer.at("/workers/rows")).hasSize(3);
    }

    @Test
    void shouldHaveASpreadForASampleOfUnits() throws Exception {
        Files.copy(RUN.resolve("model.json"), directory.resolve("model.json"));
        Files.write(
                directory.resolve("units.csv"),
                Files.readAllLines(RUN.resolve("units.csv")).subList(0, 31));
        JsonNode answer = regret(0, directory, "--choices=SS,FIXED");
        assertThat(answer.at("/draws").asInt()).isEqualTo(5);
        assertThat(answer.at("/regretSpreadPercent").asDouble()).isPositive();
    }

    @Test
    void shouldSayNothingMoreIfTheReplayDoesNotFit() throws Exception {
        String model = Files.readString(RUN.resolve("model.json"));
        Files.writeString(
                directory.resolve("model.json"), model.replaceFirst("\"seconds\":[0-9.]+", "\"seconds\":9.5"));
        Files.copy(RUN.resolve("units.csv"), directory.resolve("units.csv"));
        JsonNode answer = regret(1, directory);
        assertThat(answer.at("/fits").asBoolean(true)).isFalse();
        assertThat(answer.has("choices")).isFalse();
    }
}
