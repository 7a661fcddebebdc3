package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.CommandList.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class NeededCommandsTest {
    private static int options(CommandLine line) {
        return line.getCommandSpec().options().size();
    }

    @Test
    void shouldMakeOnlyTheCommandThatTheLineBeginsWith() {
        CommandLine line = SluiceMaster.forWords(List.of("explain", "E101"));
        assertThat(line.getSubcommands()).containsOnlyKeys("explain");
        assertThat(SluiceMaster.forWords(List.of("--version")).getSubcommands()).isEmpty();
    }

    @Test
    void shouldMakeOnlyTheCommandOfAGroupThatTheLineNames() {
        CommandLine line = SluiceMaster.forWords(List.of("workers", "park", "w1"));
        assertThat(line.getSubcommands()).containsOnlyKeys("workers");
        assertThat(line.getSubcommands().get("workers").getSubcommands()).containsOnlyKeys("park");
        CommandLine group = SluiceMaster.forWords(List.of("workers", "--help"))
                .getSubcommands()
                .get("workers");
        assertThat(group.getSubcommands()).containsKeys("add", "drain", "park", "unpark", "move");
        assertThat(options(group.getSubcommands().get("add"))).isZero();
    }

    @Test
    void shouldMakeAllCommandsForALineThatBeginsWithNone() {
        String[] names = CommandList.entries().stream()
                .filter(each -> !each.isOfScript())
                .map(Entry::name)
                .toArray(String[]::new);
        for (List<String> words : List.of(
                List.<String>of(),
                List.of("--help"),
                List.of("--help", "run"),
                List.of("help", "run"),
                List.of("rnu"))) {
            CommandLine line = SluiceMaster.forWords(words);
            assertThat(line.getSubcommands()).containsKeys(names);
            assertThat(options(line.getSubcommands().get("run")) > 0).isEqualTo(words.contains("run"));
        }
    }
}
