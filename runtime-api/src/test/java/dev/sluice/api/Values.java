package dev.sluice.api;

import com.google.protobuf.Timestamp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Types of every supported kind, and random values of them. */
final class Values {
    record Point(int x, int y) {}

    record Pixel(int x, int y, int columns, int rows) {}

    record Primitives(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

    record Arrays(boolean[] a, byte[] b, short[] c, char[] d, int[] e, long[] f, float[] g, double[] h) {}

    record Box<T>(T value) {}

    record Pair<A, B>(A first, B second) {}

    record Generic(Box<String> text, List<Map<String, int[]>> maps, Pair<Box<Long>, Optional<Point>> pair) {}

    record Node(int value, List<Node> children, Optional<Node> next) {}

    record Empty() {}

    record Others(
            String text,
            UUID id,
            Instant instant,
            Duration duration,
            BigInteger integer,
            BigDecimal decimal,
            Timestamp message,
            Color color,
            None none) {}

    record Collections(
            List<Empty> empties,
            Set<String> names,
            Map<Color, List<Integer>> sizes,
            Point[][] grid,
            Optional<Optional<Integer>> nested,
            List<? extends Shape> shapes) {}

    record Everything(Primitives primitives, Others others, Collections collections, Generic generic, Node node) {}

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a constant with a class of its own";
            }
        },
        BLUE
    }

    sealed interface Shape permits Circle, Polygon, Fixed {}

    record Circle(Point centre, double radius) implements Shape {}

    sealed interface Polygon extends Shape permits Square, Triangle {}

    record Square(Point corner, int side) implements Polygon {}

    record Triangle(Point a, Point b, Point c) implements Polygon {}

    enum Fixed implements Shape {
        UNIT_CIRCLE,
        UNIT_SQUARE
    }

    sealed interface Outcome<T> permits Good, Bad {}

    record Good<V>(V value) implements Outcome<V> {}

    record Bad<V>(String reason) implements Outcome<V> {}

    private Values() {}

    static Everything everything(RandomGenerator random) {
        return new Everything(
                primitives(random), others(random), collections(random), generic(random), node(random, 4));
    }

    static Primitives primitives(RandomGenerator random) {
        return new Primitives(
                random.nextBoolean(),
                (byte) random.nextInt(),
                (short) random.nextInt(),
                (char) random.nextInt(),
                random.nextInt(),
                random.nextLong(),
                Float.intBitsToFloat(random.nextInt()),
                Double.longBitsToDouble(random.nextLong()));
    }

    static Others others(RandomGenerator random) {
        return new Others(
                text(random),
                new UUID(random.nextLong(), random.nextLong()),
                Instant.ofEpochSecond(random.nextLong(-1L << 40, 1L << 40), random.nextInt(1_000_000_000)),
                Duration.ofSeconds(random.nextLong(), random.nextInt(1_000_000_000)),
                BigInteger.valueOf(random.nextLong()).pow(random.nextInt(1, 9)),
                new BigDecimal(BigInteger.valueOf(random.nextLong()).pow(3), random.nextInt()),
                Timestamp.newBuilder()
                        .setSeconds(random.nextLong())
                        .setNanos(random.nextInt())
                        .build(),
                Color.values()[random.nextInt(3)],
                None.NONE);
    }

    static Collections collections(RandomGenerator random) {
        return new Collections(
                random.ints(random.nextInt(5), 0, 9).mapToObj(i -> new Empty()).toList(),
                Set.of(text(random), text(random) + "x"),
                Map.of(Color.GREEN, List.of(1, 2, random.nextInt()), Color.BLUE, List.of()),
                new Point[][] {{new Point(1, 2)}, {}, {point(random), point(random)}},
                random.nextBoolean() ? Optional.of(Optional.empty()) : Optional.of(Optional.of(random.nextInt())),
                List.of(new Circle(point(random), 0.5), Fixed.UNIT_SQUARE, new Square(point(random), 3)));
    }

    static Generic generic(RandomGenerator random) {
        return new Generic(
                new Box<>(text(random)),
                List.of(Map.of("a", new int[] {1, 2, 3}), Map.of(), Map.of("b", new int[0], "c", new int[9])),
                new Pair<>(new Box<>(random.nextLong()), Optional.of(point(random))));
    }

    static Node node(RandomGenerator random, int depth) {
        List<Node> children = depth == 0
                ? List.of()
                : random.ints(2).mapToObj(i -> node(random, depth - 1)).toList();
        return new Node(random.nextInt(), children, depth == 0 ? Optional.empty() : Optional.of(node(random, 0)));
    }

    static Point point(RandomGenerator random) {
        return new Point(random.nextInt(), random.nextInt());
    }

    /** Text with 1-, 2-, 3- and 4-byte characters. */
    static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(12); left > 0; left--) {
            int point = random.nextInt(1 << random.nextInt(1, 21));
            text.appendCodePoint(Character.isDefined(point) && (point < 0xD800 || point > 0xDFFF) ? point : 'ß');
        }
        return text.toString();
    }
}
