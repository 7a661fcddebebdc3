package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Timestamp;
import dev.sluice.api.Values.Arrays;
import dev.sluice.api.Values.Bad;
import dev.sluice.api.Values.Box;
import dev.sluice.api.Values.Collections;
import dev.sluice.api.Values.Color;
import dev.sluice.api.Values.Everything;
import dev.sluice.api.Values.Fixed;
import dev.sluice.api.Values.Generic;
import dev.sluice.api.Values.Good;
import dev.sluice.api.Values.Node;
import dev.sluice.api.Values.Outcome;
import dev.sluice.api.Values.Pixel;
import dev.sluice.api.Values.Point;
import dev.sluice.api.Values.Primitives;
import dev.sluice.api.Values.Shape;
import dev.sluice.api.Values.Triangle;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CodecsTest {
    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void shouldGiveBackValuesOfEverySupportedType() {
        Codec<Everything> codec = Codecs.of(Everything.class);
        for (int run = 0; run < 200; run++) {
            Everything value = Values.everything(random);
            assertSame(roundTrip(codec, value), value);
        }
    }

    record Times(
            LocalDate date,
            LocalTime time,
            LocalDateTime both,
            OffsetTime offsetTime,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            List<ZoneId> zones,
            ZoneOffset east,
            Year year,
            YearMonth month,
            MonthDay day,
            Period period,
            DayOfWeek weekday) {}

    /** The zoned time is the second one of its hour, because clocks were set back. */
    @Test
    void shouldGiveBackEveryTypeOfTime() {
        LocalDateTime twice = LocalDateTime.of(2026, 10, 25, 2, 30, 0, 7);
        ZoneOffset winter = ZoneOffset.ofHours(1);
        Times times = new Times(
                LocalDate.MIN,
                LocalTime.MAX,
                LocalDateTime.MAX,
                OffsetTime.MIN,
                OffsetDateTime.MAX,
                ZonedDateTime.ofLocal(twice, ZoneId.of("Europe/Berlin"), winter),
                List.of(ZoneId.of("Asia/Kathmandu"), ZoneOffset.UTC, ZoneId.of("UTC+3")),
                ZoneOffset.ofHoursMinutesSeconds(5, 45, 1),
                Year.of(-44),
                YearMonth.of(2026, 11),
                MonthDay.of(2, 29),
                Period.of(1, -2, 3),
                DayOfWeek.SATURDAY);
        assertThat(roundTrip(Codecs.of(Times.class), times)).isEqualTo(times);
        assertThat(times.zoned().getOffset()).isEqualTo(winter);
    }

    @Test
    void shouldRefuseTimesThatDoNotExist() {
        byte[] wrong = encode(Codecs.of(Long.class), Long.MAX_VALUE);
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(wrong)).readAll(Codecs.of(LocalTime.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("time out of range (expected: a LocalTime)");
        byte[] zone = encode(Codecs.of(String.class), "Middle/Earth");
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(zone)).readAll(Codecs.of(ZoneId.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("(expected: a ZoneId)");
    }

    @Test
    void shouldGiveBackArraysOfEveryPrimitiveBitForBit() {
        Arrays value = new Arrays(
                new boolean[] {true, false, true, true, false, false, true, false, true},
                new byte[] {-128, 0, 127},
                new short[] {Short.MIN_VALUE, 0, Short.MAX_VALUE},
                new char[] {0, 'ß', '\uD800', '\uFFFF'},
                new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE},
                new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE},
                new float[] {-0f, Float.intBitsToFloat(0x7fc12345), Float.MIN_VALUE},
                new double[] {-0d, Double.longBitsToDouble(0x7ff8123456789abcL), Double.NEGATIVE_INFINITY});
        Arrays copy = roundTrip(Codecs.of(Arrays.class), value);
        assertSame(copy, value);
        assertThat(Float.floatToRawIntBits(copy.g()[1])).isEqualTo(0x7fc12345);
        assertThat(Double.doubleToRawLongBits(copy.h()[0])).isEqualTo(Long.MIN_VALUE);
        assertThat(Double.doubleToRawLongBits(copy.h()[1])).isEqualTo(0x7ff8123456789abcL);
    }

    @Test
    void shouldKeepTheBitsOfNansInComponents() {
        float odd = Float.intBitsToFloat(0xffc00001);
        double odder = Double.longBitsToDouble(0xfff8000000000001L);
        Primitives copy = roundTrip(
                Codecs.of(Primitives.class), new Primitives(true, (byte) 1, (short) 2, 'c', 4, 5, odd, odder));
        assertThat(Float.floatToRawIntBits(copy.g())).isEqualTo(0xffc00001);
        assertThat(Double.doubleToRawLongBits(copy.h())).isEqualTo(0xfff8000000000001L);
    }

    record Row(int index) {
        Row {
            if (index < 0) {
                throw new IllegalArgumentException("row " + index + " (expected: 0 or more)");
            }
        }
    }

    @Test
    void shouldNotDecodeWhatTheConstructorOfARecordRefuses() {
        byte[] wrong = encode(Codecs.of(Integer.class), -1);
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(wrong)).readAll(Codecs.of(Row.class)))
                .hasStackTraceContaining("row -1 (expected: 0 or more)");
    }

    @Test
    void shouldTakeNoMoreBytesThanTheComponents() {
        assertThat(encode(Codecs.of(Pixel.class), new Pixel(1, 2, 3, 4))).hasSize(16);
        assertThat(encode(Codecs.of(Long.class), 5L)).hasSize(8);
        assertThat(encode(Codecs.of(None.class), None.NONE)).isEmpty();
        assertThat(encode(Codecs.of(Color.class), Color.BLUE)).containsExactly(2);
        assertThat(encode(Codecs.of(int[].class), new int[1000])).hasSize(4002);
    }

    @Test
    void shouldResolveTypeVariablesThroughRecordsAndSealedInterfaces() {
        record Holder(Outcome<Box<int[]>> outcome, List<Outcome<String>> more, Box<Long>[] boxes) {}
        @SuppressWarnings("unchecked")
        Box<Long>[] boxes = new Box[] {new Box<>(5L)};
        Holder value = new Holder(
                new Good<>(new Box<>(new int[] {1, 2})), List.of(new Bad<>("why"), new Good<>("well")), boxes);
        assertSame(roundTrip(Codecs.of(Holder.class), value), value);
    }

    @Test
    void shouldEncodeSealedInterfacesNestedAndWithEnums() {
        Codec<Shape> codec = Codecs.of(Shape.class);
        Shape triangle = new Triangle(new Point(1, 2), new Point(3, 4), new Point(5, 6));
        assertThat(roundTrip(codec, triangle)).isEqualTo(triangle);
        assertThat(roundTrip(codec, Fixed.UNIT_CIRCLE)).isEqualTo(Fixed.UNIT_CIRCLE);
    }

    @Test
    void shouldDecodeToUnmodifiableCollections() {
        Collections value = roundTrip(Codecs.of(Collections.class), Values.collections(random));
        assertThat(value.names()).isUnmodifiable();
        assertThatThrownBy(() -> value.empties().add(new Values.Empty()))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> value.sizes().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldNameTheComponentThatIsNull() {
        List<Map<String, int[]>> maps = new ArrayList<>();
        maps.add(Map.of());
        maps.add(null);
        Generic broken =
                new Generic(new Box<>("text"), maps, Values.generic(random).pair());
        assertThatThrownBy(() -> encode(Codecs.of(Generic.class), broken))
                .isInstanceOf(CodecException.class)
                .hasMessage("Generic.maps[1]: null (expected: a Map; use Optional for an absent value)");
        assertThatThrownBy(() -> encode(Codecs.of(Values.Circle.class), new Values.Circle(null, 1)))
                .hasMessage("Circle.centre: null (expected: a Point; use Optional for an absent value)");
    }

    @Test
    void shouldRefuseTextWithHalfASurrogatePair() {
        Codec<String> codec = Codecs.of(String.class);
        for (String text : List.of("a\uD83D", "\uDE00b", "\uD83Dx", "\uDE00\uD83D")) {
            assertThatThrownBy(() -> encode(codec, text))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("half a surrogate pair");
        }
        assertThat(roundTrip(codec, "\uD83D\uDE00 ½ €")).isEqualTo("\uD83D\uDE00 ½ €");
        assertThat(roundTrip(codec, "\uFFFD is a character too")).isEqualTo("\uFFFD is a character too");
    }

    @Test
    void shouldRefuseAValueThatContainsItself() {
        List<Node> children = new ArrayList<>();
        Node loop = new Node(1, children, Optional.empty());
        children.add(loop);
        assertThatThrownBy(() -> encode(Codecs.of(Node.class), loop))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("nested deeper than 256 records");
    }

    @Test
    void shouldNestAsDeepAsPromised() {
        Node node = new Node(0, List.of(), Optional.empty());
        for (int depth = 1; depth < RecordShape.DEEPEST; depth++) {
            node = new Node(depth, List.of(), Optional.of(node));
        }
        assertThat(roundTrip(Codecs.of(Node.class), node)).isEqualTo(node);
    }

    @Test
    void shouldReportWhatARecordItselfRefuses() {
        record Positive(int value) {
            Positive {
                if (value <= 0) {
                    throw new IllegalArgumentException("not positive");
                }
            }
        }
        record Holder(String text, Positive number) {}
        byte[] bytes = {0, 0, 0, 0, 0};
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(bytes)).readAll(Codecs.of(Holder.class)))
                .isInstanceOf(CodecException.class)
                .hasMessage("Holder.number: a Positive refused by its own code: "
                        + "java.lang.IllegalArgumentException: not positive");
    }

    @Test
    void shouldReportAccessorsThatThrow() {
        record Thrower(int first, int second) {
            @Override
            public int second() {
                throw new IllegalStateException("no");
            }
        }
        assertThatThrownBy(() -> encode(Codecs.of(Thrower.class), new Thrower(1, 2)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.lang.IllegalStateException: no");
    }

    @Test
    void shouldTakeRecordsOfManyComponents() {
        record Wide(
                double a,
                double b,
                double c,
                double d,
                double e,
                double f,
                double g,
                double h,
                double i,
                double j,
                double k,
                double l,
                double m,
                double n,
                double o,
                double p,
                double q,
                double r,
                double s,
                double t) {}
        Wide wide = new Wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
        assertThat(roundTrip(Codecs.of(Wide.class), wide)).isEqualTo(wide);
    }

    @Test
    void shouldWriteTheSizeItForetold() {
        for (Class<?> type : List.of(
                Pixel.class, Arrays.class, Values.Others.class, Generic.class, Node.class, Values.Empty.class)) {
            sizeForetold(type);
        }
    }

    private <T> void sizeForetold(Class<T> type) {
        Codec<T> codec = Codecs.of(type);
        for (int run = 0; run < 50; run++) {
            T value = type.cast(sample(type));
            HeapEncoder out = new HeapEncoder(1);
            out.writeSized(codec, value);
            out.writeSized(codec, value);
            out.writeInt(77);
            Decoder in = new Decoder(out.written());
            assertSame(in.readSized(codec), value);
            assertSame(in.readSized(codec), value);
            assertThat(in.readInt()).isEqualTo(77);
        }
    }

    private Object sample(Type type) {
        if (type == Pixel.class) {
            return new Pixel(random.nextInt(), 2, 3, 4);
        } else if (type == Arrays.class) {
            int n = random.nextInt(300);
            return new Arrays(
                    new boolean[n],
                    new byte[n],
                    new short[n],
                    new char[n],
                    new int[n],
                    new long[n],
                    new float[n],
                    new double[n]);
        } else if (type == Values.Others.class) {
            return Values.others(random);
        } else if (type == Generic.class) {
            return Values.generic(random);
        }
        return type == Node.class ? Values.node(random, 3) : new Values.Empty();
    }

    /** Equal in every component, floating-point numbers bit for bit. */
    static void assertSame(Object actual, Object expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .ignoringCollectionOrderInFields("collections.names")
                .withEqualsForType(MessageLite::equals, Timestamp.class)
                .withEqualsForType((a, b) -> Float.floatToRawIntBits(a) == Float.floatToRawIntBits(b), Float.class)
                .withEqualsForType(
                        (a, b) -> Double.doubleToRawLongBits(a) == Double.doubleToRawLongBits(b), Double.class)
                .isEqualTo(expected);
    }

    static <T> byte[] encode(Codec<T> codec, T value) {
        HeapEncoder out = new HeapEncoder(16);
        codec.encode(value, out);
        return out.toBytes();
    }

    static <T> T roundTrip(Codec<T> codec, T value) {
        return new Decoder(ByteBuffer.wrap(encode(codec, value))).readAll(codec);
    }
}
