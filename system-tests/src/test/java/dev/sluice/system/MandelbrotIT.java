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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same picture, byte for byte, whatever computes it and whatever happens to those who do. */
@NoLeaks
class MandelbrotIT {
    private static final List<String> SMALL = List.of("--width", "480", "--height", "360", "--tile", "24x20");
    /** Enough work for something to happen in the middle of it. */
    private static final List<String> LARGE =
            List.of("--width", "1200", "--height", "900", "--limit", "12000", "--tile", "30x30");

    @TempDir
    static Path directory;

    private static byte[] small;
    private static byte[] large;

    @BeforeAll
    static void computeSerially() throws Exception {
        small = picture(run("small", SMALL, "--serial"), "small");
        large = picture(run("large", LARGE, "--serial"), "large");
    }

    @ParameterizedTest
    @CsvSource({"1, SS", "2, SS", "5, SS", "2, GSS", "5, GSS", "1, FIXED", "2, FIXED"})
    void shouldGiveTheSamePictureOnWorkers(String workers, String policy) throws Exception {
        String name = workers + policy;
        assertThat(picture(run(name, SMALL, "--local", workers, "--policy", policy), name))
                .isEqualTo(small);
    }

    @Test
    void shouldGiveTheSamePictureWhenAWorkerIsKilled() throws Exception {
        try (MasterRun run = run("killed", LARGE, "--local", "2")) {
            run.awaitPercent(33);
            run.workers().get(0).destroyForcibly();
            assertThat(picture(run, "killed")).isEqualTo(large);
            assertThat(run.err()).contains("another is started");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldGiveTheSamePictureWhenAWorkerStopsForTenSeconds() throws Exception {
        try (MasterRun run = run("stopped", LARGE, "--local", "2")) {
            run.awaitPercent(33);
            ProcessHandle stopped = run.workers().get(0);
            MasterRun.signal(stopped, "STOP");
            long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            await().atMost(Duration.ofSeconds(15)).until(() -> System.nanoTime() - until >= 0);
            MasterRun.signal(stopped, "CONT");
            assertThat(picture(run, "stopped")).isEqualTo(large);
        }
    }

    @Test
    void shouldGiveTheSamePictureWhenAWorkerJoinsAtHalf() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (MasterRun run = run("joined", LARGE, "--listen", "127.0.0.2:0", "--run-file", runFile.toString());
                MasterRun first = joinOnce(run, runFile)) {
            run.awaitPercent(50);
            try (MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(picture(run, "joined")).isEqualTo(large);
                assertThat(run.err()).contains("w1 on", "w2 on");
                assertThat(first.exitCodeWithin(15)).isZero();
                assertThat(second.exitCodeWithin(15)).isZero();
            }
        }
    }

    private static MasterRun joinOnce(MasterRun run, Path runFile) throws IOException {
        run.awaitPrinted("to join:");
        return MasterRun.worker(directory, "join", "--slots", "1", runFile.toString());
    }

    private static MasterRun run(String name, List<String> picture, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString(), "--progress", "0.05"));
        arguments.addAll(List.of(options));
        arguments.add("--");
        arguments.addAll(picture);
        arguments.addAll(List.of("--out", directory.resolve(name + ".png").toString()));
        return MasterRun.master(directory, arguments.toArray(String[]::new));
    }

    private static byte[] picture(MasterRun run, String name) throws Exception {
        int code = run.exitCodeWithin(120);
        assertThat(code).as("exit code; it printed:\n%s", run.err()).isZero();
        return Files.readAllBytes(directory.resolve(name + ".png"));
    }
}
