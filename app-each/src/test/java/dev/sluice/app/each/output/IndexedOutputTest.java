package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.app.each.output.IndexedOutputReader.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexedOutputTest {
    private static final int HEADER = 16;

    @TempDir
    Path directory;

    private Path file;
    private Path index;

    @BeforeEach
    void name() {
        file = directory.resolve("all.out");
        index = directory.resolve("all.out.index");
    }

    private void write(boolean append, long... numbers) throws IOException {
        try (IndexedOutput output = IndexedOutput.open(file, append)) {
            for (long number : numbers) {
                int code = number == 2 ? 7 : 0;
                output.add(
                        EachSamples.input(number, "v"),
                        EachSamples.outcome("echo " + number, code, "out " + number + "\n", "error " + number));
            }
        }
    }

    private static void assertWhole(IndexedOutputReader reader, long number) throws IOException {
        assertThat(EachSamples.part(reader, number, Part.COMMAND)).isEqualTo("echo " + number);
        assertThat(EachSamples.part(reader, number, Part.OUTPUT)).isEqualTo("out " + number + "\n");
        assertThat(EachSamples.part(reader, number, Part.ERROR)).isEqualTo("error " + number);
    }

    @Test
    void shouldReadWhatWasWritten() throws IOException {
        write(false, 3, 1, 2);
        try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
            assertThat(reader.numbers()).containsExactly(1L, 2L, 3L);
            for (long number : reader.numbers()) {
                assertWhole(reader, number);
            }
            OutputEntry entry = reader.entry(2).orElseThrow();
            assertThat(entry.exitCode()).isEqualTo(7);
            assertThat(entry.succeeded()).isFalse();
            assertThat(entry.runMicros()).isEqualTo(1_234_567);
            assertThat(reader.entry(4)).isEmpty();
            assertThat(reader.damaged()).isFalse();
        }
    }

    @Test
    void shouldLetTheLastRecordOfAnInputCount() throws IOException {
        write(false, 1, 2);
        try (IndexedOutput output = IndexedOutput.open(file, true)) {
            output.add(EachSamples.input(2, "v"), EachSamples.outcome("echo 2", 0, "again", ""));
        }
        try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
            assertThat(EachSamples.part(reader, 2, Part.OUTPUT)).isEqualTo("again");
            assertWhole(reader, 1);
        }
        write(false, 5);
        try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
            assertThat(reader.numbers()).containsExactly(5L);
        }
    }

    @Test
    void shouldLoseOnlyTheTornRecordWhereverAKillCutsTheFile() throws IOException {
        write(false, 1, 2, 3);
        byte[] whole = Files.readAllBytes(file);
        byte[] entries = Files.readAllBytes(index);
        int record = (whole.length - HEADER) / 3;
        for (int length = 0; length <= whole.length; length++) {
            for (boolean indexed : new boolean[] {true, false}) {
                Files.write(file, Arrays.copyOf(whole, length));
                Files.write(index, indexed ? entries : new byte[0]);
                int kept = Math.max(0, (length - HEADER) / record);
                if (length >= HEADER) {
                    assertReadable(kept, length);
                }
                long[] missing = new long[3 - kept];
                for (int at = 0; at < missing.length; at++) {
                    missing[at] = kept + at + 1L;
                }
                write(true, missing);
                assertThat(Files.readAllBytes(file)).as("%d bytes", length).isEqualTo(whole);
                assertThat(Files.readAllBytes(index)).as("%d bytes", length).isEqualTo(entries);
            }
        }
    }

    private void assertReadable(int kept, int length) throws IOException {
        try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
            assertThat(reader.numbers()).as("%d bytes", length).hasSize(kept);
            for (long number : reader.numbers()) {
                assertWhole(reader, number);
            }
        }
    }

    @Test
    void shouldFindEverythingWhereverTheIndexIsCutOrDamaged() throws IOException {
        write(false, 1, 2, 3);
        byte[] whole = Files.readAllBytes(file);
        byte[] entries = Files.readAllBytes(index);
        for (int at = 0; at < entries.length; at++) {
            byte[] damaged = entries.clone();
            damaged[at] ^= 0x10;
            for (byte[] content : new byte[][] {Arrays.copyOf(entries, at), damaged}) {
                Files.write(index, content);
                assertReadable(3, at);
                write(true);
                assertThat(Files.readAllBytes(file)).isEqualTo(whole);
                assertThat(Files.readAllBytes(index)).isEqualTo(entries);
            }
        }
    }

    @Test
    void shouldNeverPrintADamagedRecord() throws IOException {
        write(false, 1, 2, 3);
        byte[] whole = Files.readAllBytes(file);
        byte[] entries = Files.readAllBytes(index);
        int record = (whole.length - HEADER) / 3;
        for (int at = HEADER; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x01;
            Files.write(file, damaged);
            for (boolean indexed : new boolean[] {true, false}) {
                Files.write(index, indexed ? entries : new byte[0]);
                long hurt = (at - HEADER) / record + 1L;
                try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
                    for (long number = 1; number <= 3; number++) {
                        if (number == hurt) {
                            assertThat(lacks(reader, number)).as("byte %d", at).isTrue();
                        } else {
                            assertWhole(reader, number);
                        }
                    }
                }
            }
        }
    }

    private static boolean lacks(IndexedOutputReader reader, long number) throws IOException {
        Optional<OutputEntry> entry = reader.entry(number);
        if (entry.isEmpty()) {
            return true;
        }
        int damaged = 0;
        for (Part part : Part.values()) {
            try {
                EachSamples.part(reader, number, part);
            } catch (IOException e) {
                assertThat(e).hasMessageEndingWith("the record of input " + number + " is damaged");
                damaged++;
            }
        }
        return damaged == 1;
    }

    @Test
    void shouldLeaveNothingOfARecordThatCannotBeWritten() throws IOException {
        Path source = Files.write(directory.resolve("source"), new byte[300_000]);
        Blob cut = Blob.of(source);
        Files.write(source, new byte[200_000]);
        try (IndexedOutput output = IndexedOutput.open(file, false)) {
            output.add(EachSamples.input(1, "v"), EachSamples.outcome("echo 1", 0, "out 1\n", "error 1"));
            long size = Files.size(file);
            assertThatThrownBy(() -> output.add(
                            EachSamples.input(2, "v"), EachSamples.outcome("x", 0, 0, cut, Blob.of(new byte[0]))))
                    .isInstanceOf(IOException.class);
            assertThat(file).hasSize(size);
            output.add(EachSamples.input(3, "v"), EachSamples.outcome("echo 3", 0, "out 3\n", "error 3"));
        }
        try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
            assertThat(reader.numbers()).containsExactly(1L, 3L);
            assertWhole(reader, 3);
        }
    }

    @Test
    void shouldRefuseOtherFiles() throws IOException {
        Files.writeString(file, "sluice-output 2\n");
        assertThatThrownBy(() -> IndexedOutputReader.open(file)).hasMessageContaining("of another version");
        Files.writeString(file, "a text that is somebody's work\n");
        assertThatThrownBy(() -> IndexedOutputReader.open(file)).hasMessageContaining("is no file of --output");
        assertThatThrownBy(() -> IndexedOutput.open(file, true)).hasMessageContaining("is no file of --output");
        assertThat(file).hasContent("a text that is somebody's work\n");
    }
}
