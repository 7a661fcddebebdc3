package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.language.SearchPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in other languages, with worker processes. */
class LanguagesIT {
    private static final String PROGRAM = """
        import os, signal, sys, time
        import sluice

        class Squares(sluice.Application):
            def arguments(self, parser):
                parser.add_argument("--bad", action="store_true")
                parser.add_argument("--hang")

            def units(self, cycle):
                self.sum = 0
                return range(60)

            def setup(self, cycle):
                return {"factor": 2}

            def compute(self, setup, unit):
                if self.options.bad and unit == 7:
                    raise ValueError("seven is bad")
                if self.options.bad and unit == 8:
                    os._exit(9)
                if self.options.bad and unit == 9:
                    os.kill(os.getpid(), signal.SIGSEGV)
                if self.options.hang:
                    with open(os.path.join(self.options.hang, str(os.getpid())), "w"):
                        pass
                    while True:
                        pass
                print("unit", unit)
                return setup["factor"] * unit * unit

            def accept(self, index, result):
                self.sum += result

            def missing(self, failures):
                print("missing", sorted(failure.index for failure in failures))

            def complete(self):
                print("sum", self.sum)
        """;

    private static final String TRAVELLER = """
        import sluice
        import helpers

        class Traveller(sluice.Application):
            def arguments(self, parser):
                parser.add_argument("--table")

            def files(self):
                return [sluice.InputFile("in/table.txt", self.options.table)]

            def load_state(self):
                with open(sluice.file("in/table.txt")) as file:
                    self.factor = int(file.read())

            def units(self, cycle):
                print("file of the master", sluice.file("in/table.txt"))
                self.sum = 0
                return range(4)

            def compute(self, setup, unit):
                return helpers.times(self.factor, unit), helpers.__file__, sluice.file("in/table.txt")

            def accept(self, index, result):
                self.sum += result[0]
                print("module", result[1])
                print("file of a worker", result[2])

            def complete(self):
                print("sum", self.sum)
        """;

    @TempDir
    Path directory;

