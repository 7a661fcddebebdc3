package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same bodies, tables and pictures, byte for byte, step after step, whatever computes them and whoever dies. */
@NoLeaks
class NbodyIT {
    private static final List<String> SMALL = List.of(
            "--bodies=600", "--steps=12", "--frame-every=4", "--bodies-per-unit=32", "--width=320", "--height=200");
    /** Enough work for something to happen in the middle of it. */
    private static final List<String> LARGE = List.of(
            "--bodies=2000", "--steps=80", "--frame-every=40", "--bodies-per-unit=50", "--width=320", "--height=200");

    private static final Pattern CYCLE = Pattern.compile("cycle (\\d+) \\[");

    @TempDir
    static Path directory;

    private static Map<String, byte[]> small;
    private static Map<String, byte[]> large;

    @BeforeAll
    static void computeSerially() throws Exception {
        small = files(run("small", SMALL, "--serial"), "small");
        large = files(run("large", LARGE, "--serial"), "large");
    }

    @ParameterizedTest
    @CsvSource({"1, SS", "2, SS", "3, SS", "1, GSS", "2, GSS", "3, GSS", "1, FIXED", "2, FIXED", "3, FIXED"})
    void shouldGiveTheSameFilesOnWorkers(String workers, String policy) throws Exception {
        String name = workers + policy;
        assertSame(files(run(name, SMALL, "--local", workers, "--policy", policy), name), small);
    }

    @ParameterizedTest
    @CsvSource({"SS", "GSS", "FIXED"})
    void shouldGiveTheSameFilesWhenAWorkerIsKilled(String policy) throws Exception {
        try (MasterRun run = run("killed" + policy, LARGE, "--local", "2", "--policy", policy)) {
            awaitCycle(run, 10);
            run.workers().get(0).destroyForcibly();
            assertSame(files(run, "killed" + policy), large);
            assertThat(run.err()).contains("another is started");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldSayWhatTheStepsAreWorth() throws Exception {
        try (MasterRun run = run("told", SMALL, "--local", "2")) {
            files(run, "told");
            assertThat(run.err()).contains("energy ", " after 12 steps: drift ", "momentum drift ");
        }
    }

    /** Waits until the progress lines say so, or the process has ended. */
    private static void awaitCycle(MasterRun run, int number) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> cycle(run) >= number || !run.isRunning());
    }

    private static int cycle(MasterRun run) {
        int last = 0;
        Matcher matcher = CYCLE.matcher(run.err());
        while (matcher.find()) {
            last = Integer.parseInt(matcher.group(1));
        }
        return last;
    }

    private static MasterRun run(String name, List<String> bodies, String... options) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("run", Checkout.applicationJar("nbody").toString(), "--progress", "0.05"));
        arguments.addAll(List.of(options));
        arguments.add("--");
        arguments.addAll(bodies);
        arguments.addAll(List.of("--out", directory.resolve(name).toString()));
        return MasterRun.master(directory, arguments.toArray(String[]::new));
    }

    private static Map<String, byte[]> files(MasterRun run, String name) throws Exception {
        int code = run.exitCodeWithin(180);
        assertThat(code).as("exit code; it printed:\n%s", run.err()).isZero();
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.list(directory.resolve(name))) {
            for (Path path : paths.toList()) {
                files.put(path.getFileName().toString(), Files.readAllBytes(path));
            }
        }
        return files;
    }

    private static void assertSame(Map<String, byte[]> files, Map<String, byte[]> expected) {
        assertThat(expected).containsKeys("bodies.csv", "energy.csv", "film.png", "frame-00000.png");
        assertThat(files.keySet()).isEqualTo(expected.keySet());
        files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
    }
}
