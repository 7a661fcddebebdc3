package dev.sluice.benchmarks.jmh;

import dev.sluice.api.Codec;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Encodes values through codecs derived from their types to heap bytes, and decodes them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ValueCodec {
    private static final Map<String, Object> VALUES = Map.of(
            "long", 42L,
            "tile", new Tile(32, 64, 32, 32),
            "counts", new Counts(new int[1024]),
            "words", new Words("a name of some length", List.of("one", "two", "three"), Color.GREEN),
            "mebibyte", new Bytes(new byte[1 << 20]));

    /** Four numbers, like a unit of a tiled application. */
    public record Tile(int x, int y, int columns, int rows) {}

    /** 4 KiB. */
    public record Counts(int[] iterations) {}

    /** Values that are not numbers. */
    public record Words(String name, List<String> parts, Color color) {}

    /** One array. */
    public record Bytes(byte[] bytes) {}

    /** An enum. */
    public enum Color {
        RED,
        GREEN
    }

    @Param({"long", "tile", "counts", "words", "mebibyte"})
    String value = "long";

    private final HeapEncoder encoder = new HeapEncoder();
    private Object object = 0L;
    private Codec<Object> codec = Codecs.of((java.lang.reflect.Type) Long.class);

    @Setup
    public void encodeOnce() {
        object = VALUES.getOrDefault(value, 0L);
        codec = Codecs.of((java.lang.reflect.Type) object.getClass());
        encoder.clear();
        codec.encode(object, encoder);
    }

    @Benchmark
    public int encode() {
        encoder.clear();
        codec.encode(object, encoder);
        return encoder.size();
    }

    @Benchmark
    public Object decode() {
        return codec.decode(new Decoder(encoder.written()));
    }
}
