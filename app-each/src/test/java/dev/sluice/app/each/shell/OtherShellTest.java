package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.app.each.job.Outcome;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Helper shells and ways to a process group that this machine would not choose by itself. */
@NoLeaks
@Tag("slow")
class OtherShellTest {
    @TempDir
    Path temporary;

    enum Variant {
        BASH(ShellProgram.find().prefix(), "/bin/bash"),
        PERL(List.of("/usr/bin/perl", "-e", ShellProgram.PERL_SETSID), "/bin/sh"),
        NO_GROUP(List.of(), "/bin/sh");

        private final ShellProgram program;

        Variant(List<String> prefix, String shell) {
            program = new ShellProgram(prefix, shell, 0);
        }

        CommandCrew crew() throws Exception {
            for (String path : new String[] {program.command().get(0), program.shell()}) {
                assumeThat(Path.of(path)).as(path + " is installed").isExecutable();
            }
            return new CommandCrew(
                    new CrewConfig("here", new WorkingDirectory.Current(), "/bin/sh", SlotResources.NONE, 0), program);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunCommands(Variant variant) throws Exception {
        try (CommandCrew crew = variant.crew()) {
            Outcome outcome = Commands.run(crew, Commands.program("printf", "%s", "it's\n\u0001\u007f$x"));
            assertThat(Commands.output(outcome)).isEqualTo("it's\n\u0001\u007f$x");
            Outcome changed =
                    Commands.run(crew, Commands.withEnvironment(Commands.program("env"), "A=1 2", "b.c=d", "UID=5"));
            assertThat(Commands.output(changed)).contains("A=1 2\n", "b.c=d\n", "UID=5\n");
            assertThat(Commands.run(crew, Commands.program("no-such-program")).exitCode())
                    .isEqualTo(127);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellSignalsFromExits(Variant variant) throws Exception {
        try (CommandCrew crew = variant.crew()) {
            for (int signal : new int[] {9, 11}) {
                String line = "kill -" + signal + " $$";
                assertThat(Commands.run(crew, Commands.line(line)).signal()).isEqualTo(signal);
                Outcome program = Commands.run(crew, Commands.program("sh", "-c", line));
                assertThat(program.signal()).isEqualTo(signal);
                assertThat(Commands.error(program)).isEmpty();
            }
            for (int code : new int[] {130, 137, 141, 143}) {
                assertThat(Commands.run(crew, Commands.line("exit " + code)).exitCode())
                        .isEqualTo(code);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndACommandAndItsChildrenAtTheTimeLimit(Variant variant) throws Exception {
        Path pids = temporary.resolve("pids");
        CommandLimits limits = CommandLimits.NONE.timeLimit(1_000_000_000L).grace(100_000_000L);
        try (CommandCrew crew = variant.crew()) {
            String line = "trap '' TERM; sleep 1000 & echo $! $$ > " + pids + "; wait; sleep 1000";
            Outcome outcome = Commands.runUntilWritten(crew, line, limits, pids, 1);
            assertThat(outcome.timedOut()).isTrue();
            for (String pid : Files.readString(pids).trim().split(" ")) {
                await().until(() -> ProcessHandle.of(Long.parseLong(pid))
                        .map(process -> !process.isAlive())
                        .orElse(true));
            }
            assertThat(Commands.run(crew, Commands.program("true")).succeeded()).isTrue();
        }
    }
}
