package dev.sluice.worker.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Codec;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.model.ErrorCode;
import dev.sluice.testing.SeededTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class InputCursorTest {
    private static final Codec<String> TEXT = codec();

    @SuppressWarnings("unchecked")
    private static Codec<String> codec() {
        return (Codec<String>) (Codec<?>) Codecs.of(String.class);
    }

    private static ByteBuffer[] cut(byte[] bytes, RandomGenerator random) {
        List<ByteBuffer> parts = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int length = Math.min(bytes.length - from, random.nextInt(4));
            parts.add(ByteBuffer.wrap(bytes, from, length).slice());
            from += length;
        }
        return parts.toArray(ByteBuffer[]::new);
    }

    @SeededTest(runs = 100)
    void shouldStandAtEachInputHoweverTheBytesAreCut(RandomGenerator random) {
        List<String> inputs = new ArrayList<>();
        HeapEncoder out = new HeapEncoder();
        for (int unit = 0; unit < 20; unit++) {
            String input = "x".repeat(random.nextInt(200));
            inputs.add(input);
            out.writeSized(TEXT, input);
        }
        InputCursor cursor = new InputCursor(cut(out.toBytes(), random));
        for (int unit = 0; unit < 20; unit++) {
            Decoder decoder = cursor.copy().decoder();
            assertThat(decoder.readSized(TEXT)).isEqualTo(inputs.get(unit));
            cursor.skip(1);
        }
        assertThat(cursor.atEnd()).isTrue();
    }

    @Test
    void shouldRefuseBytesThatEndTooEarly() {
        refuses(new byte[] {}, 1);
        refuses(new byte[] {3, 1, 2}, 1);
        refuses(new byte[] {1, 1}, 2);
        refuses(new byte[] {(byte) 0x80}, 1);
        refuses(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f, 0}, 1);
        refuses(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1}, 1); // 2⁶⁴ - 1
        refuses(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, 1);
    }

    @Test
    void shouldTellWhenBytesAreLeft() {
        InputCursor cursor = new InputCursor(ByteBuffer.wrap(new byte[] {0, 0, 7}));
        cursor.skip(2);
        assertThat(cursor.atEnd()).isFalse();
    }

    private static void refuses(byte[] bytes, int units) {
        assertThatThrownBy(() -> new InputCursor(ByteBuffer.wrap(bytes)).skip(units))
                .isInstanceOfSatisfying(
                        WorkerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED));
    }
}
