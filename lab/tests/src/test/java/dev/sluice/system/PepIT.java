package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.pep.UnitSeries;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The emulator gives the same units, the same bytes and as many of them, whatever it runs on. */
@NoLeaks
class PepIT {
    private static final int CYCLES = 2;
    private static final int UNITS = 60;
    private static final String SIZES = "lognormal:40kB,60kB";
    private static final List<String> OPTIONS = List.of(
            "--cycles=" + CYCLES,
            "--units=" + UNITS,
            "--seed=11",
            "--time=exponential:3ms",
            "--input=3001B",
            "--result=" + SIZES,
            "--setup=100kB",
            "--verify");

    /** Lines of the output that depend on neither time nor place. */
    private static final List<String> SURE = List.of(
            "all.checksum",
            "all.units",
            "all.setup",
            "all.inputs",
            "all.results",
            "all.asked.mean",
            "all.asked.sd",
            "all.asked.p95");

    @TempDir
    static Path directory;

    @Test
    void shouldGiveTheSameUnitsAndBytesWhenWorkersKeepThem() throws Exception {
        Map<String, String> serial = figures("serial", OPTIONS, "--local=0");
        UnitSeries sizes = UnitSeries.resultSizes(SIZES, 11);
        long results = LongStream.range(0, (long) CYCLES * UNITS)
                .map(unit -> sizes.value((int) unit / UNITS, unit % UNITS))
                .sum();
        assertThat(serial)
                .containsEntry("all.setup", CYCLES * 100_000 + " B")
                .containsEntry("all.inputs", CYCLES * UNITS * 3001 + " B")
                .containsEntry("all.results", results + " B");
        List<String> deferred = new ArrayList<>(OPTIONS);
        deferred.add("--defer");
        Map<String, String> local = figures("deferred", deferred, "--local", "2");
        assertThat(local).containsAllEntriesOf(sure(serial));
        assertThat(local).containsKeys("cycle.0.achieved.mean", "cycle.1.cpu.p99", "speed.least");
    }

    /** The times come from a file that only the master has. */
    @Test
    void shouldAccumulateTheSameOnWorkersAndReadTheTraceOnTheMasterAlone() throws Exception {
        Path trace = Files.write(directory.resolve("times.txt"), List.of("# of three units", "1ms", "3ms", "2ms"));
        List<String> options = List.of(
                "--cycles=2",
                "--units=60",
                "--compute=sleep",
                "--time=trace:" + trace,
                "--trace-end=repeat",
                "--cycle-result=100kB",
                "--verify",
                "--seed=3");
        Map<String, String> alone = figures("alone", options, "--local=0");
        assertThat(alone).containsEntry("all.results", "200000 B").containsEntry("all.units", "120 units");
        assertThat(figures("accumulated", options, "--local", "2"))
                .containsEntry("all.checksum", alone.get("all.checksum"))
                .containsEntry("all.units", "120 units")
                .containsEntry("all.results", "200000 B")
                .containsEntry("all.asked.mean", "0.002000000 s")
                .containsEntry("all.asked.p99", "0.003000000 s");
    }

    @Test
    void shouldSayWhatIsWrongBeforeAnythingStarts() throws Exception {
        try (MasterRun run = run("wrong", List.of("--result=31B"), "--local", "1")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err())
                    .contains("--result: 31B (expected: at least 32B, of which 24 carry measurements)")
                    .doesNotContain("\tat ");
        }
    }

    private static Map<String, String> sure(Map<String, String> figures) {
        Map<String, String> sure = new TreeMap<>(figures);
        sure.keySet().retainAll(SURE);
        assertThat(sure).hasSize(SURE.size());
        return sure;
    }

    private static Map<String, String> figures(String name, List<String> options, String... how) throws Exception {
        try (MasterRun run = run(name, options, how)) {
            int code = run.exitCodeWithin(120);
            assertThat(code).as("exit code; it printed:\n%s", run.err()).isZero();
            assertThat(run.err()).contains("checksum");
        }
        Map<String, String> figures = new TreeMap<>();
        for (String line : Files.readAllLines(directory.resolve(name + ".txt"))) {
            String[] words = line.split(" ", 3);
            figures.put(words[1], words[2]);
        }
        return figures;
    }

    private static MasterRun run(String name, List<String> options, String... how) throws IOException {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s %s -- %s %s",
                        Lab.applicationJar("pep"), how, options, "--figures=" + directory.resolve(name + ".txt")));
    }
}
