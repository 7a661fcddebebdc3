package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what Ctrl-C and kill do to real processes. */
@NoLeaks
class SignalsIT {
    @TempDir
    Path directory;

    /** A worker that is asked to leave loses nothing; then the run is interrupted. */
    @Test
    void shouldDeliverWhatRunsWhenAWorkerIsTerminatedAndOnTheFirstInterrupt() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (MasterRun run = run(Words.of(
                "--json --local 1 --slots 1 --listen 127.0.0.1:0 --run-file %s -- --units 100000 "
                        + "--compute-millis 20",
                runFile))) {
            run.awaitPrinted("to join:");
            try (MasterRun leaves = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                run.awaitPrinted("w2 on");
                await().until(() -> PoisonJar.ledger(directory).size() > 20);
                leaves.signal("TERM");
                assertThat(leaves.exitCodeWithin(60)).as(leaves.err()).isIn(0, 143);
            }
            int delivered = PoisonJar.ledger(directory).size();
            await().until(() -> PoisonJar.ledger(directory).size() > delivered + 5);
            run.workers();
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            assertThat(run.err()).contains("stopping:", "interrupted");
            assertThat(PoisonJar.ledger(directory)).endsWith("interrupted").doesNotHaveDuplicates();
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/outcome").asText()).isEqualTo("interrupted");
            assertThat(report.at("/exitCode").asInt()).isEqualTo(130);
            assertThat(report.at("/counters/reassigned").asInt()).isZero();
            assertThat(report.at("/counters/accepted").asInt())
                    .isEqualTo(PoisonJar.ledger(directory).size() - 1);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldEndAtOnceOnTheSecondInterrupt() throws Exception {
        try (MasterRun run = run("--local", "2", "--", "--units", "10", "--compute-millis", "600000")) {
            run.awaitPrinted("w2 on");
            run.workers();
            run.signal("INT");
            run.awaitPrinted("stopping:");
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            await().until(() -> !run.leavesProcesses());
        }
    }

    @Test
    void shouldLeaveNoWorkerAndNoSecretBehindWhenTheMasterIsKilled() throws Exception {
        Path left = directory.resolve("left");
        Path asked = directory.resolve("asked").resolve("mine.run");
        try (MasterRun run = run(
                Words.of("--local 2 --run-dir %s --run-file %s -- --units 10 --compute-millis 600000", left, asked))) {
            run.awaitPrinted("w2 on");
            assertThat(asked).exists();
            assertThat(left.resolve("private").resolve("operator.run")).exists();
            JsonNode content = RunSchema.read(Files.readString(left.resolve("run.json")));
            assertThat(content.at("/mode").asText()).isEqualTo("running");
            assertThat(ProcessHandle.of(content.at("/pid").asLong())).isPresent();
            run.workers();
            run.signal("KILL");
            await().until(() -> !run.leavesProcesses());
            assertThat(asked.getParent()).isEmptyDirectory();
            assertThat(left.resolve("private")).isEmptyDirectory();
            assertThat(RunSchema.read(Files.readString(left.resolve("run.json"))))
                    .isEqualTo(content);
        }
    }

    private MasterRun run(String... options) throws Exception {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --progress 0.1 %s --ledger %s",
                        PoisonJar.in(directory), options, directory.resolve("ledger.txt")));
    }
}
