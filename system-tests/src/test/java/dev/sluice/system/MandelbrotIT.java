package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same picture, byte for byte, whatever computes it and whatever happens to those who do. */
@NoLeaks
class MandelbrotIT {
    /** Enough work for something to happen in the middle of it. */
    private static final List<String> PICTURE =
            List.of("--width", "900", "--height", "700", "--limit", "6000", "--tile", "30x30");

    @TempDir
    Path directory;

    /** Two workers are started; one is killed, and one that nobody started joins. */
    @Test
    void shouldGiveTheSamePictureWhenAWorkerIsKilledAndAnotherJoins() throws Exception {
        byte[] serial = picture(run("serial", "--local=0"), "serial");
        Path runFile = directory.resolve("private").resolve("worker.run");
        String[] options = {
            "--local",
            "2",
            "--slots",
            "1",
            "--policy",
            "GSS",
            "--listen",
            "127.0.0.2:0",
            "--run-file",
            runFile.toString()
        };
        try (MasterRun run = run("workers", options)) {
            run.awaitPercent(25);
            run.workers().get(0).destroyForcibly();
            run.awaitPrinted("another is started");
            try (MasterRun joins = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(picture(run, "workers")).isEqualTo(serial);
                assertThat(run.err()).contains("w1 on", "w2 on", "w3 on");
                assertThat(run.leavesProcesses()).isFalse();
                assertThat(joins.exitCodeWithin(60)).as(joins.err()).isZero();
            }
        }
    }

    private MasterRun run(String name, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString(), "--progress", "0.05"));
        arguments.addAll(List.of(options));
        arguments.add("--");
        arguments.addAll(PICTURE);
        arguments.addAll(List.of("--out", directory.resolve(name + ".png").toString()));
        return MasterRun.master(directory, arguments.toArray(String[]::new));
    }

    private byte[] picture(MasterRun run, String name) throws Exception {
        int code = run.exitCodeWithin(120);
        assertThat(code).as("exit code; it printed:\n%s", run.err()).isZero();
        return Files.readAllBytes(directory.resolve(name + ".png"));
    }
}
