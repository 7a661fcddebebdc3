package dev.sluice.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A type with nothing inside: primitives and their boxes, text, numbers, times, arrays of primitives. */
final class LeafShape<T> extends Shape<T> {
    private static final Map<Class<?>, LeafShape<?>> ALL = new HashMap<>();

    static {
        scalars();
        arrays();
        others();
        times();
    }

    private final int minimum;
    private final long fixed;
    private final ToLongFunction<T> size;
    private final BiConsumer<Encoder, T> write;
    private final Function<Decoder, T> read;

    private LeafShape(Layout<T> layout, BiConsumer<Encoder, T> write, Function<Decoder, T> read) {
        super(layout.article());
        this.minimum = layout.minimum();
        this.fixed = layout.fixed();
        this.size = layout.size();
        this.write = write;
        this.read = read;
    }

    private record Layout<T>(String article, int minimum, long fixed, ToLongFunction<T> size) {
        static <T> Layout<T> fixed(String article, int bytes) {
            return new Layout<>(article, bytes, bytes, value -> bytes);
        }

        static <T> Layout<T> varying(String article, int minimum) {
            return new Layout<>(article, minimum, UNKNOWN, value -> UNKNOWN);
        }

        /** The layout of a length followed by that many bytes. */
        static <T> Layout<T> sized(String article, ToLongFunction<T> bytes, int width) {
            return new Layout<>(article, 1, UNKNOWN, value -> {
                long count = bytes.applyAsLong(value);
                return varintBytes(count) + count * width;
            });
        }
    }

    static Optional<Shape<?>> of(Class<?> type) {
        return Optional.ofNullable(ALL.get(type));
    }

    private static <T> void add(
            Class<T> type, Layout<T> layout, BiConsumer<Encoder, T> write, Function<Decoder, T> read) {
        ALL.put(type, new LeafShape<>(layout, write, read));
    }

    private static void scalars() {
        add(Boolean.class, Layout.fixed("a boolean", 1), Encoder::writeBoolean, Decoder::readBoolean);
        add(Byte.class, Layout.fixed("a byte", Byte.BYTES), Encoder::writeByte, Decoder::readByte);
        add(Short.class, Layout.fixed("a short", Short.BYTES), Encoder::writeShort, Decoder::readShort);
        add(Character.class, Layout.fixed("a char", Character.BYTES), Encoder::writeChar, Decoder::readChar);
        add(Integer.class, Layout.fixed("an int", Integer.BYTES), Encoder::writeInt, Decoder::readInt);
        add(Long.class, Layout.fixed("a long", Long.BYTES), Encoder::writeLong, Decoder::readLong);
        add(Float.class, Layout.fixed("a float", Float.BYTES), Encoder::writeFloat, Decoder::readFloat);
        add(Double.class, Layout.fixed("a double", Double.BYTES), Encoder::writeDouble, Decoder::readDouble);
        ALL.put(boolean.class, ALL.get(Boolean.class));
        ALL.put(byte.class, ALL.get(Byte.class));
        ALL.put(short.class, ALL.get(Short.class));
        ALL.put(char.class, ALL.get(Character.class));
        ALL.put(int.class, ALL.get(Integer.class));
        ALL.put(long.class, ALL.get(Long.class));
        ALL.put(float.class, ALL.get(Float.class));
        ALL.put(double.class, ALL.get(Double.class));
    }

    private static void arrays() {
        Layout<boolean[]> bits = new Layout<>(
                "a boolean[]", 1, UNKNOWN, value -> varintBytes(value.length) + (value.length + 7L) / Byte.SIZE);
        add(boolean[].class, bits, Encoder::writeBooleans, Decoder::readBooleans);
        add(byte[].class, Layout.sized("a byte[]", v -> v.length, Byte.BYTES), Encoder::writeBytes, Decoder::readBytes);
        add(
                short[].class,
                Layout.sized("a short[]", v -> v.length, Short.BYTES),
                Encoder::writeShorts,
                Decoder::readShorts);
        add(
                char[].class,
                Layout.sized("a char[]", v -> v.length, Character.BYTES),
                Encoder::writeChars,
                Decoder::readChars);
        add(int[].class, Layout.sized("an int[]", v -> v.length, Integer.BYTES), Encoder::writeInts, Decoder::readInts);
        add(long[].class, Layout.sized("a long[]", v -> v.length, Long.BYTES), Encoder::writeLongs, Decoder::readLongs);
        add(
                float[].class,
                Layout.sized("a float[]", v -> v.length, Float.BYTES),
                Encoder::writeFloats,
                Decoder::readFloats);
        add(
                double[].class,
                Layout.sized("a double[]", v -> v.length, Double.BYTES),
                Encoder::writeDoubles,
                Decoder::readDoubles);
    }

