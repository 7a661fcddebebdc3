package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code run.json} and {@code --json} follow their schema, however a run ends. */
@NoLeaks
class RunJsonIT {
    @TempDir
    Path directory;

    /** The file of the run has the same object that the run prints. */
    @Test
    void shouldSayHowItWasRun() throws Exception {
        JsonNode run = run(
                0,
                Numbers.class,
                List.of(
                        "--local",
                        "1",
                        "--policy",
                        "GSS",
                        "--delivery=prefetch=2",
                        "--speculation",
                        "10",
                        "--run-dir",
                        "left"),
                "--mode",
                "sum",
                "--units",
                "10");
        assertThat(run.at("/outcome").asText()).isEqualTo("complete");
        assertThat(run.at("/exitCode").asInt()).isZero();
        assertThat(run.at("/policy").asText()).isEqualTo("GSS");
        assertThat(run.at("/prefetch").asText()).isEqualTo("2");
        assertThat(run.at("/results").asText()).isEqualTo("accumulated");
        assertThat(run.at("/exactMerge").asBoolean()).isTrue();
        assertThat(run.at("/arguments")).map(JsonNode::asText).contains("--mode", "sum");
        assertThat(run.at("/started").asText()).startsWith("20");
        assertThat(RunSchema.read(Files.readString(directory.resolve("left").resolve("run.json"))))
                .isEqualTo(run);
    }

    /** Secrets are not shown. The schema rejects missing and unknown fields, and wrong types. */
    @Test
    void shouldReportASerialRunWithoutSecrets() throws Exception {
        JsonNode run = run(0, Numbers.class, List.of("--local=0"), "--units=10", "--token", "hush");
        assertThat(run.at("/mode").asText()).isEqualTo("serial");
        assertThat(run.at("/units").asLong()).isEqualTo(10);
        assertThat(run.at("/arguments")).map(JsonNode::asText).containsExactly("--units=10", "--token", "***");
        String printed = run.toString();
        for (String wrong : List.of(
                printed.replace("\"units\":10", "\"units\":10,\"more\":1"),
                printed.replace("\"units\":10,", ""),
                printed.replace("\"units\":10", "\"units\":-10"))) {
            assertThat(wrong).isNotEqualTo(printed);
            assertThatThrownBy(() -> RunSchema.read(wrong)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void shouldReportASerialRunWithAUnitThatFails() throws Exception {
        JsonNode run = run(1, Poison.class, List.of("--local=0"), "--ledger", "ledger", "--bad", "compute", "--chatty");
        assertThat(run.at("/outcome").asText()).isEqualTo("failed");
        assertThat(run.at("/exitCode").asInt()).isEqualTo(1);
        assertThat(run.at("/error/code").asText()).isEqualTo("E101");
        assertThat(run.at("/error/remedy").asText()).isNotEmpty();
    }

    @Test
    void shouldListTheUnitThatWasGivenUp() throws Exception {
        JsonNode run =
                run(0, Poison.class, List.of("--local", "1", "--keep-going"), "--ledger", "ledger", "--bad", "compute");
        assertThat(run.at("/failedUnits").asLong()).isEqualTo(1);
        assertThat(run.at("/failures/0/unit").asLong()).isEqualTo(7);
        assertThat(run.at("/failures/0/tries/0/message").asText()).contains("poison in compute");
    }

    /** Nothing was run: the error is an object all the same. */
    @ParameterizedTest
    @CsvSource({"--local=1, --nonsense=1, 2, E203", "--local=1, --mode=none, 1, E100"})
    void shouldReportWhyNothingWasRun(String option, String argument, int exitCode, String code) throws Exception {
        JsonNode object = run(exitCode, Numbers.class, List.of(option), argument);
        assertThat(object.at("/mode").asText()).isEqualTo("error");
        assertThat(object.at("/exitCode").asInt()).isEqualTo(exitCode);
        assertThat(object.at("/error/code").asText()).isEqualTo(code);
        assertThat(object.at("/error/text").asText()).isNotEmpty();
    }

    private JsonNode run(int exitCode, Class<?> application, List<String> how, String... options) throws Exception {
        return RunSchema.read(start(application, how, options).printed(exitCode));
    }

    private MasterRun start(Class<?> application, List<String> how, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, application).toString(), "--json"));
        arguments.addAll(how);
        arguments.add("--");
        arguments.addAll(List.of(options));
        return MasterRun.master(directory, arguments.toArray(String[]::new));
    }
}
