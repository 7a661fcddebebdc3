package dev.sluice.launch.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.fleet.FleetSystem.TaskStatus;
import dev.sluice.model.ErrorCode;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of docs/queues.md, with real scripts. */
@NoLeaks
@Timeout(180)
@Tag("slow")
class ScriptFleetTest {
    private static final long LIMIT_MILLIS = 20_000;

    @TempDir
    Path directory;

    private final List<String> said = new ArrayList<>();

    private Path file() {
        return directory.resolve("my cloud.sh");
    }

    private ScriptFleet fleet(long limitMillis) {
        ScriptTerms terms = new ScriptTerms(
                file(),
                directory.resolve("agent.run"),
                directory.resolve("sluice-worker.jar"),
                List.of("-Xmx64m"),
                4,
                "sluice-3c1d",
                directory);
        return new ScriptFleet(terms, said::add, limitMillis);
    }

    /** A fleet whose script notes its arguments in the file calls, and then does this. */
    private ScriptFleet script(String body) throws IOException {
        Files.writeString(file(), "#!/bin/sh\necho \"$*\" >> calls\n" + body + "\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rwx------"));
        return fleet(LIMIT_MILLIS);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(directory.resolve("calls"));
    }

    private static AbstractThrowableAssert<?, ?> assertFails(ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LaunchException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void shouldCallTheFourVerbs() throws Exception {
        ScriptFleet fleet = script("""
            case $1 in
                start) echo i-1; echo; echo '12[3].head' ;;
                status) printf 'i-1 running\\n12[3].head  queued\\nold failed \\n' ;;
            esac\
            """);
        fleet.check();
        assertThat(fleet.start(2)).containsExactly("i-1", "12[3].head");
        assertThat(fleet.status())
                .isEqualTo(
                        Map.of("i-1", TaskStatus.RUNNING, "12[3].head", TaskStatus.QUEUED, "old", TaskStatus.FAILED));
        assertThat(fleet.own()).containsExactlyInAnyOrder("i-1", "12[3].head");
        fleet.stop(List.of("i-1", "12[3].head"));
        assertThat(calls()).containsExactly("check", "start 2", "status", "stop old", "status", "stop i-1 12[3].head");
        assertThat(said).isEmpty();
    }

    @Test
    void shouldHandOverHowAnAgentStarts() throws Exception {
        ScriptFleet fleet = script("env | grep ^SLUICE_ > $1; pwd > where; echo \"$SLUICE_BATCH\"");
        String first = fleet.start(1).get(0);
        assertThat(first).startsWith("sluice-3c1d-").isNotEqualTo(fleet.start(1).get(0));
        assertThat(Files.readAllLines(directory.resolve("start")))
                .contains(
                        "SLUICE_RUNFILE=" + directory + "/agent.run",
                        "SLUICE_JAR=" + directory + "/sluice-worker.jar",
                        "SLUICE_SLOTS=4",
                        "SLUICE_NAME=sluice-3c1d",
                        "SLUICE_LOGS=" + directory)
                .anyMatch(line -> line.startsWith("SLUICE_AGENT=/")
                        && line.endsWith(" -Xmx64m -jar " + directory
                                + "/sluice-worker.jar join --transport tcp --slots 4 " + directory + "/agent.run"));
        assertThat(directory.resolve("where")).hasContent(directory.toRealPath() + "\n");
    }

    @Test
    void shouldPrintWhatItWouldRun() throws Exception {
        ScriptFleet fleet = script("exit 9");
        assertThat(fleet.dryRun(3))
                .startsWith("cd " + directory)
                .contains("export SLUICE_NAME=sluice-3c1d")
                .endsWith("'" + file() + "' start 3");
        assertThat(directory.resolve("calls")).doesNotExist();
    }

    @Test
    void shouldRefuseAScriptThatCannotRun() throws Exception {
        ScriptFleet fleet = fleet(LIMIT_MILLIS);
        assertFails(ErrorCode.LAUNCHER_UNUSABLE, fleet::check)
                .hasMessage("--launcher: " + file() + ": no such file (expected: an executable script)");
        script("");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
        assertFails(ErrorCode.LAUNCHER_UNUSABLE, fleet::check).hasMessageContaining("not executable");
        Files.delete(file());
        assertFails(ErrorCode.LAUNCHER_FAILED, fleet::status).hasMessageContaining("exit code 127 (expected: 0)");
        Files.writeString(file(), "#!/no/such/shell\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rwx------"));
        assertFails(ErrorCode.LAUNCHER_FAILED, fleet::check).hasMessageContaining("exit code 127 (expected: 0)");
    }

    @Test
    void shouldShowWhatAFailedScriptSaid() throws Exception {
        ScriptFleet fleet = script("printf 'quota\\033[31m exceeded\\n\\nask ada\\n' >&2; exit 3");
        assertFails(ErrorCode.LAUNCHER_FAILED, fleet::check)
                .hasMessage(
                        "launcher " + file() + " check: exit code 3 (expected: 0): quota\uFFFD[31m exceeded; ask ada");
        assertFails(ErrorCode.LAUNCHER_FAILED, () -> fleet.start(2)).hasMessageContaining("start 2: exit code 3");
        assertFails(ErrorCode.LAUNCHER_FAILED, fleet::status).hasMessageContaining("status: exit code 3");
        assertFails(ErrorCode.LAUNCHER_FAILED, () -> fleet.stop(Set.of("a"))).hasMessageContaining("stop: exit code 3");
        assertThat(calls()).containsExactly("check", "start 2", "status", "stop a");
    }

    @Test
    void shouldKeepTheTasksOfAStartThatFailedHalfway() throws Exception {
        ScriptFleet fleet = script("echo i-1; echo no more quota >&2; exit 1");
        assertThat(fleet.start(3)).containsExactly("i-1");
        assertThat(said)
                .containsExactly("launcher " + file() + " start 3: exit code 1 (expected: 0): no more quota; 1 of 3"
                        + " tasks started");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Your job 7 has been submitted",
                " i-2",
                "i-2\\r",
                "i-\\0332",
                "-rf",
                "../etc",
                "i-1",
                "\\377\\376",
                "i-2\\ni-3"
            })
    void shouldRefuseAnAnswerThatBreaksTheContractAndStopItsTasks(String line) throws Exception {
        ScriptFleet fleet = script("[ $1 != start ] || printf 'i-1\\n" + line + "\\n'");
        assertFails(ErrorCode.LAUNCHER_FAILED, () -> fleet.start(2)).hasMessageContaining("(expected: ");
        assertThat(calls()).hasSize(2).first().isEqualTo("start 2");
        assertThat(calls().get(1)).startsWith("stop i-1");
    }

    @Test
    void shouldSayWhichTasksMayGoOnIfTheyCannotBeStopped() throws Exception {
        ScriptFleet fleet = script("printf 'i-1\\ni-2\\n'; [ $1 = start ]");
        assertFails(ErrorCode.LAUNCHER_FAILED, () -> fleet.start(1))
                .hasMessageContaining("2 ids (expected: at most 1)");
        assertThat(said).singleElement().asString().endsWith("these tasks may go on: i-1 i-2");
    }

    @Test
    void shouldRefuseAStartWithoutTasksAndAnUnknownStatus() throws Exception {
        ScriptFleet silent = script("");
        assertFails(ErrorCode.LAUNCHER_FAILED, () -> silent.start(1)).hasMessageContaining("it printed no id");
        assertThat(silent.status()).isEmpty();
        ScriptFleet chatty = script("echo i-1 sleeping");
        assertFails(ErrorCode.LAUNCHER_FAILED, chatty::status)
                .hasMessageContaining("it printed 'i-1 sleeping' (expected: ID queued, ID running or ID failed)");
    }

    @Test
    void shouldStopAFailedTaskOnceAsLongAsItIsNamed() throws Exception {
        ScriptFleet fleet = script("[ $1 != status ] || cat states; [ $1 != stop ]");
        Path states = directory.resolve("states");
        Files.writeString(states, "a failed\nb running\n");
        assertThat(fleet.status()).hasSize(2);
        assertThat(fleet.status()).hasSize(2);
        Files.writeString(states, "b failed\n");
        fleet.status();
        Files.writeString(states, "a failed\n");
        fleet.status();
        assertThat(calls()).containsExactly("status", "stop a", "status", "status", "stop b", "status", "stop a");
        assertThat(said).hasSize(3).first().asString().contains("stop: exit code 1", "may go on: a");
    }

    @Test
    void shouldKillAScriptThatHangsWithItsProcesses() throws Exception {
        script("sleep 1000 & echo $! > sleeper; trap '' TERM INT HUP; wait; sleep 1000");
        await().untilAsserted(() -> {
            assertFails(ErrorCode.LAUNCHER_FAILED, fleet(2_000)::check)
                    .hasMessageContaining("no end within 2.0 s (expected: an answer by then); it was killed");
            assertThat(directory.resolve("sleeper")).as("it came so far").isNotEmptyFile();
        });
        assertSleeperEnds();
    }

    @Test
    void shouldReturnTheTasksOfAStartThatHangsAfterwards() throws Exception {
        script("echo i-1; exec sleep 1000");
        ScriptFleet fleet = fleet(2_000);
        await().ignoreException(LaunchException.class) // of a script that has not printed by then
                .until(() -> fleet.start(2).equals(List.of("i-1")));
        assertThat(said).singleElement().asString().contains("no end within 2.0 s", "1 of 2 tasks started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "yes i-1", "yes 1>&2", "yes | tr -d '\\n'", "cat /dev/zero"})
    void shouldKillAScriptThatPrintsWithoutEnd(String body) throws Exception {
        ScriptFleet fleet = script("[ $1 = stop ] || " + body);
        assertFails(ErrorCode.LAUNCHER_FAILED, () -> fleet.start(1))
                .hasMessageContaining("more than 1 MiB of output (expected: one line for each task); it was killed");
        assertFails(ErrorCode.LAUNCHER_FAILED, fleet::status).hasMessageContaining("more than 1 MiB of output");
    }

    @Test
    void shouldNotWaitForAProcessThatTheScriptLeavesBehind() throws Exception {
        ScriptFleet fleet = script("sleep 1000 & echo $! > sleeper; echo i-1");
        assertThat(fleet.start(1)).containsExactly("i-1");
        ProcessHandle sleeper = ProcessHandle.of(sleeper()).orElseThrow();
        assertThat(sleeper.isAlive()).isTrue();
        sleeper.destroyForcibly();
    }

    @Test
    void shouldKillTheScriptOfAnInterruptedCall() throws Exception {
        ScriptFleet fleet = script("sleep 1000 & echo $! > sleeper; wait");
        Thread caller = new Thread(() -> {
            try {
                fleet.check();
            } catch (InterruptedException expected) {
                said.add("interrupted");
            }
        });
        caller.start();
        await().until(() -> Files.exists(directory.resolve("sleeper")) && sleeper() > 0);
        caller.interrupt();
        caller.join();
        assertThat(said).containsExactly("interrupted");
        assertSleeperEnds();
    }

    @Test
    void shouldStopManyTasksInSeveralCalls() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 1_001; i++) {
            ids.add("i-" + i);
        }
        script("").stop(ids);
        assertThat(String.join(" ", calls()).replace("stop ", "")).isEqualTo(String.join(" ", ids));
        assertThat(calls()).hasSize(3);
    }

    private long sleeper() throws IOException {
        String text = Files.readString(directory.resolve("sleeper")).strip();
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private void assertSleeperEnds() throws IOException {
        long pid = sleeper();
        await().until(() ->
                ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true));
    }
}
