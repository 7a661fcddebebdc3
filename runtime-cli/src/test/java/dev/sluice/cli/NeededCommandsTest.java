package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class NeededCommandsTest {
    @Test
    void shouldListEachCommandUnderItsOwnName() {
        for (Map.Entry<String, Class<?>> command : SluiceMaster.COMMANDS) {
            assertThat(command.getValue().getAnnotation(Command.class).name()).isEqualTo(command.getKey());
        }
    }

    @Test
    void shouldMakeOnlyTheCommandThatTheLineBeginsWith() {
        CommandLine line = SluiceMaster.forWords(List.of("explain", "E101"));
        assertThat(line.getSubcommands()).containsOnlyKeys("explain");
        assertThat(SluiceMaster.forWords(List.of("--version")).getSubcommands()).isEmpty();
    }

    @Test
    void shouldMakeAllCommandsForALineThatBeginsWithNone() {
        for (List<String> words : List.of(
                List.<String>of(),
                List.of("--help"),
                List.of("--help", "run"),
                List.of("help", "run"),
                List.of("rnu"))) {
            CommandLine line = SluiceMaster.forWords(words);
            assertThat(line.getSubcommands()).hasSize(SluiceMaster.COMMANDS.size());
            int options =
                    line.getSubcommands().get("run").getCommandSpec().options().size();
            assertThat(options > 0).isEqualTo(words.contains("run"));
        }
    }
}
