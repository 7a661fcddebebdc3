package dev.sluice.api;

import dev.sluice.testing.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A type, the place where its bytes are cut into two segments, and the bytes of a value of every kind of type. The
 * bytes are read in one piece, in two segments, and as a slice, with the same outcome. A value that was read is
 * written, read again and written again, with the same bytes both times.
 */
public final class ValueFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(ValueFuzz::read, CodecException.class);
    private static final List<Codec<Object>> CODECS = List.<Type>of(
                    Values.Everything.class,
                    Values.Primitives.class,
                    Values.Arrays.class,
                    Values.Collections.class,
                    Values.Generic.class,
                    Values.Others.class,
                    Values.Node.class,
                    Values.Shape.class,
                    String.class,
                    int[][].class,
                    Blob.class)
            .stream()
            .map(Codecs::<Object>of)
            .toList();

    private ValueFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        SplittableRandom random = new SplittableRandom(7);
        Values.Everything value = Values.everything(random);
        List<Object> values = List.of(
                value,
                value.primitives(),
                new Values.Arrays(
                        new boolean[] {true, false, true},
                        new byte[] {1},
                        new short[] {2, 3},
                        new char[] {'a'},
                        new int[] {4, 5},
                        new long[] {-1},
                        new float[] {1.5f},
                        new double[] {2.5, Double.NaN}),
                value.collections(),
                value.generic(),
                value.others(),
                value.node());
        List<byte[]> seeds = new ArrayList<>();
        for (int type = 0; type < CODECS.size(); type++) {
            ByteArrayOutputStream seed = new ByteArrayOutputStream();
            seed.write(type);
            seed.write(20);
            seed.writeBytes(
                    type < values.size() ? written(CODECS.get(type), values.get(type)) : new byte[] {2, 1, 0, 1});
            seeds.add(seed.toByteArray());
        }
        return seeds;
    }

    private static byte[] written(Codec<Object> codec, Object value) {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        ByteBuffer bytes = out.written();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    private static void read(byte[] input) {
        if (input.length < 2) {
            return;
        }
        Codec<Object> codec = CODECS.get((input[0] & 0xFF) % CODECS.size());
        byte[] bytes = Arrays.copyOfRange(input, 2, input.length);
        int cut = Math.min(input[1] & 0xFF, bytes.length);
        byte[] whole = outcome(codec, new Decoder(ByteBuffer.wrap(bytes)));
        Decoder segments = new Decoder(ByteBuffer.wrap(bytes, 0, cut), ByteBuffer.wrap(bytes, cut, bytes.length - cut));
        Decoder sliced = new Decoder(ByteBuffer.wrap(bytes)).slice(bytes.length);
        if (!Arrays.equals(whole, outcome(codec, segments)) || !Arrays.equals(whole, outcome(codec, sliced))) {
            throw new AssertionError("other segments, other outcome");
        }
        if (whole != null && !Arrays.equals(whole, outcome(codec, new Decoder(ByteBuffer.wrap(whole))))) {
            throw new AssertionError("reads another value than it writes");
        }
        if (whole == null) {
            throw new CodecException("no value");
        }
    }

    /** The bytes of the value that was read; null if there is none. */
    private static byte[] outcome(Codec<Object> codec, Decoder from) {
        Object value;
        try {
            value = codec.decode(from);
            if (from.remaining() > 0) {
                return null;
            }
        } catch (CodecException refused) {
            return null;
        }
        return written(codec, value);
    }
}
