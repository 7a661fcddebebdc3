package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.insight.history.RunIndex;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownRunsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:05:00Z");

    @TempDir
    Path directory;

    private RunIndex index;

    private final StringWriter said = new StringWriter();

    private KnownRun named(KnownRuns runs, @Nullable String name) {
        return runs.named(name, NOW, new PrintWriter(said));
    }

    @BeforeEach
    void open() {
        index = new RunIndex(directory.resolve("state"));
    }

    private Path run(String id, String json) throws IOException {
        Path run = Files.createDirectories(directory.resolve("at-" + id));
        Files.writeString(run.resolve("run.json"), json);
        index.add(run);
        return run;
    }

    private static String head(String mode, String id, String started) {
        return "{\"schema\":\"sluice-run-1\",\"mode\":\"" + mode + "\",\"run\":\"" + id
                + "\",\"application\":\"a.Pep\",\"started\":\"" + started + "\"";
    }

    private static String running(String id, String host, long pid, Instant processStarted) {
        return head("running", id, "2026-01-02T03:04:00Z") + ",\"host\":\"" + host + "\",\"pid\":" + pid
                + ",\"processStarted\":\"" + processStarted + "\"}";
    }

    private static String ended(String id, String started, String outcome, long failed) {
        return head("cluster", id, started) + ",\"outcome\":\"" + outcome
                + "\",\"seconds\":12.5,\"units\":340,\"ledger\":{\"units\":1},\"workers\":[{\"units\":2}],"
                + "\"failedUnits\":" + failed + "}";
    }

    private KnownRun only() {
        assertThat(KnownRuns.read(index, NOW).all()).hasSize(1);
        return KnownRuns.read(index, NOW).all().get(0);
    }

    @Test
    void shouldTellARunningRunFromAKilledOneByItsProcess() throws Exception {
        ProcessHandle self = ProcessHandle.current();
        Instant started = self.info().startInstant().orElseThrow().truncatedTo(ChronoUnit.SECONDS);
        run("a", running("a", ThisHost.name(), self.pid(), started));
        assertThat(only().state()).isEqualTo(KnownRun.State.RUNNING);
        assertThat(only().progress().seconds()).isEqualTo(60);
        assertThat(only().report()).isNull();
        run("a", running("a", ThisHost.name(), self.pid(), started.minusSeconds(3_600)));
        assertThat(only().state()).as("another process with this number").isEqualTo(KnownRun.State.KILLED);
        run(
                "a",
                head("running", "a", "2026-01-02T03:04:00Z") + ",\"host\":\"" + ThisHost.name() + "\",\"pid\":"
                        + self.pid() + "}");
        assertThat(only().state()).as("any process with this number").isEqualTo(KnownRun.State.KILLED);
        run("a", running("a", ThisHost.name(), Integer.MAX_VALUE, started));
        assertThat(only().words()).isEqualTo("killed");
        assertThat(only().report()).isNotNull();
        run("a", running("a", "elsewhere", self.pid(), started));
        assertThat(only().words()).isEqualTo("running on elsewhere?");
    }

    @Test
    void shouldDeleteTheAddressOfAKilledRunOnly() throws Exception {
        ProcessHandle self = ProcessHandle.current();
        Instant started = self.info().startInstant().orElseThrow().truncatedTo(ChronoUnit.SECONDS);
        Path run = run("a", running("a", ThisHost.name(), self.pid(), started));
        Path page = RunDirectory.pageFile(run);
        PrivateFiles.write(page, "http://127.0.0.1:1/?token=t\nrun=a\n");
        assertThat(only().state()).isEqualTo(KnownRun.State.RUNNING);
        assertThat(page).exists();
        run("a", running("a", "elsewhere", Integer.MAX_VALUE, started));
        assertThat(only().state()).isEqualTo(KnownRun.State.RUNNING_ELSEWHERE);
        assertThat(page).exists();
        run("a", running("a", ThisHost.name(), Integer.MAX_VALUE, started));
        assertThat(only().state()).isEqualTo(KnownRun.State.KILLED);
        assertThat(page).doesNotExist();
        PrivateFiles.write(page, "http://127.0.0.1:1/?token=t\nrun=other\n");
        assertThat(only().state()).isEqualTo(KnownRun.State.KILLED);
        assertThat(page).as("the page of another run").exists();
    }

    @Test
    void shouldNotDeleteWhereALinkLeads() throws Exception {
        Path run = run("a", running("a", ThisHost.name(), Integer.MAX_VALUE, NOW));
        Path elsewhere = directory.resolve("elsewhere").resolve("page.url");
        PrivateFiles.write(elsewhere, "http://127.0.0.1:1/?token=t\nrun=a\n");
        Files.createSymbolicLink(run.resolve("private"), elsewhere.getParent());
        assertThat(only().state()).isEqualTo(KnownRun.State.KILLED);
        assertThat(elsewhere).exists();
    }

    @Test
    void shouldReadHowARunEnded() throws Exception {
        run("a", ended("a", "2026-01-02T03:04:00Z", "complete", 0));
        assertThat(only().words()).isEqualTo("complete");
        assertThat(only().progress().units()).isEqualTo(340);
        assertThat(only().progress().seconds()).isEqualTo(12.5);
        assertThat(only().progress().share()).isEqualTo(1);
        run("a", ended("a", "2026-01-02T03:04:00Z", "complete", 3));
        assertThat(only().words()).isEqualTo("complete without 3 units");
        run("a", ended("a", "2026-01-02T03:04:00Z", "failed", 3));
        assertThat(only().words()).isEqualTo("failed");
        run("a", head("interrupted", "a", "2026-01-02T03:04:00Z") + "}");
        assertThat(only().words()).isEqualTo("interrupted");
        run("a", head("error", "a", "2026-01-02T03:04:00Z") + ",\"error\":{\"code\":\"E100\",\"text\":\"broken\"}}");
        assertThat(only().state()).isEqualTo(KnownRun.State.FAILED);
        assertThat(only().note()).isEqualTo("E100 broken");
        assertThat(only().sentence()).isEqualTo("failed: E100 broken");
    }

    @Test
    void shouldSayThatCommandsFailedAndWithWhichExitCode() throws Exception {
        String commands = ",\"exitCode\":3,\"failedCommands\":3,\"note\":\"3 of 5 commands failed\"}";
        String complete = ended("a", "2026-01-02T03:04:00Z", "complete", 0);
        run("a", complete.substring(0, complete.length() - 1) + commands);
        assertThat(only().words()).isEqualTo("complete: 3 of 5 commands failed");
        assertThat(only().sentence()).isEqualTo("complete: 3 of 5 commands failed");
        assertThat(RunEnding.exitCode(only())).isEqualTo(3);
        String halted = ended("a", "2026-01-02T03:04:00Z", "interrupted", 0);
        run("a", halted.substring(0, halted.length() - 1) + commands);
        assertThat(only().words()).isEqualTo("3 of 5 commands failed");
        assertThat(only().progress().share()).isNaN();
        assertThat(RunEnding.exitCode(only())).isEqualTo(3);
    }

    @Test
    void shouldHaveARowForABrokenOrForeignFile() throws Exception {
        for (String json :
                new String[] {"", "{", "[]", "{\"schema\":\"other\"}", "\u0000", "{\"schema\":\"sluice-run-1\"}"}) {
            run("a", json);
            assertThat(only().state()).as(json).isEqualTo(KnownRun.State.UNREADABLE);
            assertThat(only().words()).startsWith("run.json: ").hasLineCount(1);
        }
        Files.delete(directory.resolve("at-a").resolve("run.json"));
        assertThat(only().words()).isEqualTo("no run.json");
    }

    @Test
    void shouldCountExactlyAndShowNoImpossibleTime() throws Exception {
        for (String started : new String[] {"-1000000-01-01T00:00:00Z", "+20000-01-01T00:00:00Z"}) {
            String json = ended("a", started, "complete", 0).replace("340", String.valueOf(Long.MAX_VALUE - 1));
            run("a", json.replace("12.5", "1e999"));
            assertThat(only().progress().units()).isEqualTo(Long.MAX_VALUE - 1);
            assertThat(only().progress().seconds()).isNaN();
            assertThat(only().started()).isBetween(Instant.EPOCH, Instant.now());
            assertThat(RunsTable.of(KnownRuns.read(index, NOW).all(), directory))
                    .contains(" complete ")
                    .doesNotContain("20000");
        }
    }

    @Test
    void shouldReplaceWhatATerminalWouldObeyInIds() throws Exception {
        run("1", ended("pep-\\u001b[2J1", "2026-01-02T03:04:00Z", "complete", 0));
        run("2", ended("pep-\\u202e2", "2026-01-02T03:04:00Z", "complete", 0));
        KnownRuns runs = KnownRuns.read(index, NOW);
        assertThat(named(runs, "pep").run()).startsWith("pep-");
        assertThat(said.toString())
                .containsAnyOf("pep-\uFFFD[2J1", "pep-\uFFFD2")
                .doesNotContain("\u001b", "\u202e");
        assertThat(RunsTable.of(runs.all(), directory)).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void shouldTakeTheRunningRunOrElseTheNewestForTheBeginningOfSeveral() throws Exception {
        run("each-1", ended("each-1", "2026-01-02T03:04:00Z", "complete", 0));
        run("each-3", ended("each-3", "2026-01-02T03:04:20Z", "complete", 0));
        assertThat(named(KnownRuns.read(index, NOW), "each").run()).isEqualTo("each-3");
        assertThat(said.toString().strip()).isEqualTo("sluice: run each-3, the newest of 2 whose ids begin with each");
        ProcessHandle self = ProcessHandle.current();
        Instant started = self.info().startInstant().orElseThrow().truncatedTo(ChronoUnit.SECONDS);
        run("each-2", running("each-2", ThisHost.name(), self.pid(), started));
        assertThat(named(KnownRuns.read(index, NOW), "each").run()).isEqualTo("each-2");
        assertThat(said.toString()).contains("run each-2, the running one of 3");
        run("each-4", running("each-4", ThisHost.name(), self.pid(), started));
        assertThatThrownBy(() -> named(KnownRuns.read(index, NOW), "each"))
                .hasMessageContaining("begins the ids of 2 running runs (expected: one of ")
                .hasMessageContaining("each-2")
                .hasMessageContaining("each-4");
    }

    @Test
    void shouldNameARunOfEachByItsCommand() {
        assertThat(EachName.of("gzip -k {}")).isEqualTo("each gzip -k {}");
        assertThat(EachName.of("")).isEqualTo("each");
        assertThat(EachName.of("x\u001b[2J" + "y".repeat(100)))
                .hasSize(60)
                .startsWith("each x\uFFFD[2Jyy")
                .endsWith("y…");
        assertThat(EachName.brief(EachName.of("./a.sh"))).isEqualTo("each ./a.sh");
        assertThat(EachName.brief("org.example.Sweep")).isEqualTo("Sweep");
        assertThat(EachName.brief("pi.py")).isEqualTo("pi.py");
    }

    @Test
    void shouldListTheNewestFirstAndFindARunByWhatUsersType() throws Exception {
        run("pep-1-aa", ended("pep-1-aa", "2026-01-02T03:04:00Z", "complete", 0));
        run("pep-2-bb", ended("pep-2-bb", "2026-01-02T03:04:20Z", "complete", 0));
        Path old = run("nbody-1", ended("nbody-1", "2025-01-02T03:04:20Z", "complete", 0));
        KnownRuns runs = KnownRuns.read(index, NOW);
        assertThat(runs.all()).extracting(KnownRun::run).containsExactly("pep-2-bb", "pep-1-aa", "nbody-1");
        assertThat(named(runs, null).run()).isEqualTo("pep-2-bb");
        assertThat(named(runs, "pep-1").run()).isEqualTo("pep-1-aa");
        assertThat(named(runs, old.toString()).run()).isEqualTo("nbody-1");
        assertThat(named(runs, old.resolve("run.json").toString()).run()).isEqualTo("nbody-1");
        assertThat(said.toString()).isEmpty();
        assertThatThrownBy(() -> named(runs, "nbdy-1"))
                .hasMessageContaining("no such run (expected: ")
                .hasMessageContaining("did you mean nbody-1?");
    }
}
