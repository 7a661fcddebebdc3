package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units in processes of their own: whatever they do to their process costs one attempt, and no worker. */
@NoLeaks
class IsolationIT {
    private static final String WAYS = "decode-unit,compute,null,stack,exit,halt,memory,exhaust,segv,killed";

    @TempDir
    Path directory;

    /** Units 7 to 16 fail, each in its way. */
    @Test
    void shouldLoseAttemptsAndNoWorker() throws Exception {
        Path report = directory.resolve("report");
        List<String> options = List.of(
                "--class",
                Poison.WithCodecs.class.getName(),
                "--isolate",
                "on",
                "--local",
                "2",
                "--slots",
                "1",
                "--worker-java-options",
                "-Xmx64m",
                "--run-dir",
                report.toString());
        try (MasterRun run = start(options, "--bad", WAYS, "--units", "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.err())
                    .contains("E106", "10 units failed on every worker that tried them")
                    .doesNotContain("ended with exit code")
                    .doesNotContain("is away");
            assertThat(run.out())
                    .contains("unit 7 of cycle 0 failed on every worker")
                    .doesNotContain("workers lost");
            JsonNode failures =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures");
            assertThat(failures).hasSize(10);
            assertFailed(failures, 7, "E108", "poison in decode-unit");
            assertFailed(failures, 8, "E101", "poison in compute");
            assertFailed(failures, 9, "E102", "compute returned null");
            assertFailed(failures, 10, "E101", "StackOverflowError");
            assertFailed(failures, 11, "E104", "called System.exit");
            assertFailed(failures, 12, "E104", "exit code 9");
            assertFailed(failures, 13, "E105", "OutOfMemoryError");
            assertFailed(failures, 14, "E105", "memory"); // OutOfMemoryError, or that there is no memory
            assertFailed(failures, 15, "E111", "killed by signal 6");
            assertFailed(failures, 16, "E111", "killed by signal 9");
            assertThat(accepted()).hasSize(50).noneMatch(line -> line.matches("0 ([789]|1[0-6]) .*"));
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Units 7 to 13 leave something behind and count; unit 14 exits, and its shutdown hook never returns. */
    @Test
    void shouldNotMindWhatUnitsLeaveBehind() throws Exception {
        List<String> options = List.of("--isolate", "on", "--local", "1", "--slots", "1");
        String ways = "output,interrupted,others,threads,files,fork,closed,hook";
        try (MasterRun run = start(options, "--bad", ways, "--units", "40")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.out())
                    .contains("unit 14 of cycle 0 failed on every worker", "E104", "called System.exit")
                    .doesNotContain("workers lost");
            assertThat(accepted()).as(run.out()).hasSize(39);
            long fork = Long.parseLong(Files.readString(ledger().resolveSibling("fork")));
            await("the end of what a unit left behind")
                    .until(() -> ProcessHandle.of(fork)
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /**
     * Unit 7 leaves a process behind, and unit 8 never ends: an operator cancels it, and the run goes on without both.
     */
    @Test
    void shouldEndTheProcessesOfACancelledUnit() throws Exception {
        Path report = directory.resolve("report");
        List<String> options = List.of(
                "--isolate",
                "on",
                "--local",
                "1",
                "--slots",
                "1",
                "--network",
                "transport=UNIX",
                "--run-dir",
                report.toString());
        try (MasterRun run = start(options, "--bad", "fork,loop", "--units", "40")) {
            await("the units before").until(() -> accepted().size() == 8);
            long fork = Long.parseLong(Files.readString(ledger().resolveSibling("fork")));
            List<ProcessHandle> processes = run.workers().stream()
                    .filter(each -> each.children().findAny().isEmpty())
                    .toList();
            assertThat(processes).as("the process of the unit").isNotEmpty();
            try (MasterRun cancel = MasterRun.master(directory, "cancel", report.toString(), "--unit", "8")) {
                assertThat(cancel.exitCodeWithin(60)).as(cancel.err()).isZero();
                assertThat(cancel.out()).contains("unit 8 of cycle 0 is given up");
            }
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(accepted()).hasSize(39).noneMatch(line -> line.startsWith("0 8 "));
            assertThat(processes).noneMatch(ProcessHandle::isAlive);
            await("the end of what a unit left behind")
                    .until(() -> ProcessHandle.of(fork)
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Unit 7 kills the parent of its process, which is the worker: others take its place, and the unit is named. */
    @Test
    void shouldGiveUpTheUnitThatKillsTheWorkerOfItsProcess() throws Exception {
        Path report = directory.resolve("report");
        List<String> options =
                List.of("--isolate", "on", "--local", "2", "--slots", "1", "--run-dir", report.toString());
        try (MasterRun run = start(options, "--bad", "orphan", "--units", "40")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106");
            JsonNode failures =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures");
            assertThat(failures).hasSize(1);
            assertFailed(failures, 7, "E103", "died");
            assertThat(accepted()).hasSize(39);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Unit 7 ends its process and no worker, and the memory of each unit is known. */
    @Test
    void shouldIsolateUnitsThatShareTheMemoryOfAHost() throws Exception {
        Path report = directory.resolve("report");
        List<String> options =
                List.of("--memory", "auto", "--local", "1", "--slots", "2", "--run-dir", report.toString());
        try (MasterRun run = start(options, "--bad", "halt", "--units", "40", "--compute-millis", "5")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.out()).doesNotContain("workers lost").contains("memory of 39 units");
            assertFailed(
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures"),
                    7,
                    "E104",
                    "exit code 9");
            assertThat(accepted()).hasSize(39);
            assertThat(run.leavesProcesses()).isFalse();
        }
        try (MasterRun run = start(List.of("--memory", "auto", "--isolate", "off"))) {
            assertThat(run.exitCodeWithin(90)).isEqualTo(2);
            assertThat(run.err()).contains("--memory: auto with --isolate=OFF (expected: auto, with --isolate=on)");
        }
    }

    private static void assertFailed(JsonNode failures, long unit, String code, String said) {
        for (JsonNode failure : failures) {
            if (failure.at("/unit").asLong() == unit) {
                for (JsonNode each : failure.at("/tries")) {
                    assertThat(each.at("/code").asText())
                            .as("unit %d: %s", unit, failure)
                            .isEqualTo(code);
                    assertThat(each.at("/type").asText() + " "
                                    + each.at("/message").asText())
                            .containsIgnoringCase(said);
                }
                return;
            }
        }
        throw new AssertionError("unit " + unit + " is not among the failures: " + failures);
    }

    @Test
    void shouldAnswerRightThoughUnitsPrintAndLetEachProcessFinish() throws Exception {
        String[] arguments = {
            "--units",
            "60",
            "--cycles",
            "2",
            "--chatty",
            "--bytes",
            "70000",
            "--setup-bytes",
            "300000",
            "--bad",
            "finish"
        };
        Path report = directory.resolve("report");
        List<String> options =
                List.of("--isolate", "on", "--local", "1", "--slots", "1", "--run-dir", report.toString());
        try (MasterRun run = start(options, arguments)) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
        }
        List<String> right = new ArrayList<>(List.of("end 0", "end 1", "complete"));
        IntStream.range(0, 60).forEach(unit -> right.add("0 " + unit + " " + 70_000L * (byte) (unit * 31 + 1)));
        IntStream.range(0, 61).forEach(unit -> right.add("1 " + unit + " " + 70_000L * (byte) (unit * 31 + 2)));
        assertThat(Files.readAllLines(ledger())).containsExactlyInAnyOrderElementsOf(right);
        String log = Files.readString(report.resolve("logs").resolve("local-1.log"));
        assertThat(log).contains("unit 0 on standard output", "unit 59 on standard output");
        assertThat(log.split("poison in finish", -1)).as("worker and child").hasSize(3);
    }

    /** The worker has no chance to tidy up, and yet nothing is left of it. */
    @Test
    void shouldEndWithItsWorkerWhateverTheUnitDoes() throws Exception {
        List<String> options = List.of("--isolate", "on", "--local", "1", "--slots", "1");
        try (MasterRun run = start(options, "--bad", "loop", "--units", "60")) {
            await().until(() -> accepted().size() >= 7 && run.workers().size() == 2);
            ProcessHandle worker = run.workers().stream()
                    .filter(each -> each.children().findAny().isPresent())
                    .findAny()
                    .orElseThrow();
            ProcessHandle child = worker.children().findAny().orElseThrow();
            worker.destroyForcibly();
            await().until(() -> !child.isAlive());
        }
    }

    /**
     * Two units of more than a second are enough to know, and the others are computed apart: unit 7 heeds no interrupt,
     * and its process is killed. The master does not wait for the farewell of a process either.
     */
    @Tag("long")
    @Test
    void shouldIsolateUnitsOfItsOwnAccordOnceTheyTakeASecond() throws Exception {
        List<String> options = List.of("--local", "1", "--slots", "1", "--unit-timeout", "4s");
        try (MasterRun run =
                start(options, "--bad", "loop,finish-for-ever", "--units", "8", "--compute-millis", "1100")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.out())
                    .contains("unit 7 of cycle 0 failed on every worker", "E110", "its process was killed")
                    .doesNotContain("workers lost");
            assertThat(accepted()).hasSize(7);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    /** Units 7 to 12 kill their process. Two workers die of them, or a third that began its unit before it was told. */
    @Test
    void shouldIsolateTheRestOfARunWhoseUnitsKillWorkers() throws Exception {
        Path report = directory.resolve("report");
        List<String> options = List.of("--local", "2", "--slots", "1", "--run-dir", report.toString());
        try (MasterRun run = start(options, "--bad", "halt,segv,killed,halt,segv,killed", "--units", "60")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isEqualTo(1);
            assertThat(run.out()).containsPattern("workers lost [23]");
            assertThat(accepted()).hasSize(54);
            JsonNode decisions =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).findValue("decisions");
            assertThat(decisions)
                    .filteredOn(decision -> decision.at("/kind").asText().equals("isolation"))
                    .singleElement()
                    .satisfies(decision ->
                            assertThat(decision.at("/what").asText()).isEqualTo("units are isolated"));
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    private MasterRun start(List<String> options, String... arguments) throws Exception {
        return MasterRun.master(
                directory,
                Words.of("run %s %s -- --ledger %s %s", PoisonJar.in(directory), options, ledger(), arguments));
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
}
