package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slot that does not come back: the run ends without it, since idle slots get copies of what it holds. */
@NoLeaks
class TailIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"each, SS", "end, SS", "each, GSS", "end, GSS"})
    void shouldEndWhileASlotIsStuck(String mode, String policy) throws Exception {
        String serial = answer(mode);
        Path made = directory.resolve("stuck");
        Path out = directory.resolve("out");
        try (MasterRun run = start(
                out,
                List.of("--local", "2", "--slots", "1", "--policy", policy, "--json"),
                mode,
                "--stuck",
                made.toString())) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(made).as("a slot was stuck").exists();
            assertThat(run.out()).containsPattern("\"copiesWon\":[1-9]");
            assertThat(run.leavesProcesses()).isFalse();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @Test
    void shouldLetAWorkerLeaveWhoseSlotIsStuckWhenTheRunIsOver() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path made = directory.resolve("stuck");
        try (MasterRun run = start(
                directory.resolve("out"),
                List.of("--listen", "127.0.0.1:0", "--run-file", runFile.toString()),
                "each",
                "--stuck",
                made.toString())) {
            run.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString());
                    MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(run.out()).containsPattern("copied \\d+ late units: [1-9]\\d* copies won, \\d+ wasted");
                assertThat(first.exitCodeWithin(15)).isZero();
                assertThat(second.exitCodeWithin(15)).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"101, 0 to 100", "much, 0 to 100", "-1, 0 to 100"})
    void shouldRefuseSharesThatAreNone(String percent, String expected) throws Exception {
        try (MasterRun run = start(directory.resolve("out"), List.of("--speculation", percent), "each")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err()).contains("--speculation: " + percent, expected);
        }
    }

    private String answer(String mode) throws Exception {
        Path out = directory.resolve("serial");
        try (MasterRun run = start(out, List.of("--serial"), mode)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        return Files.readString(out);
    }

    private MasterRun start(Path out, List<String> how, String mode, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString()));
        all.addAll(how);
        all.addAll(List.of("--", "--out", out.toString(), "--mode", mode, "--units", "40", "--cycles", "2"));
        all.addAll(List.of("--compute-millis", "20"));
        all.addAll(Arrays.asList(options));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }
}
