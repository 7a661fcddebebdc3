package dev.sluice.worker.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.testing.SampleBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildEncoderTest {
    private static final Codec<byte[]> BYTES = Codecs.of(byte[].class);

    @TempDir
    Path directory;

    @Test
    void shouldEncodeInMemoryWhatIsSmallAndIntoAFileWhatIsNot() throws IOException {
        Path file = directory.resolve("result");
        ChildEncoder encoder = new ChildEncoder(file);
        for (int size : new int[] {10, 900_000, 3_000_000, 20, 70_000_000}) {
            encoder.clear();
            BYTES.encode(SampleBytes.of(size), encoder);
            boolean inFile = encoder.settle();
            assertThat(inFile).isEqualTo(size > 1 << 20);
            ByteBuffer encoded = inFile ? ByteBuffer.wrap(Files.readAllBytes(file)) : encoder.written();
            assertThat(Arrays.equals(new Decoder(encoded).readAll(BYTES), SampleBytes.of(size)))
                    .as(size + " bytes")
                    .isTrue();
            assertThat(encoder.plainBytes()).isGreaterThan(size);
        }
    }

    @Test
    void shouldPutABlobIntoTheFileWithoutCountingItAsPlain() throws IOException {
        Path file = directory.resolve("result");
        ChildEncoder encoder = new ChildEncoder(file);
        encoder.writeInt(7);
        encoder.writeSized(Codecs.of(Blob.class), Blob.write(out -> out.write(SampleBytes.of(5_000_000))));
        assertThat(encoder.settle()).isTrue();
        assertThat(encoder.plainBytes()).isLessThan(20);
        Decoder decoder = new Decoder(ByteBuffer.wrap(Files.readAllBytes(file)));
        assertThat(decoder.readInt()).isEqualTo(7);
        assertThat(decoder.readSized(Codecs.of(Blob.class)).open().readAllBytes())
                .isEqualTo(SampleBytes.of(5_000_000));
    }

    @Test
    void shouldLeaveNothingOfAResultThatWasGivenUp() throws IOException {
        Path file = directory.resolve("result");
        ChildEncoder encoder = new ChildEncoder(file);
        BYTES.encode(SampleBytes.of(3_000_000), encoder);
        assertThat(file).exists();
        encoder.clear();
        assertThat(file).doesNotExist();
        assertThat(encoder.size()).isZero();
    }

    @Test
    void shouldSayWhereThereIsNoRoom() {
        ChildEncoder encoder = new ChildEncoder(directory.resolve("missing").resolve("result"));
        assertThatThrownBy(() -> BYTES.encode(SampleBytes.of(3_000_000), encoder))
                .isInstanceOf(CodecException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("missing");
    }
}
