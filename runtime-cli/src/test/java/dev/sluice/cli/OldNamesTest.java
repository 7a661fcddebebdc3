package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.config.ConfigPlaces;
import dev.sluice.cli.config.OldNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names that commands had before they were grouped. */
class OldNamesTest {
    @TempDir
    Path directory;

    private static void assertRenamed(String now, String... typed) {
        Executed answer = Executed.sluice(typed);
        assertThat(answer.code()).as(answer.err()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err())
                .startsWith("sluice: E291 ")
                .contains(": this command has a new name (expected: ", now + "')", "  Type: ");
    }

    @Test
    void shouldNameTheNewCommandForEachOldOne() {
        assertThat(OldNames.all()).hasSize(18);
        for (String old : OldNames.all()) {
            String now = OldNames.words(old).orElseThrow();
            assertRenamed(now, old, "sluice-runs/x");
            if (!old.equals("hosts")) {
                assertRenamed(now, old);
                assertRenamed(now, old, "--help");
                assertRenamed(now, "help", old);
                assertRenamed(now, old, "--unknown", "w1", "--json");
            }
        }
    }

    @Test
    void shouldRepeatWhatWasTypedWithTheNewName() {
        assertThat(Executed.sluice("launch", "my run", "--hosts", "h").err())
                .contains(" workers add 'my run' --hosts h" + System.lineSeparator());
        assertThat(Executed.sluice("help", "regret").err()).contains(" report --policies --help");
    }

    @Test
    void shouldLeadTheOldUseOfHostsToTheirList() {
        assertRenamed("hosts list", "hosts");
        assertRenamed("hosts list", "hosts", "h.txt", "--kind=pbs");
        assertRenamed("hosts list", "hosts", "--slurm");
        assertThat(Executed.sluice("hosts", "discovr").err()).startsWith("sluice: E200 discovr: unknown command");
        assertThat(Executed.sluice("hosts", "list", "--bad").err()).startsWith("sluice: E200 --bad: unknown option");
    }

    @Test
    void shouldReplaceEachOldNameByACommandThatIsThere() {
        for (String old : OldNames.all()) {
            List<String> words =
                    new ArrayList<>(List.of(OldNames.words(old).orElseThrow().split(" ")));
            words.add("--help");
            assertThat(Executed.sluice(words.toArray(String[]::new)).out())
                    .as(old)
                    .startsWith("Usage: ");
        }
    }

    @Test
    void shouldNeverProposeOrCompleteAnOldName() {
        assertThat(Executed.sluice("lanuch").err()).doesNotContain("launch");
        assertThat(Executed.sluice("--help-all").out()).doesNotContain("  launch ", "  regret ");
        assertThat(Executed.sluice("completion", "bash").out()).doesNotContain("sluice_launch", "sluice_regret");
    }

    @Test
    void shouldNameTheNewSectionAndVariableOfAnOption() throws Exception {
        Files.writeString(directory.resolve("sluice.yaml"), "launch:\n  ssh: x\n");
        Path nowhere = Path.of("/nowhere");
        Executed section = Executed.sluice(new ConfigPlaces(Map.of(), directory, nowhere), "config", "show");
        assertThat(section.code()).isEqualTo(2);
        assertThat(section.err())
                .contains("E210 ", "sluice.yaml:1: launch: the command has a new name, workers add")
                .contains("(expected: workers-add: and below it");
        Executed variable = Executed.sluice(
                new ConfigPlaces(Map.of("SLUICE_HOSTS_KIND", "pbs"), nowhere, nowhere), "config", "show");
        assertThat(variable.code()).isEqualTo(2);
        assertThat(variable.err())
                .contains("SLUICE_HOSTS_KIND: the command has a new name (expected: SLUICE_HOSTS_LIST_KIND)");
        Executed now = Executed.sluice(
                new ConfigPlaces(Map.of("SLUICE_HOSTS_LIST_KIND", "pbs"), nowhere, nowhere),
                "config",
                "show",
                "hosts",
                "list");
        assertThat(now.out()).contains("hosts-list.kind", "pbs").doesNotContain("run.policy");
    }
}
