package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.api.unit.MemoryShares;
import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.testing.NoLeaks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ordinary commands: words, lines, environment, input, output, exit status. */
@NoLeaks
class CommandCrewTest {
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
    void shouldLetCommandsGiveWayToOtherPrograms() throws Exception {
        int own = niceness(crew);
        CrewConfig config = new CrewConfig("here", new WorkingDirectory.Current(), "/bin/sh", SlotResources.NONE, 7);
        try (CommandCrew nice = new CommandCrew(config)) {
            assertThat(niceness(nice)).isEqualTo(Math.min(19, own + 7));
        }
    }

    private static int niceness(CommandCrew crew) throws Exception {
        return Integer.parseInt(
                Commands.output(Commands.run(crew, Commands.program("nice"))).strip());
    }

    @Test
    void shouldPassEveryByteButZeroInAnArgument() throws Exception {
        byte[] all = new byte[255];
        for (int index = 0; index < all.length; index++) {
            all[index] = (byte) (index + 1);
        }
        Command command = new Command(
                List.of(
                        "printf".getBytes(StandardCharsets.UTF_8),
                        "%s|".getBytes(StandardCharsets.UTF_8),
                        all,
                        new byte[0],
                        "a\n'b'\n".getBytes(StandardCharsets.UTF_8)),
                false,
                List.of(),
                Optional.empty(),
                List.of());
        Outcome outcome = Commands.run(crew, command);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.write(all);
        expected.write("||a\n'b'\n|".getBytes(StandardCharsets.UTF_8));
        assertThat(Commands.bytes(outcome.standardOutput())).isEqualTo(expected.toByteArray());
    }

