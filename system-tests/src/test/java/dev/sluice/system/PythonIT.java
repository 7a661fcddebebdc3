package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python package by itself, and programs in Python on the runtime. */
@NoLeaks
class PythonIT {
    private static final int SECONDS = 240;
    private static final String PLACE = "/path/to/sluice";

    @TempDir
    Path directory;

    @BeforeEach
    void findPython() throws Exception {
        assumeTrue(canRun("import sys; sys.exit(sys.version_info < (3, 9))"), "python3 is missing or older than 3.9");
        Path script = Files.createDirectory(directory.resolve("bin")).resolve("sluice");
        List<String> command = MasterRun.command();
        Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", command) + "' \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(directory.resolve("examples"), Checkout.file("examples"));
    }

    @Test
    void shouldPassTheTestsOfThePackage() throws Exception {
        assertThat(type("python3 -m unittest discover -b -s " + Checkout.file("python") + " -t "
                        + Checkout.file("python")))
                .contains("\nOK");
    }

    @Test
    void shouldDoWhatThePageSays() throws Exception {
        List<Markdown.Block> blocks = Markdown.of(Checkout.read(Checkout.file("docs/python.md"))).blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .toList();
        assertThat(blocks).isNotEmpty();
        for (Markdown.Block block : blocks) {
            String lines = String.join("\n", block.lines());
            String said = type(lines.replace(PLACE, Checkout.root().toString()));
            assertThat(said).contains("pi is about 3.13947");
        }
    }

    @Test
    void shouldGiveTheSameAnswerSeriallyEmbeddedAndOnWorkers() throws Exception {
        String program = "examples/python/grid.py";
        String answer = "best: 25 neighbours, power 0.5: 79.7 % right";
        assertThat(type("python3 " + program)).isEqualTo(answer + "\n");
        for (String options : List.of("--local=0", "", "--local 2")) {
            assertThat(type("sluice run " + program + " --quiet " + options)).contains(answer);
        }
    }

    @Test
    void shouldOutliveUnitsThatMisbehave() throws Exception {
        String hazards = Checkout.file("system-tests/src/test/resources/python/hazards.py")
                .toString();
        String said = type("sluice run " + hazards + " --quiet --keep-going");
        assertThat(said.lines())
                .contains("fine: fine", "print: printed", "fork: the parent", "spawn: spawned", "bytes: 268435456")
                .contains("printed by a unit", "printed by a program", "raise: missing: ValueError: a bad day")
                .anyMatch(line -> line.matches("leave: missing: SystemExit: sys.exit\\('leaving'\\) was called .*"))
                .anyMatch(line -> line.matches("exit: missing: .*exit code 3.*"))
                .anyMatch(line -> line.matches("crash: missing: .*SIGSEGV.*"))
                .anyMatch(line -> line.startsWith("recur: missing: RecursionError"))
                .anyMatch(line -> line.matches("generate: missing: .*the result, a generator, cannot be sent.*"));
        assertThat(type("sluice run " + hazards + " --quiet --keep-going --unit-timeout 10s -- --units fine,hang")
                        .lines())
                .contains("fine: fine")
                .anyMatch(line -> line.matches("hang: missing: .*ran longer than 10 s.*"));
    }

    @Test
    void shouldShowTheTracebackOfAUnitThatFails() throws Exception {
        String hazards = Checkout.file("system-tests/src/test/resources/python/hazards.py")
                .toString();
        String said = type("! sluice run " + hazards + " --unit 1 -- --units fine,raise");
        assertThat(said).contains("ValueError: a bad day", "hazards.py", "in do_raise");
        assertThat(type("sluice run " + hazards + " --help")).contains("usage: hazards.py");
        assertThat(type("sluice run " + hazards + " -- --twice 3 || test $? = 2"))
                .contains("--twice");
    }

    @Test
    void shouldMapFunctionsOfAScript() throws Exception {
        Files.writeString(directory.resolve("script.py"), """
            import os
            import sluice

            factor = 10

            def scaled(number):
                if number == 77:
                    raise KeyError(number)
                return factor * number

            print(sum(sluice.map(scaled, range(77))))
            print(sum(sluice.map(lambda number: scaled(number) + 1, (number for number in range(70)))))
            try:
                list(sluice.map(scaled, range(100)))
            except KeyError as error:
                print(repr(error), "in scaled" in str(error.__cause__))
            with sluice.Executor(slots=2) as executor:
                print(list(executor.map(pow, [1, 2, 3], [2, 2, 2])))
                print(type(executor.submit(os._exit, 3).exception()).__name__)
                print(executor.submit(lambda: os.getpid()).result() != os.getpid())
            """);
        assertThat(type("SLUICE_CLOUDPICKLE=off python3 script.py"))
                .contains("29260\n24220\nKeyError(77) True\n[1, 4, 9]\nUnitError\nTrue\n");
    }

