package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.History;
import dev.sluice.testing.NoLeaks;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the history that runs leave, and the commands that query it, with the real jars. */
@NoLeaks
class HistoryIT {
    @TempDir
    static Path cache;

    @TempDir
    Path directory;

    private Path state() {
        return directory.resolve("state/sluice");
    }

    private String jar() {
        return PoisonJar.in(directory, Numbers.class).toString();
    }

    private MasterRun ended(int exitCode, String... arguments) throws Exception {
        MasterRun run = MasterRun.master(directory, Map.of("XDG_CACHE_HOME", cache.toString()), arguments);
        assertThat(run.exitCodeWithin(120)).as(run.err()).isEqualTo(exitCode);
        return run;
    }

    private MasterRun run(String... options) throws Exception {
        return ended(0, Words.of("run %s --local 1 --slots 2 %s", jar(), options));
    }

    private JsonNode printed(String schema, String... arguments) throws Exception {
        try (MasterRun run = ended(0, arguments)) {
            return RunSchema.read(run.out(), schema);
        }
    }

    private static String host() throws Exception {
        return InetAddress.getLocalHost().getHostName();
    }

    @Test
    void shouldRememberRunsAndPredictNothingUnasked() throws Exception {
        String[] application = {"--", "--units", "40", "--compute-millis", "20", "--token", "hush"};
        try (MasterRun first = run(application)) {
            assertThat(first.err()).doesNotContain("from history");
        }
        BenchmarkRow unit = stored("numbers");
        assertThat(unit.run()).isNotEmpty();
        assertThat(unit.processor()).isNotEmpty();
        assertThat(unit.wallSeconds()).as("of units that sleep 20 ms").isGreaterThanOrEqualTo(0.02);
        try (MasterRun second = run(application)) {
            assertThat(second.err()).doesNotContain("from history").doesNotContain("predicted");
            assertThat(second.out()).doesNotContain("predicted");
        }
        try (MasterRun other = run("--", "--units", "41")) {
            assertThat(other.err()).as("of other arguments").doesNotContain("from history");
        }
        ended(0, "run", jar(), "--local=0", "--", "--units", "5").close();
        ended(0, "run", jar(), "--local=0", "--no-history", "--", "--units", "5")
                .close();
        ended(1, "run", jar(), "--", "--units", "5", "--accept-millis", "-1").close();
        JsonNode runs = printed("docs/history.schema.json", "hosts", "history", "--json")
                .at("/runs");
        assertThat(runs.findValuesAsText("policy")).containsExactly("SS", "SS", "SS", "serial", "SS");
        assertThat(runs.findValuesAsText("outcome"))
                .containsExactly("complete", "complete", "complete", "complete", "failed");
        assertThat(runs.at("/4/error").asText()).startsWith("E100");
        JsonNode run = runs.at("/1");
        assertThat(run.at("/application").asText()).isEqualTo("numbers");
        assertThat(run.at("/arguments").asText()).contains("--units 40").doesNotContain("hush");
        assertThat(run.at("/hosts/0").asText()).isEqualTo(host());
        assertThat(run.at("/units").asLong()).isEqualTo(40);
        assertThat(Path.of(run.at("/directory").asText()).resolve("run.json")).isRegularFile();
        try (MasterRun listed = ended(0, "hosts", "history", "numbers")) {
            assertThat(listed.out().lines().filter(line -> line.contains("complete")))
                    .hasSize(4);
            assertThat(listed.out()).contains("database: " + state().resolve("history.db"));
        }
    }

    /** Reads what the database says of units of this application on this host. */
    private BenchmarkRow stored(String application) throws Exception {
        History history = new History(state(), trouble -> {
            throw new AssertionError(trouble);
        });
        String host = host();
        return history.benchmarks().stream()
                .filter(row ->
                        row.application().isCalled(application) && row.host().equals(host))
                .findFirst()
                .orElseThrow();
    }

    @Tag("long")
    @Test
    void shouldBenchmarkAndRememberIt() throws Exception {
        String mandelbrot = Checkout.applicationJar("mandelbrot").toString();
        JsonNode benchmark = printed(
                "docs/benchmark.schema.json",
                "hosts",
                "benchmark",
                mandelbrot,
                "--local",
                "2",
                "--slots",
                "1",
                "--units",
                "5",
                "--json",
                "--",
                "--width",
                "256",
                "--height",
                "256",
                "--tile",
                "32x32");
        assertThat(benchmark.at("/general/0/host").asText()).isEqualTo(host());
        assertThat(benchmark.at("/general/0/rounds").asInt()).isBetween(1, 6);
        assertThat(benchmark.at("/general/0/seconds").asDouble()).isPositive();
        assertThat(benchmark.at("/hosts/0/units").asInt()).isEqualTo(10);
        double wall = benchmark.at("/hosts/0/wallSecondsPerUnit").asDouble();
        double cpu = benchmark.at("/hosts/0/cpuSecondsPerUnit").asDouble();
        assertThat(cpu).isPositive().isLessThanOrEqualTo(wall);
        assertThat(directory.resolve("mandelbrot.png")).doesNotExist();
        BenchmarkRow kept = stored("mandelbrot");
        assertThat(kept.cpuSeconds()).isEqualTo(cpu, within(1e-9));
        assertThat(kept.run()).isEmpty();
        try (MasterRun listed = ended(0, "hosts", "history", "--limit", "1", "mandelbrot")) {
            assertThat(listed.out()).contains("no runs are remembered");
        }
    }

    @Test
    void shouldPutUpWithADamagedDatabaseAndANativeLibraryThatCannotBeUnpacked() throws Exception {
        Files.createDirectories(state());
        Files.writeString(state().resolve("history.db"), "no database at all ".repeat(500));
        try (MasterRun run = run("--", "--units", "10")) {
            assertThat(run.err().lines().filter(line -> line.contains("E440"))).hasSize(1);
            assertThat(run.err()).doesNotContain("\tat ", "Exception");
        }
        try (Stream<Path> files = Files.list(state())) {
            assertThat(files.filter(file -> file.toString().contains("damaged")))
                    .hasSize(1);
        }
        try (Stream<Path> unpacked = Files.walk(state().resolve("native")).sorted(Comparator.reverseOrder())) {
            for (Path file : unpacked.toList()) {
                Files.delete(file);
            }
        }
        Files.createFile(state().resolve("native"));
        try (MasterRun run = run("--", "--units", "10")) {
            assertThat(run.err().lines().filter(line -> line.contains("E443"))).hasSize(1);
            assertThat(run.err()).doesNotContain("\tat ");
        }
        assertThat(state().resolve("history.jsonl")).exists();
        Files.delete(state().resolve("native"));
        run("--", "--units", "10").close();
        assertThat(printed("docs/history.schema.json", "hosts", "history", "--json")
                        .at("/runs"))
                .hasSize(3);
        assertThat(state().resolve("history.jsonl")).doesNotExist();
    }
}