    @Test
    void shouldRunTheProgramAndNotTheBuiltinOfAShell() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("echo", "-e", "a\\tb"));
        assertThat(Commands.output(outcome)).isEqualTo("a\tb\n");
        assertThat(Commands.run(crew, Commands.program("[", "1", "=", "2", "]")).exitCode())
                .isEqualTo(1);
    }

    @Test
    void shouldNotRunBuiltinsWithoutAProgram() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("export", "A=1"));
        assertThat(outcome.exitCode()).isEqualTo(127);
        assertThat(Commands.error(outcome)).contains("export: not found");
    }

    @Test
    void shouldReadNoShellSyntaxInWords() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("printf", "%s\n", "$HOME", "`id`", "*", ";", "&&", "#"));
        assertThat(Commands.output(outcome)).isEqualTo("$HOME\n`id`\n*\n;\n&&\n#\n");
    }

    @Test
    void shouldGiveALineToTheShell() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("echo a; echo b >&2; exit 3"));
        assertThat(Commands.output(outcome)).isEqualTo("a\n");
        assertThat(Commands.error(outcome)).isEqualTo("b\n");
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(outcome.succeeded()).isFalse();
    }

    @Test
    void shouldSurviveASyntaxErrorInALine() throws Exception {
        assertThat(Commands.run(crew, Commands.line("if ( ' \"")).succeeded()).isFalse();
        assertThat(Commands.run(crew, Commands.line("exit 0")).succeeded()).isTrue();
    }

    @Test
    void shouldSetTheVariablesOfTheCommandAndOfGnuParallel() throws Exception {
        Command command = Commands.withEnvironment(
                Commands.line("echo $A-$SLUICE_SEQ-$SLUICE_SLOT-$SLUICE_TRY-$PARALLEL_SEQ-$PARALLEL_JOBSLOT"),
                "A=it's\na $B",
                "not.a.name=1");
        assertThat(Commands.output(Commands.run(crew, command))).isEqualTo("it's a $B-7-1-1-7-1\n");
    }

    @Test
    void shouldPassVariablesWhoseNamesAShellCannotWrite() throws Exception {
        Command command = Commands.withEnvironment(Commands.program("env"), "a.b=c d", "UID=x", "PATH2=y");
        assertThat(Commands.output(Commands.run(crew, command))).contains("a.b=c d\n", "UID=x\n", "PATH2=y\n");
        assertThat(Commands.output(Commands.run(crew, Commands.program("env")))).doesNotContain("PATH2");
    }

    @Test
    void shouldGiveTheInputToTheCommandAndNothingElse() throws Exception {
        byte[] input = new byte[300_000];
        Arrays.fill(input, (byte) 'x');
        Command command = Commands.reading(Commands.program("wc", "-c"), Blob.of(input));
        assertThat(Commands.output(Commands.run(crew, command)).trim()).isEqualTo("300000");
        assertThat(Commands.run(crew, Commands.program("cat")).standardOutput().size())
                .isZero();
    }

    @Test
    void shouldKeepLargeOutputInAFile() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("head -c 1000000000 /dev/zero; echo e >&2"));
        assertThat(outcome.standardOutput().size()).isEqualTo(1_000_000_000);
        assertThat(Commands.error(outcome)).isEqualTo("e\n");
        try (var in = outcome.standardOutput().open()) {
            assertThat(in.readNBytes(100)).containsOnly(0);
        }
    }

    @Test
    void shouldEndACommandThatWritesTooMuch() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("yes"), CommandLimits.NONE.output(1_000));
        assertThat(outcome.signal()).isEqualTo(9);
        assertThat(outcome.standardOutput().size()).isEqualTo(1_000);
        assertThat(Commands.error(outcome))
                .isEqualTo("sluice: the command wrote more than its limit of 1000 bytes to its standard output;"
                        + " raise the limit or let it write a file\n");
    }

    @Test
    void shouldEndACommandThatUsesTooMuchMemory() throws Exception {
        Command hungry = Commands.line("x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1000");
        Outcome outcome = Commands.run(crew, hungry, CommandLimits.NONE.memory(50_000_000));
        assertThat(outcome.signal()).isEqualTo(9);
        assertThat(Commands.error(outcome)).contains("of memory, more than its limit of 50.0 MB, and was ended");
    }

    @Test
    void shouldCallOnlyACommandOutOfMemoryThatWasEndedForIt() throws Exception {
        Command hungry = Commands.line("x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1000");
        assertThat(Commands.run(crew, hungry, CommandLimits.NONE.memory(50_000_000))
                        .outOfMemory())
                .isTrue();
        assertThat(Commands.run(crew, Commands.line("kill -9 $$")).outOfMemory())
                .isFalse();
        assertThat(Commands.run(crew, Commands.line("exit 137")).outOfMemory()).isFalse();
    }

    @Test
    void shouldTryACommandAgainWithMoreMemoryAsLongAsTheHostHasMore() throws Exception {
        Command hungry = Commands.line("x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1; echo ${#x}");
        FewShares shares = new FewShares(40_000_000);
        MemoryShares.here(shares);
        try {
            Outcome outcome = Commands.run(crew, hungry);
            assertThat(Commands.output(outcome)).isEqualTo("60000000\n");
            assertThat(shares.begun).containsExactly(0L, 400_000_000L);
            shares.begun.clear();
            shares.mostBytes = 30_000_000;
            assertThatThrownBy(() -> Commands.run(crew, hungry))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(Outcome.OUT_OF_MEMORY, "a host with more memory");
        } finally {
            MemoryShares.here(null);
        }
    }

    /** Ends each command that exceeds its own memory, and gives it ten times as much once. */
    private static final class FewShares implements MemoryShares {
        private final List<Long> begun = new CopyOnWriteArrayList<>();
        private volatile long mostBytes;

        FewShares(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        @Override
        public Share begin(long ownBytes, Runnable stop) {
            begun.add(ownBytes);
            long most = Math.max(mostBytes, ownBytes);
            return new Share() {
                @Override
                public void uses(long residentBytes) {
                    if (residentBytes > most) {
                        stop.run();
                    }
                }

                @Override
                public long end(long peakBytes, boolean ended) {
                    return ended && mostBytes > 30_000_000 ? 10 * most : 0;
                }
            };
        }
    }

    @Test
    void shouldPassTheThreadsOfAUnitOn() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("echo $OPENBLAS_NUM_THREADS"));
        assertThat(Commands.output(outcome)).isEqualTo(Runtime.getRuntime().availableProcessors() + "\n");
    }

    @Test
    void shouldFailACommandThatHasWrittenTooMuchBeforeItsEnd() throws Exception {
        Command command = Commands.program("echo", "0123456789");
        Outcome outcome = Commands.run(crew, command, CommandLimits.NONE.output(4));
        assertThat(outcome.succeeded()).isFalse();
        assertThat(Commands.output(outcome)).isEqualTo("0123");
    }

    @Test
    void shouldSayWhenAProgramIsMissingOrNotExecutable() throws Exception {
        Outcome missing = Commands.run(crew, Commands.program("no-such-program", "x"));
        assertThat(missing.exitCode()).isEqualTo(127);
        assertThat(Commands.error(missing)).matches("sh: no-such-program: (command )?not found\n");
        Path file = Files.writeString(temporary.resolve("plain"), "no program");
        Outcome plain = Commands.run(crew, Commands.program(file.toString()));
        assertThat(plain.exitCode()).isEqualTo(126);
        assertThat(Commands.error(plain)).isEqualTo("sh: " + file + ": Permission denied\n");
    }

    @Test
    void shouldRefuseWordsThatNoSystemPasses() throws Exception {
        Outcome longWord = Commands.run(crew, Commands.program("echo", "x".repeat(131_072)));
        assertThat(longWord.exitCode()).isEqualTo(126);
        assertThat(Commands.error(longWord)).contains("argument 1 of the command has 131072 bytes", "at most 131071");
        Outcome zero = Commands.run(crew, Commands.program("echo", "a\0b"));
        assertThat(Commands.error(zero)).contains("zero byte");
        assertThatThrownBy(() -> Commands.run(crew, Commands.program())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldPassALongWordAndReportALongList() throws Exception {
        Outcome longest = Commands.run(crew, Commands.program("printf", "%s", "x".repeat(131_071)));
        assertThat(longest.standardOutput().size()).isEqualTo(131_071);
        String[] words = new String[100];
        Arrays.fill(words, "x".repeat(100_000));
        words[0] = "cat";
        Outcome list = Commands.run(crew, Commands.program(words));
        assertThat(list.exitCode()).isEqualTo(126);
        assertThat(Commands.error(list)).contains("cat", "rgument list too long");
    }

    @Test
    void shouldTellASignalFromAnExitWithItsNumber() throws Exception {
        // Signals 1 to 3 are ignored where the tests run in the background of a shell.
        for (int signal : new int[] {6, 9, 10, 11, 12, 14, 15}) {
            Outcome killed = Commands.run(crew, Commands.line("kill -" + signal + " $$; sleep 100"));
            assertThat(killed.signal()).isEqualTo(signal);
            assertThat(killed.exitCode()).isZero();
            assertThat(killed.succeeded()).isFalse();
        }
        for (int code : new int[] {1, 129, 130, 137, 141, 143, 193, 255}) {
            Outcome exited = Commands.run(crew, Commands.line("exit " + code));
            assertThat(exited.exitCode()).isEqualTo(code);
            assertThat(exited.signal()).isZero();
        }
    }

    @Test
    void shouldNameAFileThatIsNoDirectory(@TempDir Path place) throws IOException {
        Path file = Files.writeString(place.resolve("file"), "");
        assertThatThrownBy(() -> Commands.crewIn(file))
                .hasMessage("--workdir: " + file + ": no directory has this name (expected: a directory)");
    }

    @Test
    void shouldBlockNoSignalInCommands() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("grep", "SigBlk", "/proc/self/status"));
        assertThat(Commands.output(outcome)).isEqualTo("SigBlk:\t0000000000000000\n");
    }

    @Test
    void shouldGiveBackALowerLimitOfOpenFiles() {
        assertThat(HelperShell.limits("900", 20_000)).isEqualTo("ulimit -S -n 900\n");
        assertThat(HelperShell.limits("unlimited", 20_000)).isEmpty();
        assertThat(HelperShell.limits(Long.toString(Long.MAX_VALUE), Long.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void shouldTryAgainUntilACommandSucceeds() throws Exception {
        CommandLimits limits = CommandLimits.NONE.tries(4);
        Outcome third = Commands.run(crew, Commands.line("echo $SLUICE_TRY; [ $SLUICE_TRY = 3 ]"), limits);
        assertThat(third.succeeded()).isTrue();
        assertThat(third.tries()).isEqualTo(3);
        assertThat(Commands.output(third)).isEqualTo("3\n");
        Outcome never = Commands.run(crew, Commands.line("exit 5"), limits);
        assertThat(never.tries()).isEqualTo(4);
        assertThat(never.exitCode()).isEqualTo(5);
    }

    @Test
    void shouldHandOutTheLowestFreeSlot() throws Exception {
        try (CrewSlot first = crew.slot()) {
            try (CrewSlot second = crew.slot()) {
                assertThat(first.number()).isEqualTo(1);
                assertThat(second.number()).isEqualTo(2);
            }
            try (CrewSlot again = crew.slot()) {
                assertThat(again.number()).isEqualTo(2);
            }
        }
        try (CrewSlot again = crew.slot()) {
            assertThat(again.number()).isEqualTo(1);
        }
    }

    @Test
    void shouldRunCommandsOfSeveralThreadsAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            for (int index = 0; index < 100; index++) {
                Command command = Commands.program("echo", Integer.toString(index));
                outcomes.add(threads.submit(() -> Commands.run(crew, command)));
            }
            for (int index = 0; index < outcomes.size(); index++) {
                Outcome outcome = outcomes.get(index).get();
                assertThat(Commands.output(outcome)).isEqualTo(index + "\n");
                assertThat(outcome.slot()).isBetween(1, 4);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void shouldReportTimesMemoryAndHost() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("sleep 1; sleep 0.1"));
        assertThat(outcome.runMicros()).isGreaterThan(1_000_000);
        assertThat(outcome.startedMicros()).isGreaterThan(1_600_000_000_000_000L);
        assertThat(outcome.host()).isEqualTo("here");
        assertThat(outcome.slot()).isEqualTo(1);
        if (Files.exists(Path.of("/proc/self/task/" + ProcessHandle.current().pid() + "/children"))) {
            for (int more = 0; more < 30 && outcome.peakBytes() == 0; more++) { // a busy machine took no sample
                outcome = Commands.run(crew, Commands.line("sleep 1"));
            }
            assertThat(outcome.peakBytes()).isBetween(100_000L, 100_000_000L);
        }
    }

    @Test
    void shouldNotTakeWhatAShellSaysOfItsChildForASignal() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.line("sh -c 'kill -9 $$'; exit $?"));
        assertThat(outcome.exitCode()).isEqualTo(137);
        assertThat(outcome.signal()).isZero();
        assertThat(Commands.error(outcome)).contains("Killed");
    }

    @Test
    void shouldNotMixWhatTheShellSaysWithStandardError() throws Exception {
        Outcome outcome = Commands.run(crew, Commands.program("sh", "-c", "echo last >&2; kill -9 $$"));
        assertThat(outcome.signal()).isEqualTo(9);
        assertThat(Commands.error(outcome)).isEqualTo("last\n");
        for (String saying : List.of("Killed", "Quit", "Hangup", "Terminated", "Aborted (core dumped)")) {
            for (int code : new int[] {0, 129, 130, 137, 141, 143}) {
                String line = "echo '" + saying + "' >&2; exit " + code;
                Outcome own = Commands.run(crew, Commands.program("sh", "-c", line));
                assertThat(Commands.error(own)).isEqualTo(saying + "\n");
                assertThat(own.exitCode()).isEqualTo(code);
                assertThat(own.signal()).isZero();
            }
        }
    }
}
