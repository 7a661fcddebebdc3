package dev.sluice.app.each.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Input;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTemplateTest {
    private static List<byte[]> texts(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static Input input(String... values) {
        return new Input(7, texts(values), Optional.empty());
    }

    private static CommandTerms terms(Gathering gathering, List<String> names, String... words) {
        return new CommandTerms(
                texts(words),
                texts(names.toArray(new String[0])),
                "{}".getBytes(StandardCharsets.UTF_8),
                gathering,
                true,
                List.of(),
                List.of(),
                List.of());
    }

    private static CommandTemplate template(String... words) {
        return CommandTemplate.of(CommandTerms.of(texts(words)));
    }

    private static List<String> words(Command command) {
        return command.words().stream()
                .map(word -> new String(word, StandardCharsets.UTF_8))
                .toList();
    }

    private static String shown(CommandTemplate template, String... values) {
        return new String(template.shown(input(values), 2), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "dir/a.b.c, dir/a.b, a.b.c, dir, a.b",
                "file, file, file, ., file",
                "/x/y.z/w, /x/y.z/w, w, /x/y.z, w",
                "a/.hid, a/, .hid, a, ''",
                "x., x, x., ., x",
                "'', '', '', ., ''",
                "/root, /root, root, /, root",
                "/root.x/, /root.x/, '', /, ''",
                "a//b/, a//b/, '', a, ''",
                "/, /, '', /, ''",
                "a b/c d.e, a b/c d, c d.e, a b, c d"
            })
    void shouldTakePartsOfAValue(String value, String stem, String base, String directory, String baseStem) {
        assertThat(words(template("x", "{.}", "{/}", "{//}", "{/.}").expand(input(value), 1)))
                .containsExactly("x", stem, base, directory, baseStem);
    }

    @Test
    void shouldNeverReadAnArgumentAgainWhereTheCommandHasSeveralWords() {
        Command command = template("cp", "--", "{}", "to {1}>x", "*", "").expand(input("a b; rm -rf $HOME"), 1);

        assertThat(command.shell()).isFalse();
        assertThat(words(command)).containsExactly("cp", "--", "a b; rm -rf $HOME", "to a b; rm -rf $HOME>x", "*", "");
    }

    @Test
    void shouldAppendTheValuesWhereNoReplacementStringIs() {
        assertThat(words(template("echo", "x").expand(input("a", "b c"), 1))).containsExactly("echo", "x", "a", "b c");
        assertThat(shown(template("echo x;echo"), "a", "b c")).isEqualTo("echo x;echo a 'b c'");
        assertThat(words(template("echo", "{#}-{%}").expand(input("a"), 3))).containsExactly("echo", "7-3");
    }

    @Test
    void shouldTakeValuesByPositionAndByName() {
        CommandTemplate template = CommandTemplate.of(terms(
                Gathering.JOINED,
                List.of("in", "x.y", "1"),
                "f",
                "{in}",
                "{in/.}",
                "{x.y}",
                "{2}",
                "{-1}",
                "{1}",
                "{print}"));

        assertThat(words(template.expand(input("d/a.c", "b", "z"), 1)))
                .containsExactly("f", "d/a.c", "a", "b", "b", "z", "z", "{print}");
    }

    @Test
    void shouldLeaveOutWordsOfNothingButMissingValues() {
        assertThat(words(template("f", "{1}", "{2}", "x{2}", "{}").expand(input("a"), 1)))
                .containsExactly("f", "a", "x", "a");
        assertThat(words(template("f", "{1}").expand(input(""), 1))).containsExactly("f", "");
    }

    @Test
    void shouldRepeatOrJoinAroundSeveralValues() {
        CommandTemplate joined = CommandTemplate.of(terms(Gathering.JOINED, List.of(), "f", "x{}-{.}y", "{/}"));
        CommandTemplate repeated = CommandTemplate.of(terms(Gathering.IN_CONTEXT, List.of(), "f", "x{}-{1}y", "{/}"));

        assertThat(words(joined.expand(input("a.b", "c"), 1))).containsExactly("f", "xa.b", "c-a", "cy", "a.b", "c");
        assertThat(words(repeated.expand(input("a", "c"), 1))).containsExactly("f", "xa-ay", "xc-ay", "a", "c");
    }

    @Test
    void shouldExecuteTheInputItselfWithoutACommand() {
        for (CommandTemplate template : List.of(template(), template("{}"))) {
            Command command = template.expand(input("echo a | cat"), 1);
            assertThat(command.shell()).isTrue();
            assertThat(words(command)).containsExactly("echo a | cat");
            assertThat(shown(template, "echo a | cat")).isEqualTo("echo a | cat");
        }
    }

    @Test
    void shouldStartNoShellForALineOfPlainWords() {
        Command command = template("gzip -9 {} out/{/.}").expand(input("a b.c"), 1);

        assertThat(command.shell()).isFalse();
        assertThat(words(command)).containsExactly("gzip", "-9", "a b.c", "out/a b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gzip {} && x", "exit {}", "cd {}", "A=1 f {}", "f *", "f >x {}", "{} f", "f \"{}\"", "f ~"})
    void shouldStartAShellForOtherLines(String line) {
        assertThat(template(line).expand(input("1"), 1).shell()).isTrue();
    }

    @Test
    void shouldKeepBytesThatAreNotUtf8() {
        byte[] latin = {'a', (byte) 0xe9, (byte) 0xff, '.', 'b'};
        Input input = new Input(1, List.of(latin), Optional.empty());

        assertThat(template("f", "{.}").expand(input, 1).words().get(1)).isEqualTo(Arrays.copyOf(latin, 3));
        assertThat(template("f x; f {}").expand(input, 1).words().get(0)).isEqualTo(new byte[] {
            'f', ' ', 'x', ';', ' ', 'f', ' ', '\'', 'a', (byte) 0xe9, (byte) 0xff, '.', 'b', '\''
        });
    }

    @Test
    void shouldExpandVariablesAndNamesOfReturnedFiles() {
        CommandTerms terms = new CommandTerms(
                texts("f"),
                List.of(),
                texts(",,").get(0),
                Gathering.JOINED,
                true,
                texts("V=,,-{.}{}"),
                texts("{/.}.o"),
                List.of());
        Command command = CommandTemplate.of(terms).expand(input("d/a b.c"), 4);

        assertThat(command.environment().stream().map(String::new)).containsExactly("V=d/a b.c-d/a b{}");
        assertThat(command.returned().stream().map(String::new)).containsExactly("a b.o");
        assertThat(words(command)).containsExactly("f", "d/a b.c");
    }

    @Test
    void shouldRefusePerlExpressionsWithARemedy() {
        assertThatThrownBy(() -> template("echo", "{= s/a/b/ =}"))
                .isInstanceOf(TemplateException.class)
                .hasMessage("{= s/a/b/ =}: a Perl expression (expected: one of {} {.} {/} {//} {/.} {#} {%} {1} {name};"
                        + " let the shell change a value: 'v={}; echo \"${v%.gz}\"')");
    }

    @Test
    void shouldLeaveBracesBehindADollarSignToTheShell() {
        assertThat(shown(template("f {}; echo ${1} ${#} ${x%.a}"), "v")).isEqualTo("f v; echo ${1} ${#} ${x%.a}");
    }

    @Test
    void shouldShowALineThatAShellTakesAsTheSameWords() {
        assertThat(shown(template("f", "{}", "", "a b", "x{}y", "it's", "*"), "q r"))
                .isEqualTo("f 'q r' '' 'a b' x'q r'y 'it'\"'\"'s' '*'");
    }
}
