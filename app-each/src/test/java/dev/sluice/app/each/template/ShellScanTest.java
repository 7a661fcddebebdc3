package dev.sluice.app.each.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.app.each.job.Input;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellScanTest {
    /** Values that break wrong quoting; none has a blank at its end, which command substitution would remove. */
    private static final List<String> HOSTILE = List.of(
            "a b",
            "$(touch MARK)",
            "`touch MARK`",
            "'; touch MARK; '",
            "\"; touch MARK; \"",
            "\\'; touch MARK #",
            "\\",
            "\\\\'",
            "a\ntouch MARK",
            "x\nEOF\ntouch MARK",
            "#x",
            "~",
            "*",
            "!x",
            "$HOME",
            "${x",
            "&& touch MARK",
            "'",
            "''",
            "\"",
            "|touch MARK",
            "}; touch MARK",
            ")touch MARK",
            "<x>",
            "[a]",
            "-n",
            "a=b",
            "");

    @TempDir
    Path directory;

    private static String line(String template, String value) {
        Input input = new Input(1, List.of(value.getBytes(StandardCharsets.UTF_8)), Optional.empty());
        CommandTerms terms = CommandTerms.of(List.of(template.getBytes(StandardCharsets.UTF_8)));
        return new String(CommandTemplate.of(terms).shown(input, 1), StandardCharsets.UTF_8);
    }

    /** Returns the text that the shell prints. */
    private String run(String shell, String line) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(shell, "-c", line)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        process.waitFor();
        assertThat(directory.resolve("MARK")).as(line).doesNotExist();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    private void check(String shell, String template) throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (String value : HOSTILE) {
            lines.append(line(template, value)).append("\nprintf '|\\n'\n");
            expected.append('<').append(value).append(">|\n");
        }
        assertThat(run(shell, lines.toString())).as(lines.toString()).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf '<%s>' {}",
                "printf '<%s>' \"{}\"",
                "printf '<%s>' '{}'",
                "printf \"<%s>\" \"$(printf %s {})\"",
                "printf \"<%s>\" \"$(printf %s \"{}\")\"",
                "printf \"<%s>\" \"`printf %s x`\" >/dev/null; printf '<%s>' {}",
                "v=`printf %s {}`; printf '<%s>' \"$v\"",
                "v=`printf %s '{}'`; printf '<%s>' \"$v\"",
                "v={}; printf '<%s>' \"$v\"",
                "v=\"{}\"; (printf '<%s>' \"${v}\")",
                "true # it's\nprintf '<%s>' {}",
                "(true)#it's\nprintf '<%s>' {}",
                "true \\\n# it's\nprintf '<%s>' {}",
                "printf '<%s>' {} # {}",
                "case a in a) printf '<%s>' {};; esac",
                "for i in 1; do if true; then printf '<%s>' {}; fi; done",
                "printf '<%s>' {} | cat",
                "echo \"a\\\"b\" 'it' \\' >/dev/null; printf '<%s>' {}",
                "echo $((1 + (2))) >/dev/null; printf '<%s>' {}",
                "echo ${x:-\"a b\"} >/dev/null; printf '<%s>' {}",
                "sh -c 'printf \"<%s>\" \"$1\"' - {}",
                "sh -c \"printf '<%s>' {}\"",
                "sh -c 'printf \"<%s>\" {}'"
            })
    void shouldQuoteAValueWhereverItStands(String template) throws Exception {
        check("sh", template);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf '<%s>' {}",
                "[[ x{} == x{} ]] && printf '<%s>' \"{}\"",
                "x=({}); printf '<%s>' \"${x[0]}\"",
                "cat <(printf '<%s>' {})",
                "echo $'a\\tb' >/dev/null; printf '<%s>' {}",
                "cat <<< {} >/dev/null; printf '<%s>' {}",
                "f() { printf '<%s>' \"$1\"; }; f {}"
            })
    void shouldQuoteAValueForBashToo(String template) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
        check("/bin/bash", template);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo \\{}",
                "echo \"\\{}\"",
                "echo ${}",
                "echo \"$\"x\"${}\"",
                "echo \"${x:-{}}\"",
                "cat <<EOF\n{}\nEOF",
                "cat <<'EOF'\n{}\nEOF",
                "echo $'{}'",
                "echo \"`echo {}`\"",
                "x=$(case a in a) echo {};; esac)",
                "echo $(( 'a' + {} ))",
                "echo $'\\'' {}"
            })
    void shouldRefuseReplacementStringsThatNoQuotingMakesSafe(String template) {
        assertThatThrownBy(() -> line(template, "x"))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("(expected: ");
    }

    @Test
    void shouldTakePlainValuesAloneInArithmetic() throws Exception {
        assertThat(run("sh", line("echo $(( {} + (1) ))", "41"))).isEqualTo("42\n");
        assertThatThrownBy(() -> line("echo $(( {} + 1 ))", "a[$(touch MARK)]"))
                .isInstanceOf(TemplateException.class)
                .hasMessage("'a[$(touch MARK)]' in an arithmetic expression "
                        + "(expected: letters, digits and + - . / _ alone)");
    }

    @Test
    void shouldQuoteForTheInnerShellWhereQuotesHoldAWholeCommand() {
        assertThat(line("ssh h \"gzip {}\"", "a;b")).isEqualTo("ssh h \"gzip 'a;b'\"");
        assertThat(line("gzip \"out-{}\"", "a;b")).isEqualTo("gzip \"out-a;b\"");
    }
}
