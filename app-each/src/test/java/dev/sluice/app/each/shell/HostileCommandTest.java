package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.app.each.job.Outcome;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that misbehave, and commands that must be ended. */
@NoLeaks
@Tag("slow")
class HostileCommandTest {
    /** Ends commands soon; the grace is long enough for a busy machine. */
    private static final CommandLimits SHORT =
            CommandLimits.NONE.timeLimit(1_000_000_000L).grace(60_000_000_000L);

    @TempDir
    Path temporary;

    private CommandCrew crew;

    @BeforeEach
    void makeCrew() throws IOException {
        crew = Commands.crew();
    }

    @AfterEach
    void closeCrew() throws IOException {
        crew.close();
    }

    @Test
    void shouldEndACommandAtItsTimeLimit() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("sleep", "1000"), SHORT);
        assertThat(outcome.timedOut()).isTrue();
        assertThat(outcome.signal()).isEqualTo(15);
        assertThat(outcome.succeeded()).isFalse();
        shouldStillWork();
    }

    @Test
    void shouldLetACommandEndPolitelyAtItsTimeLimit() throws Exception {
        Path ready = temporary.resolve("ready");
        String line = "trap 'echo saved; exit 0' TERM; echo > " + ready + "; while :; do sleep 0.05; done";
        Outcome outcome = Commands.runUntilWritten(crew, line, SHORT, ready, 1);
        assertThat(outcome.timedOut()).isTrue();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.signal()).isZero();
        assertThat(outcome.succeeded()).isFalse();
        assertThat(Commands.output(outcome)).isEqualTo("saved\n");
    }

    @Test
    void shouldKillACommandThatIgnoresSigterm() throws Exception {
        Path pids = temporary.resolve("pids");
        String line = "trap '' TERM; sleep 1000 & echo $! > " + pids + "; echo $$ >> " + pids + "; wait; sleep 1000";
        Outcome outcome = Commands.runUntilWritten(crew, line, SHORT.grace(100_000_000L), pids, 2);
        assertThat(outcome.timedOut()).isTrue();
        assertThat(outcome.signal()).isEqualTo(9);
        awaitEnd(pids, 2);
        shouldStillWork();
    }

    @Test
    void shouldEndWhatHasASessionOfItsOwnAtTheTimeLimit() throws Exception {
        Path pids = temporary.resolve("pids");
        Path left = temporary.resolve("left");
        leave("sleep 1000 & echo $! > " + left);
        String orphan = "(setsid sh -c 'echo $$ >> " + pids + "; trap \"\" TERM; sleep 1000; sleep 1000' &)";
        String child = "setsid sleep 1000 & echo $! >> " + pids;
        String line = orphan + "; " + child + "; sleep 1000";
        Outcome outcome = Commands.runUntilWritten(crew, line, SHORT.grace(100_000_000L), pids, 2);
        assertThat(outcome.timedOut()).isTrue();
        awaitEnd(pids, 2);
        ProcessHandle kept = handle(Files.readString(left).trim());
        assertThat(kept.isAlive()).isTrue();
        kept.destroyForcibly();
    }

    @Test
    void shouldTryAgainAfterTheTimeLimit() throws Exception {
        String line = "[ $SLUICE_TRY != 1 ] || sleep 1000";
        Outcome outcome = Commands.run(crew, Commands.line(line), SHORT.tries(30));
        assertThat(outcome.tries()).as("or more, on a busy machine").isGreaterThan(1);
        assertThat(outcome.succeeded()).isTrue();
        assertThat(outcome.timedOut()).isFalse();
    }

    @Test
    void shouldEndACommandWhoseThreadIsInterrupted() throws Exception {
        Path pids = temporary.resolve("pids");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                Commands.run(crew, Commands.line("trap '' TERM; echo $$ > " + pids + "; sleep 1000; sleep 1000"));
            } catch (IOException | InterruptedException e) {
                failure.set(e);
            }
        });
        thread.start();
        awaitPids(pids, 1);
        thread.interrupt();
        thread.join();
        assertThat(failure.get()).isInstanceOf(InterruptedException.class);
        awaitEnd(pids, 1);
        shouldStillWork();
    }

    @Test
    void shouldEndRunningCommandsAndLeaveWhatOthersLeftWhenItIsClosed() throws Exception {
        Path pids = temporary.resolve("pids");
        Path left = temporary.resolve("left");
        leave("nohup sleep 1000 & echo $! > " + left);
        CompletableFuture<Outcome> running = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                running.complete(Commands.run(
                        crew,
                        Commands.line("setsid sleep 1000 & echo $! $$ | xargs -n1 >> " + pids + "; wait; exit 0")));
            } catch (IOException | InterruptedException e) {
                running.completeExceptionally(e);
            }
        });
        thread.start();
        awaitPids(pids, 2);
        crew.close();
        assertThatThrownBy(running::get).isInstanceOf(ExecutionException.class).hasMessageContaining("the worker ends");
        awaitEnd(pids, 2);
        ProcessHandle kept = handle(Files.readString(left).trim());
        assertThat(kept.isAlive()).isTrue();
        kept.destroyForcibly();
        assertThatThrownBy(crew::slot).isInstanceOf(IOException.class);
    }

    @Test
    void shouldSurviveACommandThatTerminatesItsParent() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("kill $PPID; kill -INT $PPID; kill -HUP $PPID; echo done"));
        assertThat(Commands.output(outcome)).isEqualTo("done\n");
        assertThat(outcome.succeeded()).isTrue();
        shouldStillWork();
    }

    @Test
    void shouldReplaceAShellThatItsCommandHasKilled() throws Exception {
        Path pids = temporary.resolve("pids");
        Outcome outcome = Commands.run(crew, Commands.line("echo $$ > " + pids + "; kill -9 $PPID; sleep 1000"));
        assertThat(outcome.signal()).isEqualTo(9);
        assertThat(Commands.error(outcome)).contains("ended by signal 9");
        awaitEnd(pids, 1);
        shouldStillWork();
    }

    @Test
    void shouldSurviveACommandThatKillsItsGroup() throws Exception {
        assertThat(Commands.run(crew, Commands.line("kill -9 0; sleep 1000")).signal())
                .isEqualTo(9);
        shouldStillWork();
        assertThat(Commands.run(crew, Commands.line("kill 0; sleep 1000")).signal())
                .isEqualTo(15);
        shouldStillWork();
    }

    @Test
    void shouldReplaceAShellThatEndedBetweenCommands() throws Exception {
        Path pid = temporary.resolve("pid");
        Commands.run(crew, Commands.line("echo $PPID > " + pid));
        ProcessHandle helper = handle(Files.readString(pid).trim());
        helper.destroyForcibly();
        helper.onExit().join();
        shouldStillWork();
    }

    @Test
    void shouldReplaceAGuardianThatWasKilled() throws Exception {
        ProcessHandle.current()
                .children()
                .filter(child -> child.info()
                        .arguments()
                        .map(arguments -> List.of(arguments).contains("sluice-guardian"))
                        .orElse(false))
                .forEach(guardian -> {
                    guardian.destroyForcibly();
                    guardian.onExit().join();
                });
        shouldEndACommandAtItsTimeLimit();
    }

    @Test
    void shouldNotWaitForProcessesInTheBackground() throws Exception {
        Path go = temporary.resolve("go");
        Outcome first = Commands.run(
                crew, Commands.line("echo first; { while [ ! -e " + go + " ]; do sleep 0.02; done; echo late; } &"));
        assertThat(Commands.output(first)).isEqualTo("first\n");
        Outcome second = Commands.run(crew, Commands.line("touch " + go + "; sleep 0.5; echo second"));
        assertThat(Commands.output(second)).isEqualTo("second\n");
    }

    @Test
    void shouldAcceptACommandThatClosesItsOutput() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("echo a; exec >&- 2>&-; echo b; exit 0"));
        assertThat(outcome.succeeded()).isTrue();
        assertThat(Commands.output(outcome)).isEqualTo("a\n");
    }

    @Test
    void shouldSayThatOutputFilesAreGone() throws Exception {
        Path out = temporary.resolve("out");
        Commands.run(crew, Commands.line("readlink /proc/self/fd/1 > " + out + ".x; readlink /proc/$$/fd/2 > " + out));
        Path error = Path.of(Files.readString(out).trim());
        Outcome outcome = Commands.run(
                crew, Commands.program("rm", "-rf", error.getParent().toString()));
        assertThat(outcome.exitCode()).isEqualTo(126);
        assertThat(Commands.error(outcome)).contains("could not write its output");
        shouldStillWork();
    }

    /** Runs a command for another input. */
    private void leave(String line) throws IOException, InterruptedException {
        try (CrewSlot slot = crew.slot()) {
            slot.run(1, Commands.line(line), new byte[0], CommandLimits.NONE);
        }
    }

    private void shouldStillWork() throws Exception {
        assertThat(Commands.output(Commands.run(crew, Commands.program("echo", "well"))))
                .isEqualTo("well\n");
    }

    private static void awaitPids(Path file, int lines) {
        await().until(() -> Files.exists(file) && Files.readAllLines(file).size() == lines);
    }

    private static void awaitEnd(Path pids, int lines) throws IOException {
        List<String> all = new ArrayList<>(Files.readAllLines(pids));
        assertThat(all).hasSize(lines);
        for (String pid : all) {
            await().until(() -> ProcessHandle.of(Long.parseLong(pid))
                    .map(process -> !process.isAlive())
                    .orElse(true));
        }
    }

    private static ProcessHandle handle(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }
}
