package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.each.job.ByteText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of the command line that are bytes and no text. */
class TextWordsTest {
    /** The byte 0xff, as it stands in a word. */
    private static final String BYTE = "\udcff";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "each --workdir d? true ::: 1",
                "each --file f? true ::: 1",
                "submit each echo ::: ?",
                "run app.jar -- ?",
                "runs ?",
            })
    void shouldRefuseBytesWhereTextIsExpected(String line) {
        Executed refused = Executed.sluice(line.replace("?", BYTE).split(" "));
        assertThat(refused.code()).as(refused.err()).isNotZero();
        assertThat(refused.err()).containsPattern("E2(80|00) .*\\\\xff").doesNotContain(BYTE, "E500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"each --run-dir d? true ::: 1", "run ?.jar"})
    void shouldRefuseBytesInPathsThatJavaMakesOfText(String line) {
        Executed refused = Executed.sluice(line.replace("?", BYTE).split(" "));
        assertThat(refused.err()).contains("E273 ", "\\xff");
    }

    @Test
    void shouldTakeBytesForInputsAndTheirFiles(@TempDir Path directory) {
        String output = directory + "/o" + BYTE;
        Executed run = Executed.sluice("each", "--output", output, "--env", "A=" + BYTE, "echo $A", ":::", BYTE);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(directory.toFile().list()).hasSize(3);
        assertThat(directory)
                .isDirectoryContaining(path -> path.toUri().getRawPath().endsWith("/o%FF"));
        Executed other =
                Executed.sluice("logs", "--output", directory + "/o" + ByteText.text(new byte[] {(byte) 0xfe}));
        assertThat(other.err()).contains("\\xfe'").doesNotContain("\\xff");
        assertThat(Executed.sluice("each", "--joblog", output, "--resume", "true", ":::", "1")
                        .err())
                .contains("E266 ", "\\xff");
    }
}