    private static void others() {
        add(Blob.class, Layout.sized("a Blob", Blob::size, 1), LeafShape::writeBlob, Decoder::readBlob);
        add(None.class, Layout.fixed("None.NONE", 0), (out, none) -> {}, in -> None.NONE);
        add(String.class, Layout.sized("a String", Utf8::length, 1), Encoder::writeString, Decoder::readString);
        add(
                UUID.class,
                Layout.fixed("a UUID", 2 * Long.BYTES),
                (out, id) -> {
                    out.writeLong(id.getMostSignificantBits());
                    out.writeLong(id.getLeastSignificantBits());
                },
                in -> new UUID(in.readLong(), in.readLong()));
        add(
                BigInteger.class,
                Layout.varying("a BigInteger", 2),
                (out, number) -> out.writeBytes(number.toByteArray()),
                LeafShape::readBigInteger);
        add(
                BigDecimal.class,
                Layout.varying("a BigDecimal", 2 + Integer.BYTES),
                (out, number) -> {
                    out.writeBytes(number.unscaledValue().toByteArray());
                    out.writeInt(number.scale());
                },
                in -> new BigDecimal(readBigInteger(in), in.readInt()));
    }

    private static void times() {
        time(Instant.class, 12, LeafShape::writeInstant, in -> Instant.ofEpochSecond(in.readLong(), nanos(in)));
        time(Duration.class, 12, LeafShape::writeDuration, in -> Duration.ofSeconds(in.readLong(), nanos(in)));
        time(LocalDate.class, 8, (out, day) -> out.writeLong(day.toEpochDay()), LeafShape::readDate);
        time(LocalTime.class, 8, (out, time) -> out.writeLong(time.toNanoOfDay()), LeafShape::readTime);
        time(LocalDateTime.class, 16, LeafShape::writeDateTime, LeafShape::readDateTime);
        time(ZoneOffset.class, 4, LeafShape::writeOffset, LeafShape::readOffset);
        time(OffsetTime.class, 12, LeafShape::writeOffsetTime, in -> OffsetTime.of(readTime(in), readOffset(in)));
        time(
                OffsetDateTime.class,
                20,
                LeafShape::writeOffsetDateTime,
                in -> OffsetDateTime.of(readDateTime(in), readOffset(in)));
        time(Year.class, 4, (out, year) -> out.writeInt(year.getValue()), in -> Year.of(in.readInt()));
        time(YearMonth.class, 8, LeafShape::writeMonth, in -> YearMonth.of(in.readInt(), in.readInt()));
        time(MonthDay.class, 8, LeafShape::writeMonthDay, in -> MonthDay.of(in.readInt(), in.readInt()));
        time(Period.class, 12, LeafShape::writePeriod, in -> Period.of(in.readInt(), in.readInt(), in.readInt()));
        Layout<ZoneId> zone = Layout.sized("a ZoneId", id -> Utf8.length(id.getId()), 1);
        add(ZoneId.class, zone, (out, id) -> out.writeString(id.getId()), dated("ZoneId", LeafShape::readZone));
        Layout<ZonedDateTime> zoned = Layout.varying("a ZonedDateTime", 22);
        add(ZonedDateTime.class, zoned, LeafShape::writeZoned, dated("ZonedDateTime", LeafShape::readZoned));
    }

    private static <T> void time(Class<T> type, int bytes, BiConsumer<Encoder, T> write, Function<Decoder, T> read) {
        String name = type.getSimpleName();
        add(type, Layout.fixed(articled(name), bytes), write, dated(name, read));
    }

    private static <T> Function<Decoder, T> dated(String type, Function<Decoder, T> read) {
        String refusal = "time out of range (expected: a " + type + ")";
        return in -> {
            try {
                return read.apply(in);
            } catch (DateTimeException | ArithmeticException e) {
                throw new CodecException(refusal, e);
            }
        };
    }

    private static void writeInstant(Encoder out, Instant time) {
        out.writeLong(time.getEpochSecond());
        out.writeInt(time.getNano());
    }

