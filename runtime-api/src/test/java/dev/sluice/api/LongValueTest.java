package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of more bytes than an array has. */
class LongValueTest {
    private static final int GIBIBYTE = 1 << 30;

    @TempDir
    Path directory;

    @Test
    void shouldSkipAValueOfThreeGibibytes() throws IOException {
        try (RandomAccessFile sparse =
                new RandomAccessFile(directory.resolve("zeros").toFile(), "rw")) {
            sparse.setLength(GIBIBYTE);
            ByteBuffer zeros = sparse.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, GIBIBYTE);
            HeapEncoder length = HeapEncoder.upTo(16);
            length.writeVarint(3L * GIBIBYTE);
            Decoder decoder = new Decoder(
                    little(length.written()),
                    little(zeros.duplicate()),
                    little(zeros.duplicate()),
                    little(zeros.duplicate()));
            decoder.skipSized();
            assertThat(decoder.remaining()).isZero();
        }
    }

    private static ByteBuffer little(ByteBuffer bytes) {
        return bytes.order(ByteOrder.LITTLE_ENDIAN);
    }
}
