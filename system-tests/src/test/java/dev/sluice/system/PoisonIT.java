package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Applications that misbehave: each gets its code and its sentence, nothing hangs, and what can be computed is accepted
 * once.
 */
@NoLeaks
class PoisonIT {
    @TempDir
    Path directory;

    private Path ledger;

    @Test
    void shouldFailTheRunWhenTheMastersSideFails() throws Exception {
        try (MasterRun run = run(List.of("--local", "1"), "--bad", "accept")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E100", "accept", "poison in accept");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Units 7 to 12 fail, each in its way. The worker of unit 12 dies, and another takes its place. */
    @Test
    void shouldGiveUpOnlyTheUnitsThatFail() throws Exception {
        Path report = directory.resolve("report");
        List<String> options = new ArrayList<>(List.of("--local", "2", "--slots", "1", "--isolate", "off"));
        options.addAll(List.of("--worker-java-options", "-Xmx64m", "--run-dir", report.toString()));
        try (MasterRun run = run(options, "--bad", "compute,null,exit,stack,memory,halt", "--units", "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106", "6 units failed on every worker that tried them");
            assertThat(run.out()).contains("unit 7 of cycle 0 failed on every worker", "E101", "poison in compute");
            JsonNode failures =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures");
            assertThat(failures).hasSize(6);
            assertFailed(failures, 7, "E101", "poison in compute");
            assertFailed(failures, 8, "E102", "compute returned null");
            assertFailed(failures, 9, "E104", "exit");
            assertFailed(failures, 10, "E101", "StackOverflowError");
            assertFailed(failures, 11, "E105", "OutOfMemoryError");
            assertFailed(failures, 12, "E103", "died");
            assertThat(accepted()).hasSize(54).doesNotContain(7L, 8L, 9L, 10L, 11L, 12L);
            assertThat(lines()).endsWith("incomplete 6").doesNotContain("complete");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Workers end with exit code 0, as those that leave, also in a thread of their own; others take their places. */
    @Test
    void shouldNameUnitsThatEndTheirWorkersAsIfTheyLeft() throws Exception {
        Path report = directory.resolve("report");
        List<String> options =
                List.of("--isolate", "off", "--local", "2", "--slots", "1", "--run-dir", report.toString());
        try (MasterRun run = run(options, "--bad", "halt-in-order,exit-elsewhere", "--units", "20")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106").doesNotContain("E403");
            JsonNode failures =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures");
            assertThat(failures).hasSize(2);
            assertFailed(failures, 7, "E103", "died");
            assertFailed(failures, 8, "E103", "died");
            assertThat(accepted()).hasSize(18).doesNotContain(7L, 8L);
        }
    }

    /**
     * Units 7 to 12 leave something behind in the worker's own process, and count. Unit 13 crashes it, and unit 14
     * exits while a shutdown hook never returns.
     */
    @Test
    void shouldNotMindWhatUnitsLeaveBehindInTheProcessOfTheWorker() throws Exception {
        Path report = directory.resolve("report");
        List<String> options =
                List.of("--isolate", "off", "--local", "2", "--slots", "1", "--run-dir", report.toString());
        String ways = "output,interrupted,others,threads,files,closed,segv,hook";
        try (MasterRun run = run(options, "--bad", ways, "--units", "40")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            JsonNode failures =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures");
            assertThat(failures).hasSize(2);
            assertFailed(failures, 13, "E103", "died");
            assertFailed(failures, 14, "E104", "exit");
            assertThat(accepted()).hasSize(38).doesNotContain(13L, 14L);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** The fork of unit 7 is killed when the worker ends. */
    @Test
    void shouldLeaveNoForkOfAUnitBehind() throws Exception {
        List<String> options = List.of("--isolate", "off", "--local", "1", "--slots", "1");
        try (MasterRun run = run(options, "--bad", "fork", "--units", "20")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(accepted()).hasSize(20);
            long fork = Long.parseLong(Files.readString(ledger.resolveSibling("fork")));
            await("the end of the fork")
                    .until(() -> ProcessHandle.of(fork)
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
        }
    }

    /** One of the tries failed so. Another may have been lost with a worker that a later unit ended. */
    private static void assertFailed(JsonNode failures, long unit, String code, String said) {
        assertThat(hasTry(failures, unit, code, said))
                .as("unit %d: %s %s in %s", unit, code, said, failures)
                .isTrue();
    }

    private static boolean hasTry(JsonNode failures, long unit, String code, String said) {
        return StreamSupport.stream(failures.spliterator(), false)
                .filter(failure -> failure.at("/unit").asLong() == unit)
                .flatMap(failure -> StreamSupport.stream(failure.at("/tries").spliterator(), false))
                .anyMatch(each -> each.at("/code").asText().equals(code)
                        && (each.at("/type").asText() + " "
                                        + each.at("/message").asText())
                                .contains(said));
    }

    @Test
    void shouldNotWaitForAFarewellWithoutEnd() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path hurry = directory.resolve("hurry");
        List<String> options =
                List.of("--local", "1", "--slots", "1", "--listen", "127.0.0.1:0", "--run-file", runFile.toString());
        try (MasterRun run =
                run(options, Words.of("--bad finish-for-ever --units 600 --compute-millis 500 --hurry %s", hurry))) {
            run.awaitPrinted("to join:");
            try (MasterRun remote = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                run.awaitPrinted("w2 on");
                Files.createFile(hurry);
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(accepted()).hasSize(600);
                assertThat(run.leavesProcesses()).isFalse();
                assertThat(remote.exitCodeWithin(60)).as(remote.err()).isZero();
                assertThat(remote.err()).contains("E100 application: finish has not returned");
            }
        }
    }

    /** More results than the master's heap could hold, and a setup of many frames. The workers' farewells fail. */
    @Test
    void shouldHoldWorkersBackWhenAcceptIsSlowAndSayWhoseFarewellFailed() throws Exception {
        int bytes = 2_000_000;
        Path report = directory.resolve("report");
        try (MasterRun run = run(
                List.of("--local", "2", "--space=result-memory=4M", "--run-dir", report.toString()),
                List.of("-Xmx64m"),
                "--bad",
                "finish",
                "--bytes",
                "" + bytes,
                "--setup-bytes",
                "5000000",
                "--accept-millis",
                "20",
                "--units",
                "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
            assertThat(lines()).endsWith("complete");
            for (int worker = 1; worker <= 2; worker++) {
                assertThat(report.resolve("logs").resolve("local-" + worker + ".log"))
                        .content()
                        .contains("E100 application: finish threw", "poison in finish");
            }
            assertThat(accepted())
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, 60).boxed().toList());
            for (String line : lines()) {
                if (line.startsWith("0 ")) {
                    long unit = Long.parseLong(line.split(" ")[1]);
                    assertThat(line).endsWith(" " + (long) bytes * (byte) (unit * 31 + 1));
                }
            }
        }
    }

    private MasterRun run(List<String> options, String... arguments) throws Exception {
        return run(options, List.of(), arguments);
    }

    private MasterRun run(List<String> options, List<String> java, String... arguments) throws Exception {
        ledger = directory.resolve("ledger.txt");
        return MasterRun.master(
                directory,
                java,
                Words.of("run %s %s -- --ledger %s %s", PoisonJar.in(directory), options, ledger, arguments));
    }

    private List<String> lines() throws Exception {
        return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
    }

    private List<Long> accepted() throws Exception {
        List<Long> units = lines().stream()
                .filter(line -> line.startsWith("0 "))
                .map(line -> Long.parseLong(line.split(" ")[1]))
                .toList();
        assertThat(units).doesNotHaveDuplicates();
        return units;
    }
}