    private static void writeDuration(Encoder out, Duration time) {
        out.writeLong(time.getSeconds());
        out.writeInt(time.getNano());
    }

    private static LocalDate readDate(Decoder in) {
        return LocalDate.ofEpochDay(in.readLong());
    }

    private static LocalTime readTime(Decoder in) {
        return LocalTime.ofNanoOfDay(in.readLong());
    }

    private static void writeDateTime(Encoder out, LocalDateTime time) {
        out.writeLong(time.toLocalDate().toEpochDay());
        out.writeLong(time.toLocalTime().toNanoOfDay());
    }

    private static LocalDateTime readDateTime(Decoder in) {
        return LocalDateTime.of(readDate(in), readTime(in));
    }

    private static void writeOffset(Encoder out, ZoneOffset offset) {
        out.writeInt(offset.getTotalSeconds());
    }

    private static ZoneOffset readOffset(Decoder in) {
        return ZoneOffset.ofTotalSeconds(in.readInt());
    }

    private static void writeOffsetTime(Encoder out, OffsetTime time) {
        out.writeLong(time.toLocalTime().toNanoOfDay());
        writeOffset(out, time.getOffset());
    }

    private static void writeOffsetDateTime(Encoder out, OffsetDateTime time) {
        writeDateTime(out, time.toLocalDateTime());
        writeOffset(out, time.getOffset());
    }

    private static void writeMonth(Encoder out, YearMonth month) {
        out.writeInt(month.getYear());
        out.writeInt(month.getMonthValue());
    }

    private static void writeMonthDay(Encoder out, MonthDay day) {
        out.writeInt(day.getMonthValue());
        out.writeInt(day.getDayOfMonth());
    }

    private static void writePeriod(Encoder out, Period period) {
        out.writeInt(period.getYears());
        out.writeInt(period.getMonths());
        out.writeInt(period.getDays());
    }

    private static ZoneId readZone(Decoder in) {
        return ZoneId.of(in.readString());
    }

    private static void writeZoned(Encoder out, ZonedDateTime time) {
        writeOffsetDateTime(out, time.toOffsetDateTime());
        out.writeString(time.getZone().getId());
    }

    /** The same moment, whatever this host knows of the zone. */
    private static ZonedDateTime readZoned(Decoder in) {
        return ZonedDateTime.ofInstant(readDateTime(in), readOffset(in), readZone(in));
    }

    private static void writeBlob(Encoder out, Blob blob) {
        out.writeVarint(blob.size());
        try {
            blob.encode(out);
        } catch (IOException e) {
            throw new CodecException(blob + ": " + e.getMessage(), new UncheckedIOException(e)); // not of the output
        }
    }

    private static int nanos(Decoder in) {
        int nanos = in.readInt();
        if (nanos < 0 || nanos > 999_999_999) {
            throw new CodecException("nanoseconds " + nanos + " (expected: 0 to 999999999)");
        }
        return nanos;
    }

    private static BigInteger readBigInteger(Decoder in) {
        byte[] bytes = in.readBytes();
        if (bytes.length == 0) {
            throw new CodecException("number of no bytes (expected: 1 or more)");
        }
        return new BigInteger(bytes);
    }

    @Override
    int minimum() {
        return minimum;
    }

    @Override
    long fixed() {
        return fixed;
    }

    @Override
    long size(T value) {
        return size.applyAsLong(value);
    }

    @Override
    public void encode(T value, Encoder out) {
        write.accept(out, value);
    }

    @Override
    public T decode(Decoder in) {
        return read.apply(in);
    }

    /** Encodes an enum by its ordinal. Both sides run the same jar, so constants have the same order. */
    static final class OfEnum<E> extends Shape<E> {
        private final E[] constants;

        OfEnum(Class<E> type) {
            super(articled(type.getSimpleName()));
            this.constants = type.getEnumConstants();
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(E value) {
            return varintBytes(((Enum<?>) value).ordinal());
        }

        @Override
        public void encode(E value, Encoder out) {
            out.writeVarint(((Enum<?>) value).ordinal());
        }

        @Override
        public E decode(Decoder in) {
            long ordinal = in.readVarint();
            if (ordinal < 0 || ordinal >= constants.length) {
                throw new CodecException("ordinal " + Long.toUnsignedString(ordinal) + " of " + article()
                        + " (expected: 0 to " + (constants.length - 1) + ")");
            }
            return constants[(int) ordinal];
        }
    }
}