    @Test
    void shouldFindUnitsWhileOthersRun() throws Exception {
        Files.writeString(directory.resolve("search.py"), """
            import sluice

            class Search(sluice.Application):
                open_cycles = True

                def initialize(self):
                    self.found = []

                def units(self, cycle):
                    return [""]

                def more(self, given):
                    return ["x%d" % given] if given < 3 else None

                def compute(self, setup, unit):
                    return unit

                def accept(self, index, path):
                    self.found.append(path)
                    if len(path) < 5:
                        self.add_units([path + "0", path + "1"])

                def complete(self):
                    print(len(self.found), len(set(self.found)))

            if __name__ == "__main__":
                sluice.run(Search)
            """);
        assertThat(type("python3 search.py")).isEqualTo("108 108\n");
        for (String options : List.of("--local=0", "--local 2")) {
            assertThat(type("sluice run search.py --quiet " + options)).contains("108 108\n");
        }
    }

    /** The first call ends only after all others, of which one is submitted by a callback and one ends its process. */
    @Test
    void shouldComputeCallsBesideALongOne() throws Exception {
        Files.writeString(directory.resolve("script.py"), """
            import os
            import threading
            import time
            import sluice

            def wait_for(path):
                while not os.path.exists(path):
                    time.sleep(0.01)
                return path

            with sluice.Executor(slots=2) as executor:
                long = executor.submit(wait_for, os.path.abspath("go-on"))
                while not long.running():
                    time.sleep(0.01)
                called = threading.Event()
                first = executor.submit(abs, -1)
                first.add_done_callback(
                    lambda future: executor.submit(abs, -2).add_done_callback(lambda other: called.set()))
                assert called.wait(200)
                print(type(executor.submit(os._exit, 3).exception()).__name__, long.done())
                open("go-on", "w").close()
                print(os.path.basename(long.result()))
            """);
        assertThat(type("python3 script.py")).contains("UnitError False\ngo-on\n");
    }

    @Test
    void shouldInterruptCallsAndGiveThemNeeds() throws Exception {
        Files.writeString(directory.resolve("script.py"), """
            import os
            import time
            import sluice

            def never(path):
                open(path, "w").close()
                while True:
                    time.sleep(0.01)

            with sluice.Executor(slots=2) as executor:
                long = executor.submit(never, os.path.abspath("began"))
                behind = [executor.submit(abs, -number) for number in range(20)]
                while not os.path.exists("began"):
                    time.sleep(0.01)
                print(long.cancel(), long.cancel(interrupt=True))
                print(type(long.exception()).__name__, [future.result() for future in behind] == list(range(20)))
                print(behind[0].cancel(interrupt=True))
                wide = executor.having(sluice.Needs(cpus=2), priority=3)
                print(wide.submit(sluice.cpus).result(), executor.submit(sluice.cpus).result())
            """);
        assertThat(type("python3 script.py")).contains("False True\nUnitCancelled True\nFalse\n2 1\n");
    }

    @Test
    void shouldSendTheModulesBesideAScript() throws Exception {
        Files.writeString(directory.resolve("helpers.py"), "def twice(number):\n    return 2 * number\n");
        Files.writeString(directory.resolve("table.txt"), "7");
        Files.writeString(directory.resolve("script.py"), """
            import helpers
            import sluice

            def used(number):
                with open(sluice.file("table.txt")) as file:
                    return helpers.twice(number) + int(file.read()), helpers.__file__

            print(list(sluice.map(used, range(2), options=["--slots", "1", "--file", "table.txt"])))
            print(list(sluice.map(helpers.twice, range(3), slots=1)))
            try:
                list(sluice.map(abs, [1], options=["--master", "localhost"]))
            except sluice.SluiceError as error:
                print(error)
            """);
        assertThat(type("SLUICE_CLOUDPICKLE=off python3 script.py"))
                .containsPattern("\\[\\(7, '/.*-unpacked/tree/helpers.py'\\), \\(9, ")
                .contains("[0, 2, 4]\n", "--master: localhost with functions of a Python process");
    }

