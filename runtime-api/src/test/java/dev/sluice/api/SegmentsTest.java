package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Values.Everything;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Values lie across the borders of buffers, on the way out and on the way in. */
class SegmentsTest {
    private final SplittableRandom random = new SplittableRandom(11);

    /** Starts a new, direct segment whenever one is full; no larger than needed or {@code size} bytes. */
    private static final class SegmentEncoder extends Encoder {
        private final List<ByteBuffer> full = new ArrayList<>();
        private final int size;

        SegmentEncoder(int size) {
            super(ByteBuffer.allocate(0));
            this.size = size;
        }

        @Override
        protected ByteBuffer grow(ByteBuffer current, int needed) {
            full.add(current.flip());
            return ByteBuffer.allocateDirect(Math.max(needed, size));
        }

        ByteBuffer[] finish() {
            full.add(buffer.flip());
            return full.toArray(ByteBuffer[]::new);
        }
    }

    @Test
    void shouldReadWhatWasWrittenInSegmentsOfAnySize() {
        Codec<Everything> codec = Codecs.of(Everything.class);
        for (int size = 1; size < 200; size++) {
            Everything value = Values.everything(random);
            SegmentEncoder out = new SegmentEncoder(size);
            codec.encode(value, out);
            out.writeSized(codec, value);
            Decoder in = new Decoder(out.finish());
            CodecsTest.assertSame(codec.decode(in), value);
            CodecsTest.assertSame(in.readSized(codec), value);
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    void shouldReadAcrossEveryPairOfCuts() {
        Codec<Values.Arrays> codec = Codecs.of(Values.Arrays.class);
        Values.Arrays value = new Values.Arrays(
                new boolean[] {true},
                new byte[] {1, 2},
                new short[] {3, 4},
                new char[] {'5'},
                new int[] {6, 7},
                new long[] {8, 9},
                new float[] {10},
                new double[] {11, 12});
        byte[] bytes = CodecsTest.encode(codec, value);
        for (int first = 0; first <= bytes.length; first++) {
            for (int second = first; second <= bytes.length; second++) {
                Decoder in = new Decoder(
                        direct(bytes, 0, first),
                        ByteBuffer.wrap(bytes, first, second - first),
                        direct(bytes, second, bytes.length));
                CodecsTest.assertSame(in.readAll(codec), value);
            }
        }
    }

    @Test
    void shouldMoveLargeArraysBetweenAnyBuffers() {
        int[] values = random.ints(300_000).toArray();
        for (int size : new int[] {1000, 65_537, 1 << 20, 1 << 23}) {
            SegmentEncoder out = new SegmentEncoder(size);
            out.writeByte((byte) 1);
            out.writeInts(values);
            Decoder in = new Decoder(out.finish());
            in.readByte();
            assertThat(in.readInts()).isEqualTo(values);
        }
    }

    @Test
    void shouldSliceWithoutCopyingAndLeaveTheCallersBuffersAlone() {
        ByteBuffer head = ByteBuffer.wrap(new byte[] {9, 9, 1, 2}).position(2);
        ByteBuffer tail = ByteBuffer.wrap(new byte[] {3, 4, 5});
        Decoder in = new Decoder(head, ByteBuffer.allocate(0), tail);
        Decoder slice = in.slice(4);
        assertThat(slice.remaining()).isEqualTo(4);
        assertThat(slice.readInt()).isEqualTo(0x04030201);
        assertThat(in.readByte()).isEqualTo((byte) 5);
        assertThat(in.remaining()).isZero();
        assertThat(head.remaining()).isEqualTo(2);
        assertThat(tail.remaining()).isEqualTo(3);
        assertThatThrownBy(() -> in.slice(1)).isInstanceOf(CodecException.class);
    }

    @Test
    void shouldKeepASizedValueWithinItsSize() {
        HeapEncoder out = new HeapEncoder();
        out.writeVarint(3);
        out.writeInt(5);
        Decoder in = new Decoder(out.written());
        assertThatThrownBy(() -> in.readSized(Codecs.of(Integer.class)))
                .isInstanceOf(CodecException.class)
                .hasMessage("4 bytes needed (expected: at most 3 bytes left)");
        Decoder longer = new Decoder(ByteBuffer.wrap(new byte[] {5, 1, 0, 0, 0, 7, 8}));
        assertThatThrownBy(() -> longer.readSized(Codecs.of(Integer.class)))
                .hasMessage("1 bytes follow the value (expected: none)");
        assertThat(longer.readByte()).isEqualTo((byte) 8);
    }

    @Test
    void shouldWriteVarintsOfEveryLength() {
        long[] values = {0, 1, 127, 128, 16383, 16384, Integer.MAX_VALUE, 1L << 62, Long.MAX_VALUE, -1, Long.MIN_VALUE};
        for (long value : values) {
            HeapEncoder out = new HeapEncoder();
            out.writeVarint(value);
            assertThat((long) out.size()).isEqualTo(Shape.varintBytes(value));
            assertThat(new Decoder(out.written()).readVarint()).isEqualTo(value);
        }
        byte[] tooLong = new byte[11];
        Arrays.fill(tooLong, (byte) 0x80);
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(tooLong)).readVarint())
                .isInstanceOf(CodecException.class);
    }

    @Test
    void shouldWriteRawBytesFromBuffersWithoutALength() {
        SegmentEncoder out = new SegmentEncoder(3);
        ByteBuffer source =
                ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4, 5, 6, 7}).position(1).limit(7);
        out.writeRaw(source);
        assertThat(source.remaining()).isZero();
        assertThat(new Decoder(out.finish()).readRaw(6)).containsExactly(1, 2, 3, 4, 5, 6);
    }

    private static ByteBuffer direct(byte[] bytes, int from, int to) {
        return ByteBuffer.allocateDirect(to - from).put(bytes, from, to - from).flip();
    }
}
