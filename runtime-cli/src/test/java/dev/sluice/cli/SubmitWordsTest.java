package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;

class SubmitWordsTest {
    private static List<String> words(String... typed) {
        ParseResult parsed =
                SluiceMaster.forWords(List.of(typed)).parseArgs(typed).subcommand();
        return parsed.matchedPositionalValue(0, List.of());
    }

    @Test
    void shouldKeepEachWordFromTheApplicationOn() {
        assertThat(words("submit", "--pool-dir", "/p", "app.jar", "--policy", "GSS", "--json", "--", "--size", "4"))
                .containsExactly("app.jar", "--policy", "GSS", "--json", "--", "--size", "4");
        assertThat(words("submit", "each", "--keep-order", "echo {}", ":::", "1", "--", "--pool-dir"))
                .containsExactly("each", "--keep-order", "echo {}", ":::", "1", "--", "--pool-dir");
    }

    @Test
    void shouldTakeItsOwnOptionsBeforeTheApplication() {
        String[] typed = {"submit", "--json", "app.jar", "--json"};
        ParseResult parsed =
                SluiceMaster.forWords(List.of(typed)).parseArgs(typed).subcommand();

        assertThat(parsed.hasMatchedOption("--json")).isTrue();
        assertThat(words(typed)).containsExactly("app.jar", "--json");
    }

    @Test
    void shouldRefuseAWordlessSubmissionAndAMissingPool(@TempDir Path directory) {
        assertThat(Executed.sluice("submit").code()).isEqualTo(2);
        Executed without = Executed.sluice("submit", "--pool-dir", directory.toString(), "app.jar");

        assertThat(without.code()).isEqualTo(3);
        assertThat(without.err()).contains("E327", directory.toString(), "pool start");
    }

    @Test
    void shouldRefuseASubmittedRunThatWouldReadItsInputsFromStandardInput(@TempDir Path directory) {
        for (String option : List.of("--keep-order", "--pipe")) {
            Executed ran = Executed.sluice(
                    "each", option, "--run-id", "each-1", "--run-dir", directory.resolve("run") + "", "cat");
            assertThat(ran.code()).as(option).isEqualTo(255);
            assertThat(ran.err())
                    .startsWith("sluice: E200 standard input: empty in a submitted run (expected: inputs ");
        }
    }
}
