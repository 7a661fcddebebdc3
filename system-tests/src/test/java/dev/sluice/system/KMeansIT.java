package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of an application, in each kind of process that computes. */
@NoLeaks
class KMeansIT {
    private static final String CENTRES = "[10.5, 10.5, 1010.5, 510.5]";

    @TempDir
    Path directory;

    private Path points;
    private Path notes;

    /** Two clusters of 22 × 22 points each, with whole coordinates, whose sums are the same in any order. */
    @BeforeEach
    void place() throws IOException {
        points = directory.resolve("points.csv");
        notes = directory.resolve("notes.txt");
        List<String> lines = new ArrayList<>();
        for (int repeat = 0; repeat < 10; repeat++) {
            for (int x = 0; x < 22; x++) {
                for (int y = 0; y < 22; y++) {
                    lines.add(x + "," + y);
                    lines.add((1_000 + x) + "," + (500 + y));
                }
            }
        }
        Files.write(points, lines);
    }

    private MasterRun run(List<String> options, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "run",
                PoisonJar.in(
                                directory,
                                WatchedKMeans.class,
                                KMeans.class,
                                KMeans.Centres.class,
                                KMeans.Range.class,
                                KMeans.Sums.class)
                        .toString()));
        all.addAll(options);
        all.addAll(List.of("--", "--points", points.toString()));
        all.addAll(List.of(arguments));
        if (!all.contains("--notes")) {
            all.addAll(List.of("--notes", notes.toString()));
        }
        return MasterRun.master(directory, all.toArray(String[]::new));
    }

    /** Computes with so many processes, each of which gets a unit. */
    private void assertComputed(int processes, String... options) throws Exception {
        Path out = directory.resolve("centres.txt");
        Files.deleteIfExists(out);
        Files.deleteIfExists(notes);
        try (MasterRun run = run(List.of(options), "--together", String.valueOf(processes))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
        }
        assertThat(out).hasContent(CENTRES);
    }

    /** The processes that made such a call. */
    private List<String> noted(String call) throws IOException {
        return Files.readAllLines(notes).stream()
                .filter(line -> line.startsWith(call + " "))
                .map(line -> line.substring(call.length() + 1))
                .toList();
    }

    @Test
    void shouldLoadTheStateOnceInEachProcessThatComputes() throws Exception {
        assertComputed(1, "--local=0");
        assertThat(noted("load")).hasSize(1);
        assertComputed(1, "--slots", "3");
        assertThat(noted("load")).hasSize(1);
        assertThat(noted("finish")).hasSize(1);
        assertComputed(2, "--local", "2", "--slots", "2", "--policy", "SS", "--delivery=prefetch=0");
        assertThat(noted("load")).doesNotHaveDuplicates().hasSize(2);
        assertThat(noted("finish")).hasSize(2).containsAll(noted("load"));
        assertComputed(2, "--local", "1", "--slots", "2", "--isolate", "on", "--policy", "SS", "--delivery=prefetch=0");
        assertThat(noted("load")).doesNotHaveDuplicates().hasSize(2);
        assertThat(noted("finish")).as("worker and children").hasSize(3).containsAll(noted("load"));
    }

    @Test
    void shouldLoadTheStateAgainInTheProcessThatTakesThePlaceOfADeadOne() throws Exception {
        String halt = directory.resolve("halted").toString();
        List<String> options = List.of("--local", "1", "--slots", "1");
        run(options, "--halt", halt).printed(0);
        assertReloaded();
        Files.delete(directory.resolve("halted"));
        Files.delete(notes);
        run(List.of("--local", "2", "--slots", "1", "--isolate", "on"), "--halt", halt)
                .printed(0);
        assertReloaded();
    }

    private void assertReloaded() throws IOException {
        assertThat(directory.resolve("centres.txt")).hasContent(CENTRES);
        assertThat(noted("halt")).hasSize(1);
        assertThat(noted("load")).doesNotHaveDuplicates().hasSizeGreaterThan(1).containsAll(noted("halt"));
        assertThat(noted("finish")).doesNotContainAnyElementsOf(noted("halt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void shouldSayThatTheStateCannotBeLoaded(String isolate) throws Exception {
        try (MasterRun run = run(List.of("--isolate", isolate, "--json"), "--notes", "/nowhere/notes.txt")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            JsonNode error = RunSchema.read(run.out()).at("/error");
            assertThat(error.at("/code").asText()).isEqualTo("E113");
            assertThat(error.at("/text").asText())
                    .contains("loadState threw java.nio.file.NoSuchFileException: /nowhere/notes.txt");
        }
    }
}
