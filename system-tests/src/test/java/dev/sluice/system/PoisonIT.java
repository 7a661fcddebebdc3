package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Applications that misbehave: each gets its code and its sentence, nothing hangs, and what can be computed is accepted
 * once.
 */
@NoLeaks
class PoisonIT {
    private static final List<String> CODECS = List.of("--local", "2", "--class", Poison.WithCodecs.class.getName());

    @TempDir
    Path directory;

    private Path ledger;

    @ParameterizedTest
    @CsvSource({
        "initialize, 1, E100",
        "cycle, 1, E100",
        "unit, 1, E100",
        "accept, 1, E100",
        "endCycle, 1, E100",
        "complete, 1, E100",
        "failed, 1, E109"
    })
    void shouldFailTheRunWhenTheMastersSideFails(String bad, int exitCode, String code) throws Exception {
        try (MasterRun run = run(List.of("--local", "2"), "--bad", bad)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(exitCode);
            assertThat(run.err()).contains(code);
            if (!bad.equals("failed")) {
                assertThat(run.err()).contains(bad, "poison in " + bad);
            }
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "compute, E101, poison in compute",
        "null, E102, compute returned null",
        "exit, E104, exit",
        "halt, E103, died",
        "stack, E101, StackOverflowError",
        "memory, E105, OutOfMemoryError"
    })
    void shouldGiveUpOnlyTheUnitThatFails(String bad, String code, String said) throws Exception {
        List<String> options = List.of("--local", "2", "--worker-java-options", "-Xmx64m");
        try (MasterRun run = run(options, "--bad", bad, "--units", "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106");
            assertThat(run.out()).contains("unit 7 of cycle 0 was given up", code, said);
            List<Long> accepted = accepted(0);
            assertThat(accepted).doesNotHaveDuplicates().hasSize(59).doesNotContain(7L);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldCompleteWithoutTheUnitThatFailsWhenAskedToKeepGoing() throws Exception {
        try (MasterRun run = run(List.of("--local", "2", "--keep-going"), "--bad", "compute", "--units", "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).contains("unit 7 of cycle 0 was given up", "E101", "poison in compute");
            assertThat(accepted(0)).doesNotHaveDuplicates().hasSize(59).doesNotContain(7L);
            assertThat(lines()).endsWith("complete");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "encode-setup, E108, setup of cycle 0, false",
        "encode-setup, E108, setup of cycle 0, true",
        "encode-unit, E108, unit 7, false",
        "encode-unit, E108, unit 7, true",
        "decode-result, E107, result of unit 7, false",
        "decode-result, E107, result of unit 7, true"
    })
    void shouldFailTheRunWhenACodecThrowsOnTheMaster(String bad, String code, String value, String error)
            throws Exception {
        try (MasterRun run = run(CODECS, "--bad", bad, "--error=" + error)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains(code, value, "poison in " + bad);
            assertThat(accepted(0)).doesNotHaveDuplicates().doesNotContain(7L);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "decode-unit, E108, false",
        "decode-unit, E108, true",
        "encode-result, E107, false",
        "encode-result, E107, true"
    })
    void shouldGiveUpOnlyTheUnitWhoseCodecThrowsOnAWorker(String bad, String code, String error) throws Exception {
        try (MasterRun run = run(CODECS, "--bad", bad, "--error=" + error)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106");
            assertThat(run.out()).contains("unit 7 of cycle 0 was given up", code, "poison in " + bad);
            assertThat(accepted(0)).doesNotHaveDuplicates().hasSize(99).doesNotContain(7L);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldGiveUpAllUnitsOfASetupThatNoWorkerCanRead(String error) throws Exception {
        try (MasterRun run = run(CODECS, "--bad", "decode-setup", "--error=" + error)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106", "100 units failed");
            assertThat(run.out()).contains("unit 0 of cycle 0 was given up", "E108", "poison in decode-setup");
            assertThat(lines()).containsExactly("end 0", "complete");
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldEndWellAndSayWhichWorkersFarewellFailed() throws Exception {
        Path runDirectory = directory.resolve("report");
        try (MasterRun run = run(List.of("--local", "2", "--run-dir", runDirectory.toString()), "--bad", "finish")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(accepted(0)).doesNotHaveDuplicates().hasSize(100);
            assertThat(lines()).endsWith("complete");
            for (int worker = 1; worker <= 2; worker++) {
                assertThat(runDirectory.resolve("logs").resolve("local-" + worker + ".log"))
                        .content()
                        .contains("E100 application: finish threw", "poison in finish");
            }
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldNotWaitForAFarewellWithoutEnd() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        List<String> options =
                List.of("--local", "1", "--slots", "1", "--listen", "127.0.0.1:0", "--run-file", runFile.toString());
        try (MasterRun run = run(options, "--bad", "finish-for-ever", "--units", "400", "--compute-millis", "20")) {
            run.awaitPrinted("to join:");
            try (MasterRun remote = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                run.awaitPrinted("w2 on");
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(accepted(0)).doesNotHaveDuplicates().hasSize(400);
                assertThat(run.leavesProcesses()).isFalse();
                assertThat(remote.exitCodeWithin(20)).as(remote.err()).isZero();
                assertThat(remote.err()).contains("E100 application: finish has not returned");
            }
        }
    }

    @Test
    void shouldGoFromCycleToCycleWithNewSetups() throws Exception {
        try (MasterRun run = run(List.of("--local", "2", "--policy", "GSS"), "--cycles", "5", "--units", "40")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            for (int cycle = 0; cycle < 5; cycle++) {
                assertThat(accepted(cycle))
                        .as("cycle %d", cycle)
                        .doesNotHaveDuplicates()
                        .hasSize(40 + cycle);
            }
            assertThat(lines()).endsWith("complete").contains("end 4");
        }
    }

    @Test
    void shouldRunAnEmptyCycle() throws Exception {
        try (MasterRun run = run(List.of("--local", "1"), "--bad", "empty")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(lines()).containsExactly("end 0", "complete");
        }
    }

    @Test
    void shouldDropTheRestWhenTheApplicationKnowsEnough() throws Exception {
        try (MasterRun run = run(List.of("--local", "2"), "--bad", "cycle-complete", "--cycles", "3")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(lines().stream().filter(line -> line.matches("\\d.*"))).hasSize(3);
            assertThat(lines()).contains("end 0", "end 1", "end 2").endsWith("complete");
        }
        Files.delete(ledger);
        try (MasterRun run = run(List.of("--local", "2"), "--bad", "application-complete", "--cycles", "3")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(lines()).hasSize(2).endsWith("complete");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 16", "65537, 1000", "5000000, 20000000"})
    void shouldCarryResultsAndSetupsOfAnySize(int bytes, int setupBytes) throws Exception {
        String[] sizes = {"--bytes", "" + bytes, "--setup-bytes", "" + setupBytes, "--units", "20"};
        try (MasterRun run = run(List.of("--local", "2"), sizes)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(accepted(0)).doesNotHaveDuplicates().hasSize(20);
            for (String line : lines()) {
                if (line.startsWith("0 ")) {
                    long unit = Long.parseLong(line.split(" ")[1]);
                    assertThat(line).endsWith(" " + (long) bytes * (byte) (unit * 31 + 1));
                }
            }
        }
    }

    @Test
    void shouldHoldWorkersBackWhenAcceptIsSlow() throws Exception {
        try (MasterRun run = run(
                List.of("--local", "2", "--result-memory", "4M"),
                List.of("-Xmx64m"),
                "--bytes",
                "2000000",
                "--accept-millis",
                "20",
                "--units",
                "200")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(accepted(0)).doesNotHaveDuplicates().hasSize(200);
        }
    }

    private MasterRun run(List<String> options, String... arguments) throws Exception {
        return run(options, List.of(), arguments);
    }

    private MasterRun run(List<String> options, List<String> java, String... arguments) throws Exception {
        ledger = directory.resolve("ledger.txt");
        List<String> all =
                new ArrayList<>(List.of("run", PoisonJar.in(directory).toString()));
        all.addAll(options);
        all.addAll(List.of("--", "--ledger", ledger.toString()));
        all.addAll(Arrays.asList(arguments));
        return MasterRun.master(directory, java, all.toArray(String[]::new));
    }

    private List<String> lines() throws Exception {
        return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
    }

    private List<Long> accepted(int cycle) throws Exception {
        List<Long> units = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith(cycle + " ")) {
                units.add(Long.parseLong(line.split(" ")[1]));
            }
        }
        assertThat(new HashSet<>(units)).hasSameSizeAs(units);
        return units;
    }
}
