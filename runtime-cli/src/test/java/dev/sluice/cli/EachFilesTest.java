package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of {@code each} that cannot be what an option asks for. */
class EachFilesTest {
    @TempDir
    Path directory;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.writeString(directory.resolve("file"), "x\n");
        Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-a D/file/x|-a: D/file/x: Not a directory (expected",
                "-a D/loop|-a: D/loop: Too many levels of symbolic links",
                "--joblog D/file/x|--joblog: D/file/x: D/file is no directory (expected",
                "--output D/file/x/y|--output: D/file/x/y: D/file is no directory (expected",
                "--results D/file|--results: D/file: D/file is no directory (expected",
                "--results D/file/{}|--results: D/file/{}: D/file is no directory (expected",
                "--results D/loop/x.csv|--results: D/loop/x.csv: D/loop is no directory (expected",
            })
    void shouldNameTheOptionAndTheFile(String options, String said) {
        String line = "each " + options.replace("D", directory.toString()) + " true ::: 1";
        Executed refused = Executed.sluice(line.split(" "));
        assertThat(refused.err()).contains(said.replace("D", directory.toString()));
        assertThat(refused.code()).isEqualTo(255);
    }

    @Test
    void shouldNameTheJournalWhoseDiskIsFull() throws IOException {
        Path journal = Files.createSymbolicLink(directory.resolve("log.journal"), Path.of("/dev/full"));
        Executed refused = Executed.sluice("each", "--joblog", directory + "/log", "true", ":::", "1");
        assertThat(refused.err()).contains("E402 the journal of the run, " + journal + ": No space left on device\n");
        assertThat(refused.code()).isEqualTo(255);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--joblog D/nope true ::: 1",
                "--joblog +D/nope true ::: 1",
                "--joblog D/nope",
                "--results D/nope true ::: 1",
                "--output D/nope true ::: 1"
            })
    void shouldMakeNoFileWhereNothingCouldHaveFailed(String options) {
        String line = "each --retry-failed " + options.replace("D", directory.toString());
        Executed refused = Executed.sluice(line.split(" "));
        assertThat(refused.err())
                .contains("E267 --retry-failed: " + directory + "/nope")
                .contains("(expected: ");
        assertThat(refused.code()).isEqualTo(255);
        assertThat(directory).isDirectoryNotContaining("glob:**/nope*");
    }

    @Test
    void shouldForetellNeitherNothingNorARest() {
        Executed none = Executed.sluice("each", "--predict", "false", "::::", "/dev/null");
        assertThat(none.err()).isEqualTo("sluice: nothing to do: there are no inputs\n");
        assertThat(none.code()).isZero();
        Executed rest = Executed.sluice("each", "--predict", "--joblog", "log", "--resume", "false", ":::", "1");
        assertThat(rest.err()).contains("E200 predict each: --resume, ", "(expected: none of them");
        assertThat(rest.code()).isEqualTo(255);
    }

    @Test
    void shouldNameAFileThatIsNoOutput() {
        assertThat(Executed.sluice("logs", "--output", directory.toString(), "1")
                        .err())
                .contains("E216 " + directory + ": Is a directory (expected: ");
        assertThat(Executed.sluice("logs", "--output", directory + "/file/x", "1")
                        .err())
                .contains("E216 " + directory + "/file/x: Not a directory (expected: ");
    }
}
