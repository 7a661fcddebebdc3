package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Units in processes of their own: whatever they do to their process costs one attempt, and no worker. */
@NoLeaks
class IsolationIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "compute, E101, poison in compute",
        "null, E102, compute returned null",
        "stack, E101, StackOverflowError",
        "exit, E104, called System.exit",
        "halt, E104, exit code 9",
        "memory, E105, OutOfMemoryError",
        "exhaust, E105, memory",
        "segv, E111, killed by signal 6",
        "killed, E111, killed by signal 9",
        "sleep, E110, its process was killed",
        "loop, E110, its process was killed"
    })
    void shouldLoseOneAttemptAndNoWorker(String bad, String code, String said) throws Exception {
        boolean late = code.equals("E110");
        List<String> options = List.of("--worker-java-options", "-Xmx64m", "--unit-timeout", late ? "4s" : "60s");
        try (MasterRun run = run(2, options, "--bad", bad, "--units", "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.err())
                    .contains("E106")
                    .doesNotContain("ended with exit code")
                    .doesNotContain("is away");
            assertThat(run.out()).contains("unit 7 of cycle 0 was given up", code, "workers joined 2, lost 0");
            assertThat(run.out()).containsIgnoringCase(said); // OutOfMemoryError, or that there is no memory
            assertThat(accepted()).hasSize(59).noneMatch(line -> line.startsWith("0 7 "));
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldAnswerAsTheSerialRunDoesThoughUnitsPrint() throws Exception {
        String[] arguments = {
            "--units", "200", "--cycles", "3", "--chatty", "--bytes", "70000", "--setup-bytes", "300000"
        };
        try (MasterRun run = start(List.of("--serial"), arguments)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        List<String> serial = sorted();
        Files.delete(ledger());
        Path report = directory.resolve("report");
        try (MasterRun run = run(2, List.of("--run-dir", report.toString()), arguments)) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
        }
        assertThat(sorted()).isEqualTo(serial);
        assertThat(log(report, 1) + log(report, 2))
                .contains("unit 0 on standard output", "unit 199 on standard output");
    }

    @ParameterizedTest
    @ValueSource(strings = {"setup", "unit"})
    void shouldGiveUpWhatCannotBeDecoded(String what) throws Exception {
        List<String> options = List.of("--class", Poison.WithCodecs.class.getName());
        try (MasterRun run = run(2, options, "--bad", "decode-" + what, "--units", "40")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.out()).contains("was given up", "E108", "poison in decode-" + what);
            assertThat(accepted()).hasSize(what.equals("setup") ? 0 : 39);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** The worker has no chance to tidy up, and yet nothing is left of it. */
    @ParameterizedTest
    @ValueSource(strings = {"sleep", "loop"})
    void shouldEndWithItsWorkerWhateverTheUnitDoes(String bad) throws Exception {
        try (MasterRun run = run(1, List.of(), "--bad", bad, "--units", "60", "--compute-millis", "5")) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> accepted().size() >= 7 && run.workers().size() == 2);
            ProcessHandle worker = run.workers().stream()
                    .filter(each -> each.children().findAny().isPresent())
                    .findAny()
                    .orElseThrow();
            ProcessHandle child = worker.children().findAny().orElseThrow();
            worker.destroyForcibly();
            await().atMost(Duration.ofSeconds(20)).until(() -> !child.isAlive());
        }
    }

    @Test
    void shouldLetEachProcessFinish() throws Exception {
        Path report = directory.resolve("report");
        try (MasterRun run = run(1, List.of("--run-dir", report.toString()), "--bad", "finish")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
        }
        assertThat(log(report, 1).split("poison in finish", -1))
                .as("worker and child")
                .hasSize(3);
    }

    @Test
    void shouldNotWaitForAFarewellWithoutEnd() throws Exception {
        try (MasterRun run = run(1, List.of(), "--bad", "finish-for-ever")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Two units of more than a second are enough to know; the others are computed apart, the seventh on its own. */
    @Test
    void shouldIsolateUnitsOfItsOwnAccordOnceTheyTakeASecond() throws Exception {
        List<String> options = List.of("--local", "1", "--slots", "1");
        try (MasterRun run = start(options, "--bad", "halt", "--units", "9", "--compute-millis", "1300")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.out()).contains("unit 7 of cycle 0 was given up", "E104", "workers joined 1, lost 0");
            assertThat(accepted()).hasSize(8);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    private static String log(Path report, int worker) throws Exception {
        return Files.readString(report.resolve("logs").resolve("local-" + worker + ".log"));
    }

    private MasterRun run(int workers, List<String> options, String... arguments) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("--local", String.valueOf(workers), "--slots", "1", "--isolate", "on"));
        all.addAll(options);
        return start(all, arguments);
    }

    private MasterRun start(List<String> options, String... arguments) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("run", PoisonJar.in(directory).toString()));
        all.addAll(options);
        all.addAll(List.of("--", "--ledger", ledger().toString()));
        all.addAll(Arrays.asList(arguments));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }

    private Path ledger() {
        return directory.resolve("ledger.txt");
    }

    private List<String> accepted() throws Exception {
        List<String> lines = Files.exists(ledger()) ? Files.readAllLines(ledger()) : List.of();
        List<String> units =
                lines.stream().filter(line -> line.startsWith("0 ")).toList();
        assertThat(units).doesNotHaveDuplicates();
        return units;
    }

    private List<String> sorted() throws Exception {
        return Files.readAllLines(ledger()).stream().sorted().toList();
    }
}
