package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.CommandList.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class CommandListTest {
    private static final Path FILE = Path.of("../runtime-cli/src/main/resources/dev/sluice/cli/commands.txt");
    private static final Pattern LISTED = Pattern.compile("(?m)^ {2}([a-z-]+) +[A-Z]");

    private static List<String> listed(String help) {
        return LISTED.matcher(help).results().map(found -> found.group(1)).toList();
    }

    /** Each command with its words: {@code workers add}. */
    private static void collect(String before, List<Entry> entries, List<String> found) {
        for (Entry each : entries) {
            if (!each.isOfScript()) {
                found.add(before + each.name());
                collect(before + each.name() + " ", each.below(), found);
            }
        }
    }

    private static List<String> all() {
        List<String> all = new ArrayList<>();
        collect("", CommandList.entries(), all);
        return all;
    }

    @Test
    void shouldListAboutTwentyCommandsFirst() {
        List<String> first = listed(Executed.sluice("--help").out());
        assertThat(first)
                .hasSizeLessThanOrEqualTo(22)
                .contains("run", "workers", "hosts")
                .doesNotContain("man", "dist");
        assertThat(Executed.sluice("help").out())
                .isEqualTo(Executed.sluice("--help").out());
    }

    @Test
    void shouldListTheCommandsForAdministratorsToo() throws Exception {
        List<String> whole = listed(Executed.sluice("--help-all").out());
        assertThat(Executed.sluice("help", "--help-all").out())
                .isEqualTo(Executed.sluice("--help-all").out());
        List<String> file = listed(Files.readString(FILE));
        assertThat(whole)
                .containsExactlyElementsOf(file.stream()
                        .filter(name -> !Set.of("join", "check", "dist").contains(name))
                        .toList());
        assertThat(file).containsAll(Set.of("join", "check", "dist", "man", "config"));
    }

    @Test
    void shouldNameEachCommandLikeItsClassAndSayASentenceAboutIt() throws Exception {
        List<Entry> entries = new ArrayList<>(CommandList.entries());
        CommandList.entries().forEach(each -> entries.addAll(each.below()));
        for (Entry each : entries) {
            assertThat(each.sentence()).as(each.name()).endsWith(".").hasSizeLessThanOrEqualTo(66);
            if (!each.isOfScript() && !each.type().isEmpty()) {
                Command command = Class.forName("dev.sluice.cli." + each.type()).getAnnotation(Command.class);
                assertThat(command.name()).as(each.type()).isEqualTo(each.name());
                assertThat(String.join(" ", command.description()))
                        .as(each.type())
                        .doesNotContain(each.sentence());
            }
        }
    }

    @Test
    void shouldBeginTheHelpOfEachCommandWithItsSentence() {
        for (String command : all()) {
            String[] words = ("help " + command).split(" ");
            List<Entry> entries = CommandList.entries();
            Entry entry = null;
            for (int i = 1; i < words.length; i++) {
                String name = words[i];
                entry = entries.stream()
                        .filter(each -> each.name().equals(name))
                        .findAny()
                        .orElseThrow();
                entries = entry.below();
            }
            assertThat(Executed.sluice(words).out().replaceAll("\\s+", " "))
                    .as(command)
                    .contains(" " + entry.sentence());
        }
    }

    @Test
    void shouldBeCompletedAndHavePages() {
        String completion = Executed.sluice("completion", "bash").out();
        Set<String> pages =
                new TreeSet<>(ManPages.of(SluiceMaster.unconfigured(), "x").keySet());
        Set<String> expected = new TreeSet<>(Set.of("sluice.1"));
        for (String command : all()) {
            if (!command.equals("help")) {
                expected.add("sluice-" + command.replace(' ', '-') + ".1");
            }
            assertThat(completion)
                    .contains("_picocli_sluice_" + command.replace("-", "").replace(' ', '_') + "()");
        }
        assertThat(pages).isEqualTo(expected);
    }

    /** The script prints the file before there is a program that could, and treats some commands by their names. */
    @Test
    void shouldAgreeWithTheScript() throws Exception {
        String script = Files.readString(Path.of("..", "sluice"));
        assertThat(script).contains("\"$home/runtime-cli/src/main/resources/dev/sluice/cli/commands.txt\"");
        List<String> known = new ArrayList<>(all());
        CommandList.entries().forEach(each -> each.below().forEach(below -> known.add(below.name())));
        List<String> named = Pattern.compile("(?:\\$1|\\{2:-\\}|\\{2:-\\}\") ?[!=]= @\\(([^)]*)\\)")
                .matcher(script)
                .results()
                .flatMap(found -> List.of(found.group(1).split("\\|")).stream())
                .map(word -> word.replace(" *", ""))
                .filter(word -> !word.startsWith("-"))
                .toList();
        assertThat(named).hasSizeGreaterThan(20).isSubsetOf(known);
    }
}
