package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The same picture, byte for byte, whatever computes it and whatever happens to those who do. */
@NoLeaks
class MandelbrotIT {
    private static final List<String> SMALL = List.of("--width", "480", "--height", "360", "--tile", "24x20");
    /** Enough work for something to happen in the middle of it. */
    private static final List<String> MEDIUM =
            List.of("--width", "1200", "--height", "900", "--limit", "6000", "--tile", "30x30");
    /** Enough for one slot to be busy for more than ten seconds. */
    private static final List<String> LARGE =
            List.of("--width", "1200", "--height", "900", "--limit", "12000", "--tile", "30x30");

    @TempDir
    static Path directory;

    private static byte[] small;
    private static byte[] medium;
    private static byte[] large;

    @BeforeAll
    static void computeSerially() throws Exception {
        small = picture(run("small", SMALL, "--serial"), "small");
        medium = picture(run("medium", MEDIUM, "--serial"), "medium");
        large = picture(run("large", LARGE, "--serial"), "large");
    }

    @ParameterizedTest
    @CsvSource({"1, SS", "2, SS", "5, SS", "2, GSS", "5, GSS", "1, FIXED", "2, FIXED"})
    void shouldGiveTheSamePictureOnWorkers(String workers, String policy) throws Exception {
        String name = workers + policy;
        assertThat(picture(run(name, SMALL, "--local", workers, "--policy", policy), name))
                .isEqualTo(small);
    }

    @ParameterizedTest
    @EnumSource(names = {"SS", "GSS", "FIXED"})
    void shouldGiveTheSamePictureWhenAWorkerIsKilled(PolicyName policy) throws Exception {
        String name = "killed" + policy;
        try (MasterRun run = run(name, MEDIUM, "--local", "2", "--slots", "1", "--policy", policy.name())) {
            run.awaitPercent(33);
            run.workers().get(0).destroyForcibly();
            assertThat(picture(run, name)).isEqualTo(medium);
            assertThat(run.err()).contains("another is started");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SS", "GSS", "FIXED"})
    void shouldGiveTheSamePictureWhenAWorkerStopsForTenSeconds(PolicyName policy) throws Exception {
        String name = "stopped" + policy;
        try (MasterRun run = run(name, LARGE, "--local", "2", "--slots", "1", "--policy", policy.name())) {
            run.awaitPrinted("w2 on");
            run.awaitPercent(10);
            ProcessHandle stopped = run.workers().get(0);
            MasterRun.signal(stopped, "STOP");
            long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            await().atMost(Duration.ofSeconds(15)).until(() -> System.nanoTime() - until >= 0);
            MasterRun.signal(stopped, "CONT");
            assertThat(picture(run, name)).isEqualTo(large);
            assertThat(run.err()).contains("is away: E312");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SS", "GSS", "FIXED"})
    void shouldGiveTheSamePictureWhenAWorkerJoinsAtHalf(PolicyName policy) throws Exception {
        String name = "joined" + policy;
        Path runFile = directory.resolve("private").resolve(name + ".run");
        String[] options = {"--listen", "127.0.0.2:0", "--run-file", runFile.toString(), "--policy", policy.name()};
        try (MasterRun run = run(name, MEDIUM, options);
                MasterRun first = joinOnce(run, runFile)) {
            run.awaitPercent(50);
            try (MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(picture(run, name)).isEqualTo(medium);
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
