package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.each.EachCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line of {@code each}, without running a command. */
class EachCommandTest {
    @Test
    void shouldShowTheMostUsedOptionsOrAllInGroups() {
        Executed brief = Executed.sluice("each", "--help");
        assertThat(brief.code()).as(brief.err()).isZero();
        assertThat(brief.out())
                .contains("--keep-order", "--help-all shows the other")
                .doesNotContain("--colsep");
        Executed whole = Executed.sluice("each", "--help-all");
        assertThat(whole.out())
                .contains("--colsep", "Inputs:", "Stopping and resuming:", "--policy")
                .doesNotContain("Other:", "--plain");
    }

    /** GNU parallel's exit code for wrong options cannot be mistaken for a number of failed commands. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--no-such-option|--no-such-option: unknown option",
                "-j 2 --slots 2|--jobs: with --slots",
                "-j x|--jobs: x",
                "-j 50% --host there|--jobs: 50%, with workers on other hosts",
                "--retries 0|--retries: 0",
                "--nice 20|--nice: 20",
                "--resume|--resume: no journal",
                "--joblog log --resume --resume-failed|--resume: with --resume-failed",
                "--halt often|--halt: often",
            })
    void shouldRefuseWrongOptions(String options, String said) {
        Executed refused = Executed.sluice(("each " + options + " true ::: 1").split(" "));
        assertThat(refused.err()).contains(said);
        assertThat(refused.code()).isEqualTo(255);
    }

    @Test
    void shouldTakePredictEachForAnOptionOfEach() {
        assertThat(EachCommand.predicted("predict", "each", "-k", "true"))
                .containsExactly("each", "--predict", "-k", "true");
        assertThat(EachCommand.predicted("predict", "app.jar")).containsExactly("predict", "app.jar");
        assertThat(EachCommand.predicted("each")).containsExactly("each");
    }
}
