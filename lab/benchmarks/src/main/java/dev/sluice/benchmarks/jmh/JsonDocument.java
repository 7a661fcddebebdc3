package dev.sluice.benchmarks.jmh;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cli.page.PageJson;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
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

/**
 * Writes and reads the documents of a real run: as records, and as trees, beside maps and beans of jackson-jr. A bean's
 * text differs, because jackson-jr does not know the annotations of the records.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JsonDocument {
    private static final Path ORIGIN = Path.of("document.json");

    /** The report of a run, or the whole page of it while it ran. */
    @Param({"run", "page"})
    String document = "run";

    private String text = "";
    private Record record = new None();
    private Map<String, Object> map = Map.of();

    /** Before the document is read. */
    private record None() {}

    @Setup
    public void read() throws IOException {
        String name = document + ".json";
        try (InputStream file = Objects.requireNonNull(JsonDocument.class.getResourceAsStream(name), name)) {
            text = new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        record = readRecords();
        map = readMap();
    }

    @Benchmark
    public String writeRecords() {
        return Json.of(record);
    }

    @Benchmark
    public Record readRecords() {
        JsonTree tree = readTree();
        return document.equals("run") ? tree.as(RunReport.class) : tree.as(PageJson.class);
    }

    @Benchmark
    public JsonTree readTree() {
        return JsonTree.parse(ORIGIN, text);
    }

    @Benchmark
    public String writeMap() throws IOException {
        return JSON.std.asString(map);
    }

    @Benchmark
    public Map<String, Object> readMap() throws IOException {
        return JSON.std.mapFrom(text);
    }

    @Benchmark
    public String writeBeans() throws IOException {
        return JSON.std.asString(record);
    }
}
