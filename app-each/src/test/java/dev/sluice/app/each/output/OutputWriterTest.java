package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputWriterTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream error = new ByteArrayOutputStream();

    /** Throws when more than some bytes are written. */
    private static final class Ending extends OutputStream {
        private final String message;
        private int left;

        Ending(int bytes, String message) {
            this.left = bytes;
            this.message = message;
        }

        @Override
        public void write(int value) throws IOException {
            if (left-- == 0) {
                throw new IOException(message);
            }
        }
    }

    private OutputContext context(OutputStream to, Optional<Journal> journal) {
        return new OutputContext(to, error, directory, List.of(), EachSamples::expand, journal, () -> 10);
    }

    private OutputWriter open(OutputSettings settings) throws IOException {
        return OutputWriter.open(settings, context(out, Optional.empty()));
    }

    private static OutputSettings ordered(String tag) {
        return new OutputSettings(true, tag, "", "", "", Resume.NONE, ResumeBy.COMMAND, "", 0);
    }

    private static HaltDecision accept(OutputWriter writer, long index, String text) throws IOException {
        return writer.accept(
                index,
                EachSamples.input(index + 1, "v" + index),
                EachSamples.outcome("x", 0, text, "e" + text),
                EachSamples.key(index));
    }

    @Test
    void shouldPrintAsItComesAndEachStreamByItself() throws IOException {
        try (OutputWriter writer = open(OutputSettings.DEFAULT)) {
            accept(writer, 2, "c");
            accept(writer, 0, "a");
        }
        assertThat(out).hasToString("ca");
        assertThat(error).hasToString("ecea");
    }

    @Test
    void shouldSayHowTheCommandsEnded() throws IOException {
        OutputSettings two = new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, "soon,fail=2", 0);
        try (OutputWriter writer = open(two)) {
            accept(writer, 0, "a");
            assertThat(writer.conclusion()).isEmpty();
            for (int index = 1; index <= 2; index++) {
                assertThat(writer.stoppedEarly()).isFalse();
                writer.accept(
                        index,
                        EachSamples.input(index + 1, "v"),
                        EachSamples.outcome("x", 3, "", ""),
                        EachSamples.key(index));
            }
            assertThat(writer.failed()).isEqualTo(2);
            assertThat(writer.stoppedEarly()).isTrue();
            assertThat(writer.conclusion())
                    .isEqualTo("2 of 3 commands failed; stopped early by --halt soon,fail=2; 7 commands did not end");
        }
    }

    @Test
    void shouldNameAPatternForFilesThatWereNotBroughtBack() {
        assertThat(left("out/3", "out/4"))
                .containsExactly("2 commands left files that were not brought back, such as out/3: --return 'out/*'");
        assertThat(left("run-12/data.h5")).singleElement().asString().endsWith(": --return 'run-*/*'");
        assertThat(left("res.txt"))
                .containsExactly("1 command left files that were not brought back, such as res.txt: --return '*.txt'");
        assertThat(left("core")).singleElement().asString().endsWith(": --return '*'");
        assertThat(left("")).isEmpty();
    }

    private static List<String> left(String... names) {
        OutputWriter.LeftFiles files = new OutputWriter.LeftFiles();
        for (String name : names) {
            Outcome plain = EachSamples.outcome("x", 0, "", "");
            files.add(new Outcome(
                    plain.command(),
                    0,
                    0,
                    false,
                    1,
                    "",
                    1,
                    0,
                    0,
                    0,
                    false,
                    plain.standardOutput(),
                    plain.standardError(),
                    List.of(),
                    name.getBytes(StandardCharsets.UTF_8)));
        }
        return files.lines();
    }

    @Test
    void shouldPrintInOrderAndAtTheEndWhatStillWaits() throws IOException {
        try (OutputWriter writer = open(ordered(""))) {
            accept(writer, 2, "c");
            accept(writer, 1, "b");
            assertThat(out).hasToString("");
            accept(writer, 0, "a");
            assertThat(out).hasToString("abc");
            accept(writer, 5, "f");
            assertThat(writer.untried(3, EachSamples.input(4), "no program")).isEqualTo(HaltDecision.CONTINUE);
            assertThat(out).hasToString("abc");
        }
        assertThat(out).hasToString("abcf");
        assertThat(error).hasToString("eaebecef");
    }

    @Test
    void shouldTagLines() throws IOException {
        try (OutputWriter writer = open(ordered("{#}:{}"))) {
            accept(writer, 1, "b\n\nx");
            accept(writer, 0, "a\n");
        }
        assertThat(out).hasToString("1:v0\ta\n2:v1\tb\n2:v1\t\n2:v1\tx");
    }

    @Test
    void shouldKeepMuchEarlyOutputOnDisk() throws IOException {
        int count = 20_000;
        byte[] large = "large\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
        try (EarlyOutput early = new EarlyOutput(100_000);
                PrintedOutput printed = new PrintedOutput(context(out, Optional.empty()), true, early, due -> {})) {
            for (int index = count - 1; index > 0; index--) {
                printed.add(index, text(index + "\n"), Optional.empty(), 1);
            }
            assertThat(early.onDisk()).isGreaterThan(count - 1000);
            printed.add(count, new TaggedOutput(Blob.of(large), Blob.of(large), new byte[0]), Optional.empty(), 1);
            assertThat(out).hasToString("");
            printed.add(0, text("0\n"), Optional.empty(), 1);
            assertThat(early.isEmpty()).isTrue();
            String all = out.toString(StandardCharsets.US_ASCII);
            assertThat(all).endsWith(new String(large, StandardCharsets.US_ASCII));
            int[] next = new int[1];
            all.lines().limit(count).forEach(line -> assertThat(line).isEqualTo(Integer.toString(next[0]++)));
            printed.add(count + 2, new TaggedOutput(Blob.of(large), Blob.of(large), new byte[0]), Optional.empty(), 1);
            printed.add(count + 1, text("between"), Optional.empty(), 1);
            assertThat(out.toString(StandardCharsets.US_ASCII)).contains("between" + "large");
        }
    }

    private static TaggedOutput text(String text) {
        return new TaggedOutput(Blob.of(EachSamples.bytes(text)), Blob.of(new byte[0]), new byte[0]);
    }

    @Test
    void shouldRememberWhatIsPrintedAndNotWhatWaits() throws IOException {
        OutputSettings settings = new OutputSettings(true, "", "log", "", "", Resume.NONE, ResumeBy.COMMAND, "", 0);
        Path journalFile = directory.resolve("log.journal");
        try (Journal journal = Journal.open(settings, directory)) {
            long empty = Files.size(journalFile);
            OutputWriter writer = OutputWriter.open(settings, context(out, Optional.of(journal)));
            accept(writer, 1, "b");
            assertThat(journalFile).hasSize(empty);
            accept(writer, 0, "a");
            assertThat(journalFile).hasSize(empty + 2 * 44);
            accept(writer, 3, "d");
            assertThat(journalFile).hasSize(empty + 2 * 44);
            writer.close();
            assertThat(journalFile).hasSize(empty + 3 * 44);
        }
        assertThat(directory.resolve("log")).content().hasLineCount(4);
    }

    @Test
    void shouldStopQuietlyWhenNobodyReads() throws IOException {
        OutputSettings settings = EachSamples.journaled(Resume.NONE);
        try (Journal journal = Journal.open(settings, directory)) {
            OutputWriter writer =
                    OutputWriter.open(settings, context(new Ending(3, "Broken pipe"), Optional.of(journal)));
            assertThat(accept(writer, 0, "abc")).isEqualTo(HaltDecision.CONTINUE);
            assertThat(accept(writer, 1, "d")).isEqualTo(HaltDecision.STOP_NOW);
            assertThat(writer.closedByReader()).isTrue();
            assertThat(accept(writer, 2, "e")).isEqualTo(HaltDecision.STOP_NOW);
            writer.close();
            assertThat(writer.exitCode()).isEqualTo(141);
            assertThat(writer.summary()).isEmpty();
        }
        try (Journal journal = Journal.open(EachSamples.journaled(Resume.MISSING), directory)) {
            assertThat(journal.done(EachSamples.key(0))).isTrue();
            assertThat(journal.done(EachSamples.key(1))).isFalse();
            assertThat(journal.done(EachSamples.key(2))).isFalse();
        }
    }

    @Test
    void shouldSayThatADiskIsFull() throws IOException {
        OutputWriter writer = OutputWriter.open(
                OutputSettings.DEFAULT, context(new Ending(3, "No space left on device"), Optional.empty()));
        assertThatThrownBy(() -> accept(writer, 0, "abcd"))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "standard output: No space left on device (expected: a file or terminal that can be written)");
        assertThat(writer.closedByReader()).isFalse();
    }

    @Test
    void shouldSayWhatFailed() throws IOException {
        try (OutputWriter writer = open(OutputSettings.DEFAULT)) {
            accept(writer, 0, "a");
            assertThat(writer.summary()).isEmpty();
            writer.accept(
                    1,
                    EachSamples.input(2, "v"),
                    EachSamples.outcome("fit v", 3, "", "first\nno such\u001b file\n\n"),
                    EachSamples.key(1));
            writer.untried(2, EachSamples.input(3, "w"), "the worker died");
            for (int index = 3; index < 15; index++) {
                writer.accept(
                        index,
                        EachSamples.input(index + 1),
                        EachSamples.outcome("x", 1, "", ""),
                        EachSamples.key(index));
            }
            assertThat(writer.summary())
                    .startsWith(
                            "14 of 15 commands failed",
                            "  2: fit v: exit code 3: no such? file",
                            "  3: no result: the worker died",
                            "  4: x: exit code 1")
                    .endsWith("  … and 4 more")
                    .hasSize(12);
            assertThat(writer.exitCode()).isEqualTo(255);
        }
    }

    @Test
    void shouldSayWhyARunStopped() throws IOException {
        OutputSettings settings =
                new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, "now,success=2", 0);
        try (OutputWriter writer = open(settings)) {
            assertThat(accept(writer, 0, "a")).isEqualTo(HaltDecision.CONTINUE);
            assertThat(accept(writer, 1, "b")).isEqualTo(HaltDecision.STOP_NOW);
            assertThat(writer.summary())
                    .containsExactly(
                            "all 2 commands succeeded",
                            "stopped early by --halt now,success=2; 8 commands did not end");
        }
    }

    @ParameterizedTest
    @CsvSource({"success=10,''", "success=9,'1 of 10 commands failed; exit code by --halt soon,success=9'"})
    void shouldNotCallARunStoppedWhoseCommandsHaveAllEnded(String rule, String conclusion) throws IOException {
        OutputSettings settings =
                new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, "soon," + rule, 0);
        try (OutputWriter writer = open(settings)) {
            for (int index = 0; index < 10; index++) {
                int code = index == 0 && !conclusion.isEmpty() ? 3 : 0;
                writer.accept(
                        index,
                        EachSamples.input(index + 1, "v"),
                        EachSamples.outcome("x", code, "", ""),
                        EachSamples.key(index));
            }
            assertThat(writer.stoppedEarly()).isFalse();
            assertThat(writer.exitCode()).isZero();
            assertThat(writer.conclusion()).isEqualTo(conclusion);
            assertThat(writer.summary())
                    .noneMatch(line -> line.contains("stopped"))
                    .hasSize(conclusion.isEmpty() ? 0 : 3);
        }
    }

    @Test
    void shouldKeepOutputInsteadOfPrintingIt() throws IOException {
        OutputSettings settings = EachSamples.settings("", "", "sub/all.out", Resume.NONE);
        try (OutputWriter writer = open(settings)) {
            accept(writer, 1, "b");
        }
        assertThat(out).hasToString("");
        try (IndexedOutputReader reader = IndexedOutputReader.open(directory.resolve("sub/all.out"))) {
            assertThat(EachSamples.part(reader, 2, IndexedOutputReader.Part.ERROR))
                    .isEqualTo("eb");
        }
        assertThat(settings.journal()).contains("sub/all.out.journal");
    }
}
