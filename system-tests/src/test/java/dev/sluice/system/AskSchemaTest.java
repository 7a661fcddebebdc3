package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.config.ConfigPlaces;
import dev.sluice.net.runfile.ThisHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sluice ask --json} follows its schema; questions that are none are refused, and a dry run starts nothing. */
class AskSchemaTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host=a | nothing is asked for",
                "unit-seconds=? accept-seconds=? | one of them",
                "unit-second=? | did you mean unit-seconds?",
                "run.polcy=? | did you mean run.policy?",
            })
    void shouldRefuseWhatIsNoQuestion(String question, String said) {
        InProcess ask = InProcess.sluice("ask", question);
        assertThat(ask.code()).isEqualTo(2);
        assertThat(ask.err()).contains("E200").contains(said).contains("(expected: ");
    }

    @Test
    void shouldSayWhatIsConfiguredAndWhatIsUnknown() throws Exception {
        Files.writeString(directory.resolve("sluice.yaml"), "run:\n  policy: GSS\n");
        ConfigPlaces places = new ConfigPlaces(Map.of(), directory, Path.of("/nowhere"));
        JsonNode policy = InProcess.sluice(places, "ask", "--json", "run.policy=?")
                .json(0, "docs/ask.schema.json")
                .at("/answers/0");
        assertThat(policy.at("/value").asText()).isEqualTo("GSS");
        assertThat(policy.at("/source").asText()).isEqualTo("project sluice.yaml:2");
        InProcess unknown = InProcess.sluice("ask", "--quiet", "application=nothing unit-seconds=?");
        assertThat(unknown.code()).isZero();
        assertThat(unknown.out().strip()).isEqualTo("unknown");
        InProcess here = InProcess.sluice("ask", "host=" + ThisHost.name() + " processors=?");
        assertThat(here.out()).contains("system: this host");
    }

    @Test
    void shouldStartNothingOnADryRunOfABenchmark() {
        String jar = PoisonJar.in(directory, Numbers.class).toString();
        InProcess run = InProcess.sluice("benchmark", jar, "--dry-run", "--local", "3", "--", "--units", "77");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("3 on this machine", "77 in its first cycle", "history.db");
    }
}
