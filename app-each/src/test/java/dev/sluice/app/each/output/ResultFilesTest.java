package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFilesTest {
    @TempDir
    Path directory;

    private ResultFiles files(String results, String... sources) {
        return new ResultFiles(results, directory, List.of(sources), EachSamples::expand);
    }

    private static Outcome outcome() {
        return EachSamples.outcome("x", 0, "out", "error");
    }

    @Test
    void shouldNameDirectoriesAfterTheHeader() throws IOException {
        files("R", "size", "time").add(EachSamples.input(1, "5", "2"), outcome());
        assertThat(directory.resolve("R/size/5/time/2/stdout")).hasContent("out");
        assertThat(directory.resolve("R/size/5/time/2/seq")).hasContent("1");
    }

    @Test
    void shouldKeepValuesThatWouldClimbOutOrVanishInside() throws IOException {
        ResultFiles files = files("R");
        files.add(EachSamples.input(1, "..", ".."), outcome());
        files.add(EachSamples.input(2, "."), outcome());
        files.add(EachSamples.input(3, ""), outcome());
        files.add(new Input(4, List.of(), Optional.empty()), outcome());
        assertThat(directory).isDirectoryContaining("glob:**/R").isDirectoryNotContaining("glob:**/stdout");
        assertThat(directory.resolve("R/1/\\../2/\\../stdout")).hasContent("out");
        assertThat(directory.resolve("R/1/\\./seq")).hasContent("2");
        assertThat(directory.resolve("R/1/\\e/seq")).hasContent("3");
        assertThat(directory.resolve("R/4/seq")).hasContent("4");
    }

    @Test
    void shouldShortenLongValuesAndTellThemApart() throws IOException {
        ResultFiles files = files("R");
        files.add(EachSamples.input(1, "x".repeat(400)), outcome());
        files.add(EachSamples.input(2, "x".repeat(401)), outcome());
        assertThat(directory.resolve("R/1").toFile().list()).hasSize(2).allMatch(name -> name.length() == 255);
    }

    @ParameterizedTest
    @ValueSource(strings = {"R/{1}.txt", "R/{1}/", "{1}"})
    void shouldRefuseTemplatesThatLeaveTheirDirectory(String template) {
        assertThatThrownBy(() -> files(template).add(EachSamples.input(1, "../../x"), outcome()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("(expected: no .. in a name)");
    }

    @Test
    void shouldWriteOverAnEarlierResult() throws IOException {
        files("R").add(EachSamples.input(1, "v"), EachSamples.outcome("x", 0, "a longer text", "e"));
        files("R").add(EachSamples.input(1, "v"), outcome());
        assertThat(directory.resolve("R/1/v/stdout")).hasContent("out");
    }

    @Test
    void shouldPutReturnedFilesBesideTheOutput() throws IOException {
        Blob content = Blob.of(EachSamples.bytes("content"));
        Outcome outcome = EachSamples.returning(new ReturnedFile(EachSamples.bytes("sub/file"), false, content));
        assertThat(files("R").takesReturned(EachSamples.input(1, "v"), outcome)).isTrue();
        assertThat(directory.resolve("R/1/v/sub/file")).hasContent("content");
        assertThat(files("R/{#}").takesReturned(EachSamples.input(1, "v"), outcome))
                .isFalse();
        Outcome clash = EachSamples.returning(new ReturnedFile(EachSamples.bytes("seq"), false, content));
        assertThatThrownBy(() -> files("R").takesReturned(EachSamples.input(1, "v"), clash))
                .hasMessage("returned file: seq (expected: another name with --results)");
    }

    @Test
    void shouldContinueATableWhereverAKillCutsIt() throws IOException {
        Path file = directory.resolve("t.csv");
        addRows(file, false, "say \"a\",\nb", "c");
        byte[] whole = Files.readAllBytes(file);
        String first =
                Files.readString(file).substring(0, Files.readString(file).indexOf("\n2,") + 1);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            addRows(file, true);
            String kept = Files.readString(file);
            assertThat(new String(whole, StandardCharsets.UTF_8)).startsWith(kept);
            assertThat(kept.length())
                    .as("%d bytes", length)
                    .isIn(0, JobLog.PLAIN_HEADER.length() + ",V1,Stdout,Stderr".length(), first.length(), whole.length);
        }
    }

    private static void addRows(Path file, boolean append, String... outputs) throws IOException {
        try (ResultTable table = ResultTable.open(file, append, List.of())) {
            for (int index = 0; index < outputs.length; index++) {
                table.add(EachSamples.input(index + 1L, "v"), EachSamples.outcome("x", 0, outputs[index], ""));
            }
        }
    }
}
