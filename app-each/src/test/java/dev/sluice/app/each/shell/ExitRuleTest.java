package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for exit codes decide whether and how a command is started again. */
@NoLeaks
class ExitRuleTest {
    private static CommandLimits limits(String... rules) {
        return CommandLimits.NONE.rules(ExitRule.of(List.of(rules)));
    }

    private static Outcome run(String line, CommandLimits limits) throws IOException, InterruptedException {
        try (CommandCrew crew = Commands.crew()) {
            return Commands.run(crew, Commands.line(line), limits);
        }
    }

    @Test
    void shouldFailAtOnceThoughTriesAreLeft() throws Exception {
        assertThat(run("exit 9", limits("9=fail").tries(5)).tries()).isEqualTo(1);
        assertThat(run("exit 8", limits("9=fail").tries(5)).tries()).isEqualTo(5);
    }

    @Test
    void shouldRetryOneCodeAlone() throws Exception {
        Outcome third = run("[ $SLUICE_TRY = 3 ] || exit 75", limits("75=retry"));
        assertThat(third.succeeded()).isTrue();
        assertThat(third.tries()).isEqualTo(3);
        assertThat(run("exit 75", limits("75=retry")).tries()).isEqualTo(3);
        assertThat(run("exit 75", limits("75=retry").tries(6)).tries()).isEqualTo(6);
        assertThat(run("exit 74", limits("75=retry")).tries()).isEqualTo(1);
    }

    @Test
    void shouldKnowASignalByTheNumberOfAShell() throws Exception {
        assertThat(run("kill -9 $$", limits("137=retry").tries(2)).tries()).isEqualTo(2);
        assertThat(run("kill -9 $$", limits("137=fail").tries(2)).tries()).isEqualTo(1);
    }

    @Test
    void shouldGrowUntilTheHostHasNoMore() throws Exception {
        Outcome fourth =
                run("[ $SLUICE_TRY = 4 ] || exit 137", limits("137=grow").memory(1 << 30));
        assertThat(fourth.succeeded()).isTrue();
        assertThat(fourth.tries()).isEqualTo(4);
        CommandTry killed = new CommandTry(ExitStatus.KILLED, false, 0, 0, 0, false);
        CommandLimits first = limits("137=grow").memory(3_000);
        assertThat(first.grown(killed, () -> 10_000)).isEqualTo(first.memory(6_000));
        assertThat(first.memory(6_000).grown(killed, () -> 10_000)).isEqualTo(first.memory(10_000));
        assertThat(first.memory(10_000).grown(killed, () -> 10_000)).isNull();
        assertThat(limits("137=grow").grown(killed, () -> 10_000)).isNull();
        CommandTry late = new CommandTry(ExitStatus.KILLED, true, 0, 0, 0, false);
        assertThat(first.grown(late, () -> 10_000)).isNull();
    }

    @Test
    void shouldGrowACommandThatExceedsItsMemory() throws Exception {
        Command hungry = Commands.program("perl", "-e", "$a = 'x' x 150_000_000; sleep 1; print length $a");
        if (!Path.of("/usr/bin/perl").toFile().exists()) {
            return;
        }
        try (CommandCrew crew = Commands.crew()) {
            Outcome outcome = Commands.run(crew, hungry, limits("137=grow").memory(100_000_000));
            assertThat(Commands.output(outcome)).isEqualTo("150000000");
            assertThat(outcome.tries()).isGreaterThan(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "=fail", "0=fail", "256=retry", "9=again", "x=fail", "9=fail,"})
    void shouldRefuseWhatIsNoRule(String text) {
        assertThatThrownBy(() -> ExitRule.of(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(text)
                .hasMessageContaining("(expected: ");
        assertThatThrownBy(() -> ExitRule.of(List.of("7=fail", "7=retry"))).hasMessageContaining("a second rule");
    }
}