    @Test
    void shouldHashTextAlikeAndFindModulesOfADirectoryOnAllSlots() throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("lib")).resolve("inlib.py"), "SEVEN = 7\n");
        Files.writeString(directory.resolve("hashes.py"), """
            import os, sys
            sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
            import inlib
            import sluice

            class Hashes(sluice.Application):
                def units(self, cycle):
                    return range(40)

                def compute(self, setup, unit):
                    return {(hash("word"), "".join({"a", "b", "c", "d", "e"}), inlib.SEVEN)}

                def accumulate(self, sets):
                    return set().union(*sets)

                def complete(self):
                    print(len(self.total | self.compute(None, 0)), hash("word"))
            """);
        String run = "sluice run hashes.py --quiet --local 2 --slots 2";
        assertThat(type(run)).contains("1 ").isEqualTo(type(run));
        assertThat(type("export PYTHONHASHSEED=7; " + run + "; python3 -c 'print(1, hash(\"word\"))'")
                        .lines()
                        .distinct())
                .hasSize(1);
        Files.writeString(directory.resolve("lost.py"), "import nowhere\n");
        assertThat(type("! sluice run lost.py --quiet")).contains("No module named 'nowhere' (searched: ");
    }

    @Test
    void shouldTakeDataOnlyFromWorkersThatMayBeOnOtherHosts() throws Exception {
        Files.writeString(directory.resolve("values.py"), """
            import dataclasses
            import os
            import sluice
            from sluice import child

            @dataclasses.dataclass
            class Point:
                x: int

            class Plain:
                pass

            class Calling:
                def __reduce__(self):
                    return os.system, ("touch called",)

            class Values(sluice.Application):
                def arguments(self, parser):
                    parser.add_argument("--attack", action="store_true")

                def units(self, cycle):
                    return [0] if self.options.attack else range(3)

                def compute(self, setup, unit):
                    if self.options.attack:
                        child.sent = lambda parts, trusted: parts
                        return Calling()
                    return Plain() if unit == 1 else Point(unit)

                def accept(self, index, result):
                    print(index, type(result).__name__)

                def missing(self, failures):
                    print(failures)
            """);
        String run = "sluice run values.py --quiet --keep-going --local 1";
        assertThat(type(run)).contains("0 Point", "1 Plain", "2 Point");
        String listening = run + " --listen 127.0.0.1:0";
        assertThat(type(listening)).contains("0 Point", "2 Point", "values.Plain is not taken from a worker");
        assertThat(type(listening + " --trust-workers")).contains("1 Plain");
        assertThat(type(listening + " -- --attack")).contains("system is not taken from a worker");
        assertThat(directory.resolve("called")).doesNotExist();
    }

    @Test
    void shouldSendArrays() throws Exception {
        assumeTrue(canRun("import numpy"), "numpy is missing");
        Files.writeString(directory.resolve("arrays.py"), """
            import numpy
            import sluice

            def doubled(rows):
                rows *= 2
                return rows

            given = numpy.arange(3 * 10**6, dtype="float64").reshape(3, -1)
            results = list(sluice.map(doubled, given))
            print(numpy.array_equal(results, 2 * given), all(result.flags.writeable for result in results))
            """);
        assertThat(type("python3 arrays.py")).contains("True True\n");
    }

    private static boolean canRun(String program) throws InterruptedException {
        try {
            Process python = new ProcessBuilder("python3", "-c", program)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return python.waitFor(60, TimeUnit.SECONDS) && python.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Types lines where {@code sluice} and the package are found; returns what they print. */
    private String type(String lines) throws InterruptedException {
        String environment = "export PATH='" + directory.resolve("bin") + "':\"$PATH\" PYTHONPATH='"
                + Checkout.file("python") + "' PYTHONDONTWRITEBYTECODE=1 XDG_STATE_HOME='"
                + directory.resolve("state") + "'\n";
        try (Terminal terminal = Terminal.type(directory, environment + lines)) {
            int code = terminal.exitCodeWithin(SECONDS);
            assertThat(code)
                    .as("exit code of\n%s\nwhich printed:\n%s", lines, terminal.output())
                    .isZero();
            return terminal.output();
        }
    }
}
