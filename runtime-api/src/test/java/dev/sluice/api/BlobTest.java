package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SampleBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobTest {
    record Film(int number, Blob frames, Optional<Blob> sound) {}

    record Films(List<Film> all, String name) {}

    @TempDir
    Path directory;

    private static byte[] read(Blob blob) throws IOException {
        try (InputStream in = blob.open()) {
            return in.readAllBytes();
        }
    }

    private static byte[] encoded(Blob blob) {
        HeapEncoder out = new HeapEncoder();
        out.writeSized(Codecs.of(Blob.class), blob);
        return out.toBytes();
    }

    private static Decoder decoder(byte[] bytes) {
        return new Decoder(ByteBuffer.wrap(bytes));
    }

    @Test
    void shouldHoldWhatWasWrittenInPiecesOfAnySize() throws IOException {
        for (int size : new int[] {0, 1, 1_023, 65_535, 65_536, 65_537, 300_000}) {
            byte[] bytes = SampleBytes.of(size);
            Blob blob = Blob.write(out -> {
                int half = size / 3;
                out.write(bytes, 0, half);
                if (half < size) {
                    out.write(bytes[half]);
                    out.write(bytes, half + 1, size - half - 1);
                }
            });
            assertThat(blob.size()).isEqualTo(size);
            assertThat(read(blob)).isEqualTo(bytes);
            assertThat(read(blob)).as("again").isEqualTo(bytes);
            Blob decoded = decoder(encoded(blob)).readSized(Codecs.of(Blob.class));
            assertThat(decoded.size()).isEqualTo(size);
            assertThat(read(decoded)).isEqualTo(bytes);
        }
    }

    @Test
    void shouldReadAFileThatWasDeletedSince() throws IOException {
        Path file = Files.write(directory.resolve("frames"), SampleBytes.of(200_000));
        Blob blob = Blob.of(file);
        Files.delete(file);
        assertThat(read(blob)).isEqualTo(SampleBytes.of(200_000));
    }

    @Test
    void shouldRefuseToEncodeAFileThatWasCutSince() throws IOException {
        Path file = Files.write(directory.resolve("frames"), SampleBytes.of(200_000));
        Blob blob = Blob.of(file);
        Files.write(file, SampleBytes.of(1_000));
        assertThatThrownBy(() -> encoded(blob))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("ends after 1000 bytes (expected: 200000)");
    }

    @Test
    void shouldBeAComponentOfRecordsHoweverDeep() throws IOException {
        byte[] sound = SampleBytes.of(3_000_000);
        Films films = new Films(
                List.of(
                        new Film(1, Blob.of(SampleBytes.of(10)), Optional.empty()),
                        new Film(
                                2,
                                Blob.write(out -> out.write(SampleBytes.of(2_000_000))),
                                Optional.of(Blob.of(sound)))),
                "two");
        HeapEncoder out = new HeapEncoder();
        out.writeSized(Codecs.of(Films.class), films);
        Films decoded = decoder(out.toBytes()).readSized(Codecs.of(Films.class));
        assertThat(decoded.name()).isEqualTo("two");
        assertThat(read(decoded.all().get(1).frames())).isEqualTo(SampleBytes.of(2_000_000));
        assertThat(read(decoded.all().get(1).sound().orElseThrow())).isEqualTo(sound);
    }

    @Test
    void shouldLendABlobUntilItIsReclaimed() throws IOException {
        byte[] bytes = SampleBytes.of(100_000);
        Decoder decoder = decoder(encoded(Blob.of(bytes)));
        decoder.lend();
        Blob lent = decoder.readSized(Codecs.of(Blob.class));
        assertThat(read(lent)).isEqualTo(bytes);
        InputStream begun = lent.open();
        assertThat(begun.read()).isEqualTo(bytes[0]);
        decoder.reclaim();
        assertThatThrownBy(begun::read).isInstanceOf(IOException.class).hasMessageContaining("too late");
        assertThatThrownBy(() -> encoded(lent)).isInstanceOf(CodecException.class);
    }

    @Test
    void shouldCopyABlobThatIsNotLent() throws IOException {
        byte[] buffer = encoded(Blob.of(SampleBytes.of(100_000)));
        Blob own = decoder(buffer).readSized(Codecs.of(Blob.class));
        Arrays.fill(buffer, (byte) 0);
        assertThat(read(own)).isEqualTo(SampleBytes.of(100_000));
    }

    @Test
    void shouldRefuseALengthThatIsNotThere() {
        byte[] bytes = encoded(Blob.of(SampleBytes.of(100)));
        bytes[1] = 101;
        assertThatThrownBy(() -> decoder(bytes).readSized(Codecs.of(Blob.class)))
                .isInstanceOf(CodecException.class);
    }
}
