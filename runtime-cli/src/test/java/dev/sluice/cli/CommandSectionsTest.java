package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CommandSectionsTest {
    private static final List<String> LINES = CommandSections.file().lines().toList();

    @Test
    void shouldListEachCommandOnceInGroups() {
        List<String> commands = new ArrayList<>(CommandSections.OF_SCRIPT);
        SluiceMaster.COMMANDS.stream().map(Map.Entry::getKey).forEach(commands::add);
        assertThat(LINES.stream().map(CommandSections::command).filter(name -> !name.isEmpty()))
                .containsExactlyInAnyOrderElementsOf(commands);
        assertThat(LINES.stream().filter(line -> line.endsWith(":")))
                .containsExactly("Run:", "See:", "Plan:", "Hosts:", "Administer:");
        assertThat(LINES).allMatch(line -> line.length() <= 80);
    }

    @Test
    void shouldShowTheListInTheHelpWithoutTheCommandsOfTheScript() {
        String help = Executed.sluice("--help").out();
        for (String line : LINES) {
            assertThat(help.contains(line))
                    .as(line)
                    .isEqualTo(!CommandSections.OF_SCRIPT.contains(CommandSections.command(line)));
        }
    }

    /** The script prints the file before there is a program that could. */
    @Test
    void shouldBeWhereTheScriptLooksForIt() throws Exception {
        Path script = Path.of("..", "sluice");
        String path = "runtime-cli/src/main/resources/dev/sluice/cli/commands.txt";
        assertThat(Files.readString(script)).contains("\"$home/" + path + "\"");
        assertThat(Path.of("..").resolve(path)).hasContent(Objects.requireNonNull(CommandSections.file()));
    }
}
