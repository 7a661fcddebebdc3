package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Timestamp;
import com.sun.management.ThreadMXBean;
import dev.sluice.testing.SeededTest;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are: a value or a {@link CodecException}, and no memory that the bytes do not justify. */
@Tag("slow")
class HostileBytesTest {
    /**
     * A byte can stand for an element: a reference, and the empty object it points to. Beyond that nothing is
     * allocated.
     */
    private static final long BYTES_PER_BYTE = 400;

    private static final long BYTES_PER_VALUE = 100_000;

    private static final Codec<Values.Everything> EVERYTHING = Codecs.of(Values.Everything.class);

    @SeededTest(runs = 100, usually = 30)
    void shouldSurviveMutatedValues(SplittableRandom random) {
        int refused = 0;
        for (int run = 0; run < 600; run++) {
            byte[] bytes = CodecsTest.encode(EVERYTHING, Values.everything(random));
            mutate(bytes, random);
            refused += decode(EVERYTHING, bytes, random) ? 0 : 1;
        }
        assertThat(refused).isGreaterThan(100);
    }

    @SeededTest(runs = 50, usually = 15)
    void shouldSurviveRandomBytes(SplittableRandom random) {
        List<Class<?>> types = List.of(
                Values.Everything.class,
                Values.Node.class,
                Values.Arrays.class,
                Values.Collections.class,
                Values.Generic.class,
                Values.Others.class,
                Values.Shape.class,
                String.class,
                int[][].class);
        for (Class<?> type : types) {
            Codec<?> codec = Codecs.of(type);
            for (int run = 0; run < 400; run++) {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                for (int at = 0; run % 2 == 0 && at < bytes.length; at++) {
                    bytes[at] &= 3; // small lengths, valid ordinals: deeper into the type
                }
                decode(codec, bytes, random);
            }
        }
    }

    @SeededTest(runs = 5)
    void shouldSurviveEveryTruncation(SplittableRandom random) {
        byte[] bytes = CodecsTest.encode(EVERYTHING, Values.everything(random));
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThat(decode(EVERYTHING, part, random)).isFalse();
        }
    }

    @SeededTest(runs = 50)
    void shouldAllocateNoMoreThanTheBytesJustify(SplittableRandom random) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Codec<Values.Node> nodes = Codecs.of(Values.Node.class);
        for (int run = 0; run < 100; run++) {
            byte[] bytes = CodecsTest.encode(EVERYTHING, Values.everything(random));
            mutate(bytes, random);
            long before = thread.getCurrentThreadAllocatedBytes();
            decode(run % 2 == 0 ? EVERYTHING : nodes, bytes, random);
            long allocated = thread.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated).isLessThan(BYTES_PER_VALUE + BYTES_PER_BYTE * bytes.length);
        }
    }

    @Test
    void shouldRefuseLengthsBeyondTheBytesLeft() {
        HeapEncoder out = new HeapEncoder();
        out.writeVarint(9_000_000);
        out.writeRaw(new byte[400], 0, 400);
        record Counts(int[] iterations) {}
        assertThatThrownBy(() -> new Decoder(out.written()).readAll(Codecs.of(Counts.class)))
                .isInstanceOf(CodecException.class)
                .hasMessage("Counts.iterations: length 9000000 (expected: at most 400 bytes left)");
        record Empties(List<Values.Empty> empties) {}
        assertThatThrownBy(() -> new Decoder(out.written()).readAll(Codecs.of(Empties.class)))
                .hasMessage("Empties.empties: length 9000000 (expected: at most 400 bytes left)");
        record Bits(boolean[] bits) {}
        assertThatThrownBy(() -> new Decoder(out.written()).readAll(Codecs.of(Bits.class)))
                .hasMessage("Bits.bits: length 9000000 (expected: at most 400 bytes left)");
    }

    @Test
    void shouldRefuseBytesThatNestWithoutEnd() {
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) 1);
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(bytes)).readAll(Codecs.of(Values.Node.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("nested deeper than 256 records");
    }

    @Test
    void shouldRefuseWhatFollowsTheValue() {
        assertRefused(Long.class, "1 bytes follow the value (expected: none)", 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void shouldRefuseWhatIsNoValue() {
        assertRefused(Boolean.class, "boolean 2 (expected: 0 or 1)", 2);
        assertRefused(Values.Color.class, "ordinal 3 of a Color (expected: 0 to 2)", 3);
        assertRefused(Values.Shape.class, "alternative 9 of a Shape (expected: 0 to 2)", 9);
        assertRefused(String.class, "text that is not UTF-8 (expected: well-formed Unicode)", 2, 0xC0, 0x80);
        assertRefused(String.class, "text that is not UTF-8 (expected: well-formed Unicode)", 3, 0xED, 0xA0, 0x80);
        assertRefused(BigInteger.class, "number of no bytes (expected: 1 or more)", 0);
        assertRefused(Timestamp.class, "bytes that are no Timestamp: ", 2, 0xFF, 0xFF);
        record Names(Set<Byte> names) {}
        assertRefused(Names.class, "Names.names[1]: the same element twice (expected: a Set)", 2, 7, 7);
        record Named(Map<Byte, None> names) {}
        assertRefused(Named.class, "Named.names[1]: the same key twice (expected: a Map)", 2, 7, 0, 7, 0);
    }

    @Test
    void shouldTurnWhatACustomCodecThrowsIntoItsOwnKind() {
        Codec<String> careless = new Codec<>() {
            @Override
            public void encode(String value, Encoder out) {}

            @Override
            public String decode(Decoder in) {
                throw new ArrayIndexOutOfBoundsException(7);
            }
        };
        assertThatThrownBy(() -> new Decoder(ByteBuffer.allocate(3)).readAll(careless))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("ArrayIndexOutOfBoundsException");
    }

    private static void assertRefused(Class<?> type, String message, int... bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
        for (int value : bytes) {
            buffer.put((byte) value);
        }
        assertThatThrownBy(() -> new Decoder(buffer.flip()).readAll(Codecs.of(type)))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith(message);
    }

    private static void mutate(byte[] bytes, SplittableRandom random) {
        for (int left = random.nextInt(1, 4); left > 0 && bytes.length > 0; left--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = switch (random.nextInt(3)) {
                case 0 -> (byte) random.nextInt();
                case 1 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                default -> (byte) 0xFF;
            };
        }
    }

    /** Returns whether the bytes were a value. */
    private static boolean decode(Codec<?> codec, byte[] bytes, SplittableRandom random) {
        try {
            int cut = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            new Decoder(ByteBuffer.wrap(bytes, 0, cut), ByteBuffer.wrap(bytes, cut, bytes.length - cut)).readAll(codec);
            return true;
        } catch (CodecException e) {
            assertThat(e.getMessage()).isNotBlank();
            return false;
        }
    }
}
