package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same bodies, tables and pictures, byte for byte, step after step, whatever computes them and whoever dies. */
@NoLeaks
class NbodyIT {
    /** Enough work for something to happen in the middle of it. */
    private static final List<String> BODIES = List.of(
            "--bodies=1200", "--steps=60", "--frame-every=30", "--bodies-per-unit=50", "--width=320", "--height=200");

    private static final Pattern CYCLE = Pattern.compile("(\\d+)/61 cycles \\[");

    @TempDir
    Path directory;

    @Test
    void shouldGiveTheSameFilesWhenAWorkerIsKilled() throws Exception {
        Map<String, byte[]> serial = files(run("serial", "--local=0"), "serial");
        assertThat(serial).containsKeys("bodies.csv", "energy.csv", "film.png", "frame-00000.png");
        try (MasterRun run = run("killed", "--local", "2", "--slots", "1")) {
            awaitCycle(run, 5);
            run.workers().get(0).destroyForcibly();
            Map<String, byte[]> files = files(run, "killed");
            assertThat(files.keySet()).isEqualTo(serial.keySet());
            files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(serial.get(name)));
            assertThat(run.err())
                    .contains("another is started")
                    .contains("energy ", " after 60 steps: drift ", "momentum drift ");
            assertThat(run.leavesProcesses()).isFalse();
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

    private MasterRun run(String name, String... options) throws IOException {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --progress 0.05 %s -- %s --out %s",
                        Checkout.applicationJar("nbody"), options, BODIES, directory.resolve(name)));
    }

    private Map<String, byte[]> files(MasterRun run, String name) throws Exception {
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
}
