package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slot that does not come back: the run ends without it, since idle slots get copies of what it holds. */
@NoLeaks
class TailIT {
    @TempDir
    Path directory;

    @Test
    void shouldEndWhileASlotIsStuckAndLetItsWorkerLeave() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path made = directory.resolve("stuck");
        Path out = directory.resolve("out");
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-file %s -- --out %s --mode end --units 40 --cycles 2 "
                                + "--compute-millis 10 --stuck %s",
                        PoisonJar.in(directory, Numbers.class), runFile, out, made))) {
            run.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString());
                    MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(made).as("a slot was stuck").exists();
                assertThat(run.out())
                        .containsPattern("copied \\d+ late units?: [1-9]\\d* cop(?:y|ies) won, \\d+ wasted");
                assertThat(first.exitCodeWithin(60)).isZero();
                assertThat(second.exitCodeWithin(60)).isZero();
            }
        }
        // The squares of the numbers below 40, in the second cycle each with one more.
        assertThat(Files.readAllLines(out))
                .hasSize(2)
                .satisfiesExactly(
                        cycle -> assertThat(cycle).startsWith("0 20540 ").endsWith(" 40"),
                        cycle -> assertThat(cycle).startsWith("1 20580 ").endsWith(" 40"));
    }
}
