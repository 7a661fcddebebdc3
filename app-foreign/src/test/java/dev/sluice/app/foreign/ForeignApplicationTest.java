package dev.sluice.app.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.language.ForeignException;
import dev.sluice.api.language.SearchPath;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.app.foreign.child.ChildHome;
import dev.sluice.app.foreign.child.ChildProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@Tag("slow")
class ForeignApplicationTest {
    private static final String PYTHON = python();
    private static final ForeignSetup SETUP = new ForeignSetup(0, bytes("setup"));

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream standard = System.out;
    private @Nullable Hosted<ForeignSetup, ForeignUnit, ForeignValue> started;

    @BeforeEach
    void begin() throws Exception {
        assumeTrue(!PYTHON.isEmpty(), "python3 is missing");
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() throws Exception {
        System.setOut(standard);
        if (started != null) {
            started.finish();
        }
    }

    @Test
    void shouldRunCyclesAndAcceptEveryResult() throws Exception {
        assertThat(serial(Map.of(), "units=3", "cycles=2")).isEqualTo(SerialRun.Outcome.COMPLETE);
        assertThat(text())
                .isEqualToIgnoringNewLines("accepted 6: setup0/unit 0,setup0/unit 1,setup0/unit 2,setup1/unit 0,"
                        + "setup1/unit 1,setup1/unit 2");
    }

    @Test
    void shouldAcceptManyResultsInBatches() throws Exception {
        serial(Map.of(), "units=3000");
        assertThat(text()).startsWith("accepted 3000: ");
    }

    @Test
    void shouldEndTheCycleWhenTheChildSaysSo() throws Exception {
        serial(Map.of("TEST_UNIT", "stop INDEX"), "units=1000", "cycles=2");
        assertThat(text()).startsWith("accepted 0: ");
    }

    @Test
    void shouldComputeUnitsThatTheChildAddsAndThoseOfItsSource() throws Exception {
        serial(Map.of(), "units=2", "adders=2", "sourced=3");
        assertThat(text())
                .isEqualToIgnoringNewLines(
                        "accepted 7: setup0/sourced 0 at 4,setup0/sourced 1 at 5,setup0/sourced 2 at 6,"
                                + "setup0/unit 0,setup0/unit 1,setup0/unit 2,setup0/unit 3");
    }

    @Test
    void shouldNameUnitsWhoseResultsTheChildCannotRead() throws Exception {
        Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted = hosted(Map.of(), "units=3", "cycles=1");
        hosted.check();
        hosted.cycle(0);
        for (int unit = 0; unit < 3; unit++) {
            hosted.accept(unit, new ForeignValue(List.of(bytes(unit == 1 ? "unreadable" : "good")), null));
        }
        assertThat(hosted.refused(true)).isEqualTo(Map.of(1L, "odd"));
        assertThat(hosted.refused(true)).isEmpty();
        hosted.endCycle(0);
        hosted.accept(2, new ForeignValue(List.of(bytes("unreadable")), null));
        assertThatThrownBy(() -> hosted.endCycle(0))
                .as("of a run that does not ask")
                .hasMessageContaining("result of unit 2: odd");
        hosted.complete();
    }

    @Test
    void shouldMergeResultsInChildren() throws Exception {
        serial(Map.of("TEST_UNIT", "x"), "units=200", "results=accumulate");
        assertThat(text()).startsWith("accepted 1: setup0/x+setup0/x+");
        assertThat(new Hosting("results=accumulate").results()).isInstanceOf(Accumulation.class);
    }

    @Test
    void shouldReportTypeMessageAndTraceOfAnException() {
        ForeignException failure = failure("raise bad input");
        assertThat(failure.type()).isEqualTo("ValueError");
        assertThat(failure).hasMessage("bad input").hasToString("ValueError: bad input");
        assertThat(failure.trace()).contains("Traceback", "in compute", "ValueError: bad input");
    }

    @Test
    void shouldGiveUpAUnitIfItsProgramDoes() {
        assertThat(failure("raise no matter").givesUp()).isFalse();
        assertThat(failure("raise give up").givesUp()).isTrue();
        assertThatThrownBy(() -> compute("raise give up"))
                .isInstanceOfSatisfying(
                        ApplicationException.class,
                        given -> assertThat(given.kind()).isEqualTo(ApplicationException.Kind.GIVEN_UP));
    }

    @Test
    void shouldPassOnHowFarAUnitIsAndTheSeedOfTheRun() throws Exception {
        List<UnitSite.Progress> told = new ArrayList<>();
        UnitSite[] site = new UnitSite[1];
        site[0] = new UnitSite(77, () -> told.add(site[0].progress()));
        assertThat(computeAt(site[0], "progress epoch 4")).isEqualTo("setup/progress epoch 4");
        assertThat(told).containsExactly(new UnitSite.Progress(0.4, "epoch 4"));
        assertThat(computeAt(site[0], "seed")).isEqualTo("77");
    }

    @Test
    void shouldLeaveNothingInAFailureThatATerminalObeys() {
        ForeignException failure = failure("raise red \u001b[31m\u0007\u202e");
        assertThat(failure).hasMessage("red \uFFFD[31m\uFFFD\uFFFD");
        assertThat(failure.trace()).contains("\n").doesNotContain("\u001b");
    }

    @Test
    void shouldKeepTheChildAfterAnException() throws Exception {
        String before = compute("pid");
        failure("raise no matter");
        assertThat(compute("pid")).isEqualTo(before);
    }

    @Test
    void shouldNameExitCodesAndSignals() throws Exception {
        assertThat(failure("exit 3")).message().contains("ended with exit code 3", "during compute");
        assertThat(failure("segv")).message().contains("was killed by SIGSEGV");
        assertThat(compute("count")).isEqualTo("1");
    }

    @Test
    void shouldShowTheLastWordsOfAChildThatExits() {
        ForeignException failure = failure("complain no licence");
        assertThat(failure)
                .hasMessageEndingWith("exit code 1 during compute; the last line of its standard error: no licence");
        assertThat(failure.trace()).contains("no licence");
    }

    @Test
    void shouldKillAHangingChildWhenItsThreadIsInterrupted() throws Exception {
        Path pid = directory.resolve("pid");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread slot = new Thread(() -> {
            try {
                compute("hang " + pid);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        slot.start();
        ProcessHandle child = awaited(pid);
        slot.interrupt();
        slot.join();
        assertThat(thrown.get()).hasRootCauseInstanceOf(InterruptedException.class);
        child.onExit().get(60, TimeUnit.SECONDS);
        assertThat(compute("count")).isEqualTo("1");
    }

    @Test
    void shouldKillAHangingChildWhenThisProcessEnds() throws Exception {
        Path pid = directory.resolve("pid");
        ChildHome home = ChildHome.open();
        ForeignApplication application = new ForeignApplication(program(Map.of()), home);
        Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted = Hosted.of(application);
        hosted.parse(List.of());
        hosted.initialize();
        Thread slot = new Thread(() -> {
            try {
                hosted.compute(SETUP, new ForeignUnit(bytes("hang " + pid), true));
            } catch (ApplicationException e) {
                assertThat(e).hasMessageContaining("SIGKILL");
            }
        });
        slot.start();
        ProcessHandle child = awaited(pid);
        home.close(); // as the end of this process does
        child.onExit().get(60, TimeUnit.SECONDS);
        slot.join();
    }

    @Test
    void shouldStartAnotherChildBeforeTheNextUnits() throws Exception {
        failure("exit 1");
        worker().prepare();
        List<Long> before =
                ProcessHandle.current().children().map(ProcessHandle::pid).toList();
        assertThat(compute("count")).isEqualTo("1");
        assertThat(ProcessHandle.current().children().map(ProcessHandle::pid))
                .as("no other process; those of earlier tests may end")
                .isSubsetOf(before);
    }

    @Test
    void shouldPassOnWhatChildrenPrint() throws Exception {
        compute("print hello from a unit");
        worker().finish();
        assertThat(text()).contains("hello from a unit");
    }

    @Test
    void shouldKillProcessesThatAUnitLeftBehind() throws Exception {
        ProcessHandle left = ProcessHandle.of(Long.parseLong(compute("fork"))).orElseThrow();
        worker().finish();
        left.onExit().get(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldKeepLargeResultsOutOfMemory() throws Exception {
        int size = 3 * WorkerChildren.MOST_IN_MEMORY;
        UnitSite site = new UnitSite(0);
        site.begin(0, 7);
        ForeignValue value = worker().compute(SETUP, new ForeignUnit(bytes("big " + size), true), site);
        assertThat(value.parts()).isEmpty();
        try (InputStream in = Objects.requireNonNull(value.blob()).open()) {
            byte[] expected = new byte[size];
            Arrays.fill(expected, (byte) 7);
            assertThat(Arrays.equals(in.readAllBytes(), expected)).isTrue();
        }
        serial(Map.of("TEST_UNIT", "big " + size), "units=2");
        assertThat(text()).startsWith("accepted 2: ");
    }

    @Test
    void shouldNameTheFilesOfTheRunToEveryChild() throws Exception {
        Path table = Files.writeString(directory.resolve("a = b.csv"), "1,2");
        worker().provide(Map.of("in/table", table));
        worker().loadState();
        assertThat(compute("file in/table")).isEqualTo(table.toString());
        failure("exit 1");
        assertThat(compute("file in/table")).isEqualTo(table.toString());
    }

    @Test
    void shouldTakeTheFilesThatTheProgramNames() throws Exception {
        Path table = Files.writeString(directory.resolve("a = b.csv"), "1,2");
        Map<String, String> names = Map.of("TEST_FILES", "table=" + table, "TEST_UNIT", "file table");
        serial(names, "units=1");
        assertThat(text()).contains("files of the master: [('table', '" + table + "')]", "accepted 1: " + table);
        assertThatThrownBy(() -> serial(Map.of("TEST_FILES", "../table=" + table)))
                .hasMessageContaining("file name: '../table'");
    }

    @Test
    void shouldRefuseAFileWhoseNameTheProtocolCannotCarry() throws Exception {
        Path table = Files.writeString(directory.resolve("table.csv"), "1,2");
        worker().provide(Map.of("a=b", table));
        assertThatThrownBy(() -> worker().loadState()).hasMessageContaining("file: a=b (expected: a name without '='");
    }

    @Test
    void shouldReplaceAChildThatSendsGarbage() throws Exception {
        assertThat(failure("garbage").type()).isEqualTo("protocol");
        assertThat(compute("count")).isEqualTo("1");
    }

    @Test
    void shouldGiveEachThreadAChild() throws Exception {
        Path pid = directory.resolve("pid");
        Thread other = new Thread(() -> failure("hang " + pid));
        other.start();
        ProcessHandle busy = awaited(pid);
        assertThat(compute("pid")).isNotEqualTo(Long.toString(busy.pid()));
        other.interrupt();
        other.join();
    }

    @Test
    void shouldTellWrongArgumentsAndHelp() throws Exception {
        assertThatThrownBy(() -> new Hosting("wrong=1").hosted().check())
                .isInstanceOfSatisfying(
                        ApplicationException.class,
                        e -> assertThat(e.kind()).isEqualTo(ApplicationException.Kind.ARGUMENTS))
                .hasMessage("wrong=1: unknown option");
        assertThat(worker().usage("sluice run child.py")).isEqualTo("the help\n");
    }

    @Test
    void shouldSayHowToGetAMissingInterpreter() throws Exception {
        ChildProgram missing =
                new ChildProgram("pi.py", List.of("no-such-python"), Map.of(), List.of(), "expected: Python 3.9");
        Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted =
                Hosted.of(new ForeignApplication(missing, ChildHome.open()));
        hosted.parse(List.of());
        assertThatThrownBy(hosted::initialize)
                .hasMessageContaining("no-such-python is not there")
                .hasMessageContaining("(expected: Python 3.9)");
        hosted.finish();
    }

    // ---- the application

    /** The interpreter itself, which starts sooner than a script that chooses one; empty without Python. */
    private static String python() {
        if (SearchPath.find("python3").isEmpty()) {
            return "";
        }
        try {
            Process asked = new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)").start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A worker, which is started with the first call. */
    private synchronized Hosted<ForeignSetup, ForeignUnit, ForeignValue> worker() throws Exception {
        Hosted<ForeignSetup, ForeignUnit, ForeignValue> known = started;
        if (known == null) {
            known = hosted(Map.of());
            known.initialize();
            started = known;
        }
        return known;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private ChildProgram program(Map<String, String> environment) throws IOException {
        Path script = directory.resolve("child.py");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("child.py"))) {
            Files.write(script, in.readAllBytes());
        }
        return new ChildProgram(
                "child.py", List.of(PYTHON, script.toString()), environment, List.of(), "expected: Python");
    }

    private Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted(Map<String, String> environment, String... arguments)
            throws Exception {
        Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted =
                Hosted.of(new ForeignApplication(program(environment), ChildHome.open()));
        hosted.parse(List.of(arguments));
        return hosted;
    }

    /** A worker with these arguments. */
    private final class Hosting {
        private final Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted;

        Hosting(String... arguments) throws Exception {
            hosted = ForeignApplicationTest.this.hosted(Map.of(), arguments);
        }

        Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted() {
            return hosted;
        }

        Object results() throws Exception {
            hosted.initialize();
            Object results = hosted.results();
            hosted.finish();
            return results;
        }
    }

    private SerialRun.Outcome serial(Map<String, String> environment, String... arguments) throws Exception {
        Hosted<ForeignSetup, ForeignUnit, ForeignValue> hosted = hosted(environment, arguments);
        hosted.check();
        return new SerialRun<>(hosted).run();
    }

    private String compute(String unit) throws Exception {
        return computeAt(new UnitSite(0), unit);
    }

    private String computeAt(UnitSite site, String unit) throws Exception {
        ForeignValue value = worker().compute(SETUP, new ForeignUnit(bytes(unit), true), site);
        return new String(value.parts().get(0), StandardCharsets.UTF_8);
    }

    private ForeignException failure(String unit) {
        try {
            compute(unit);
        } catch (Exception e) {
            return e.getCause() instanceof ForeignException failure ? failure : new ForeignException("", "" + e, "");
        }
        throw new AssertionError(unit + " did not fail");
    }

    private static ProcessHandle awaited(Path file) throws Exception {
        await().until(() -> Files.exists(file) && Files.size(file) > 0);
        return ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow();
    }
}