    @Test
    void shouldRunAProgramInPythonOnTwoWorkers() throws Exception {
        try (MasterRun run = python(List.of("--local", "2", "--slots", "1"))) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).contains("sum " + sum(), "60 units").doesNotContain("workers lost");
            awaitEnd(run);
        }
    }

    /** Each failure costs attempts of its unit, and no worker. */
    @Test
    void shouldLoseAttemptsAndNoWorker() throws Exception {
        Path report = directory.resolve("report");
        try (MasterRun run = python(
                List.of("--local", "2", "--slots", "1", "--keep-going", "--run-dir", report.toString()), "--bad")) {
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("missing [7, 8, 9]", "sum " + (sum() - 2 * (49 + 64 + 81)))
                    .doesNotContain("workers lost");
            JsonNode failures =
                    RunSchema.read(Files.readString(report.resolve("run.json"))).at("/failures");
            assertThat(failures).hasSize(3);
            assertFailed(failures, 7, "ValueError", "seven is bad");
            assertFailed(failures, 8, "", "ended with exit code 9");
            assertFailed(failures, 9, "", "was killed by SIGSEGV");
        }
    }

    private static void assertFailed(JsonNode failures, long unit, String type, String said) {
        for (JsonNode failure : failures) {
            if (failure.at("/unit").asLong() == unit) {
                assertThat(failure.at("/tries")).isNotEmpty().allSatisfy(each -> {
                    assertThat(each.at("/code").asText()).isEqualTo("E101");
                    assertThat(each.at("/type").asText()).isEqualTo(type);
                    assertThat(each.at("/message").asText()).contains(said);
                });
                return;
            }
        }
        throw new AssertionError("unit " + unit + " is not among the failures: " + failures);
    }

    @Test
    void shouldKillAChildWhoseUnitTakesTooLong() throws Exception {
        Path pids = Files.createDirectory(directory.resolve("pids"));
        List<String> options = List.of("--slots", "1", "--unit-timeout", "2s", "--max-failures", "off");
        try (MasterRun run = python(options, "--hang", pids.toString())) {
            await().atMost(Duration.ofSeconds(90)).until(() -> begun(pids) >= 3 && living(children(pids)) <= 1);
            run.signal("INT");
            run.exitCodeWithin(60);
            await().until(() -> living(children(pids)) == 0);
        }
    }

    @Test
    void shouldKillChildrenThatHangWhenTheirWorkerIsKilled() throws Exception {
        Path pids = Files.createDirectory(directory.resolve("pids"));
        List<String> options = List.of("--local", "1", "--slots", "2", "--network=transport=unix");
        try (MasterRun run = python(options, "--hang", pids.toString())) {
            await().atMost(Duration.ofSeconds(90)).until(() -> children(pids).size() == 2);
            List<ProcessHandle> children = children(pids);
            assertThat(living(children)).isEqualTo(2);
            for (ProcessHandle process : run.workers()) {
                if (process.info().command().orElse("").endsWith("java")) {
                    MasterRun.signal(process, "KILL");
                }
            }
            await().until(() -> living(children) == 0);
        }
    }

    private static long living(List<ProcessHandle> processes) {
        return processes.stream().filter(ProcessHandle::isAlive).count();
    }

    private static int begun(Path pids) {
        return Objects.requireNonNull(pids.toFile().list()).length;
    }

    private static List<ProcessHandle> children(Path pids) throws Exception {
        List<ProcessHandle> children = new ArrayList<>();
        try (var files = Files.list(pids)) {
            for (Path file : files.toList()) {
                ProcessHandle.of(Long.parseLong(file.getFileName().toString())).ifPresent(children::add);
            }
        }
        return children;
    }

    @Test
    void shouldShowWhatTheProgramSaysOfItsArguments() throws Exception {
        Path program = program();
        assertThat(MasterRun.master(directory, "run", program.toString(), "--help")
                        .printed(0))
                .contains("--bad", "--hang", "Most used:");
        try (MasterRun run = python(List.of(), "--worse")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err()).contains("--worse");
        }
        try (MasterRun run = python(List.of("--interpreter", "no-such-python"))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(1);
            assertThat(run.err()).contains("no-such-python is not there", "--interpreter");
        }
    }

    @Test
    void shouldRunAProgramInC() throws Exception {
        assumeTrue(SearchPath.find("cc").isPresent(), "cc is missing");
        Path program = directory.resolve("pi");
        Process compiler = new ProcessBuilder(
                        "cc",
                        "-O2",
                        "-o",
                        program.toString(),
                        Checkout.file("examples/c/pi.c").toString())
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).isZero();
        try (MasterRun run = MasterRun.master(
                directory, "run", program.toString(), "--local", "2", "--", "--units", "500", "--samples", "10000")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).contains("pi is about 3.1", "500 units");
            awaitEnd(run);
        }
    }

    /** Modules beside the program and files of the run reach a worker that shares no directory with the program. */
    @Test
    void shouldHaveItsModulesAndFilesBelowASubMaster() throws Exception {
        assumeTrue(SearchPath.find("python3").isPresent(), "python3 is missing");
        Path program = Files.writeString(directory.resolve("traveller.py"), TRAVELLER);
        Files.writeString(directory.resolve("helpers.py"), "import shapes.area\ntimes = shapes.area.times\n");
        Files.createDirectories(directory.resolve("shapes"));
        Files.writeString(directory.resolve("shapes/area.py"), "def times(one, other):\n    return one * other\n");
        Path table = Files.writeString(directory.resolve("table.txt"), "3");
        String cache = directory.resolve("cache-below").toString();
        List<String> arguments = List.of(
                "run",
                program.toString(),
                "--listen",
                "127.0.0.1:0",
                "--run-file",
                directory.resolve("private/worker.run").toString(),
                "--json",
                "--",
                "--table",
                table.toString());
        try (SubMasterTree tree = new SubMasterTree(directory, arguments)) {
            tree.subMaster("a", tree.runFile);
            try (MasterRun worker = MasterRun.worker(
                    directory, Words.of("join --slots 1 --copy-files --cache %s %s", cache, tree.file("a")))) {
                tree.ends();
                assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
            }
            assertThat(tree.master.err())
                    .contains("sum 18", "file of the master " + table, "file of a worker " + cache)
                    .doesNotContain("module " + directory);
        }
    }

    private static long sum() {
        long sum = 0;
        for (long unit = 0; unit < 60; unit++) {
            sum += 2 * unit * unit;
        }
        return sum;
    }

    private Path program() throws Exception {
        assumeTrue(SearchPath.find("python3").isPresent(), "python3 is missing");
        return Files.writeString(directory.resolve("squares.py"), PROGRAM);
    }

    private MasterRun python(List<String> options, String... arguments) throws Exception {
        return MasterRun.master(directory, Words.of("run %s --web=off %s -- %s", program(), options, arguments));
    }

    private static void awaitEnd(MasterRun run) {
        await().until(() -> !run.leavesProcesses());
    }
}
