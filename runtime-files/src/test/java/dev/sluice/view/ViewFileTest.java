package dev.sluice.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewFileTest {
    private static final double MBIT = 125_000;

    @TempDir
    Path directory;

    @Test
    void shouldReadAllFields() {
        ViewFile file = ViewFile.parse("v.yaml", """
                # two sites
                name: sites
                links:
                  - {name: here}
                  - name: there
                    parent: here
                    rate-up: 10 Mbit/s
                    rate-down: 50Mbit/s
                    latency: 20 ms
                    buffer: 64 KiB
                  - {name: "segment", parent: [here, there], duplex: half, rate: 100 Mbit/s}
                hosts:
                  - {name: a, link: here, address: 10.0.0.1, rate: 1 Gbit/s, slots: 4, cpu: 2, speed: 1.5, tcp: bbr}
                  - {name: b, link: segment, cpu: 2.5, result-speed: 3}
                  - {name: c, link: there, unit-time: 50 ms, result-time: 1 ms}
                """);
        NetworkView view = file.view(0.1, 0.002);
        assertThat(view.name()).isEqualTo("sites");
        assertThat(view.links())
                .containsExactly(
                        new Link("here", Wire.UNLIMITED),
                        new Link("there", 0, new Wire(50 * MBIT, 10 * MBIT, false, 20_000_000, 65_536)),
                        new Link("segment", List.of(0, 1), Wire.shared(100 * MBIT)));
        assertThat(view.hosts())
                .containsExactly(
                        new Host("a", 0, Wire.duplex(1000 * MBIT), 4, 1.5, 1.5, 0.5, "10.0.0.1", Amounts.NONE),
                        new Host("b", 2, Wire.UNLIMITED, 3, 1, 3, 2.5 / 3, "", Amounts.NONE),
                        new Host("c", 1, Wire.UNLIMITED, 1, 2, 2, 1, "", Amounts.NONE));
        assertThat(file.hostWithoutUnitTime()).contains("a");
        assertThat(file.hostWithResultTime()).contains("c");
        assertThat(file.hostWithoutResultTime()).contains("a");
    }

    /** {@code --view <(command)} names a pipe; a directory is not read as one. */
    @Test
    void shouldReadAPipeAndRefuseADirectory() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread writer = new Thread(
                () -> assertThatCode(() -> Files.writeString(pipe, """
                name: piped
                links:
                  - {name: l}
                hosts:
                  - {name: a, link: l}
                """)).doesNotThrowAnyException());
        writer.start();
        assertThat(ViewFile.read(pipe).hostWithoutUnitTime()).contains("a");
        writer.join();
        assertThatThrownBy(() -> ViewFile.read(directory))
                .isInstanceOf(ViewException.class)
                .hasMessage(directory + ": a directory (expected: a network view)");
    }

    @Test
    void shouldReadTheSameFromJson() {
        String yaml = """
                name: two
                links:
                  - {name: l, duplex: half, rate: 12 MB/s}
                hosts:
                  - {name: a, link: l, cpu: 0.5}
                """;
        String json = """
                {"name": "two",
                 "links": [{"name": "l", "duplex": "half", "rate": "12 MB/s"}],
                 "hosts": [{"name": "a", "link": "l", "cpu": 0.5, "address": null}]}
                """;
        assertThatThrownBy(() -> ViewFile.parse("v.json", json))
                .hasMessage(
                        "v.json:3: hosts[0]: address: nothing (expected: a word or a number, or the field left out)");
        NetworkView view = ViewFile.parse("v.json", json.replace(", \"address\": null", ""))
                .view();
        assertThat(view).isEqualTo(ViewFile.parse("v.yaml", yaml).view());
    }

    @Test
    void shouldSolveTheTableOfThePaperFromAFile() {
        ViewFile file = ViewFile.parse("paper.yaml", """
                name: paper
                links:
                  - {name: Net3, duplex: half, rate: 100 B/s}
                  - {name: Net1, parent: Net3}
                  - {name: Net2, parent: Net3}
                hosts:
                  - {name: A, link: Net1, unit-time: 12.5 ms, result-time: 5 ms}
                  - {name: B, link: Net1, unit-time: 16.666666666666667 ms, result-time: 6.666666666666667 ms}
                  - {name: C, link: Net2, unit-time: 20 ms, result-time: 16.666666666666667 ms}
                  - {name: D, link: Net2, unit-time: 100 ms, result-time: 11.11111111111111 ms}
                """);
        assertThat(file.hostWithoutUnitTime()).isEmpty();
        assertThat(file.hostWithoutResultTime()).isEmpty();
        Placement placement = Placement.solve(file.view(), new UnitCosts(1, 1, 1, 1, 0));
        assertThat(IntStream.range(0, 4).mapToObj(placement::rate).map(Math::round))
                .containsExactly(110L, 130L, 60L, 90L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{name: a, parent: b}\\n{name: b, parent: c}\\n{name: c, parent: b}"
                        + "|v.yaml:4: links[1]: parent: a circle: b → c → b (expected: parents that lead to a root)",
                "{name: a, parent: a}|v.yaml:3: links[0]: parent: a circle: a → a (expected: parents that lead to a root)",
                "{name: core}\\n{name: b, parent: cor}"
                        + "|v.yaml:4: links[1]: parent: 'cor' (expected: the name of one of 2 links; did you mean core?)",
                "{name: a}\\n{name: a, parent: a}"
                        + "|v.yaml:4: links[1]: name: 'a', which line 3 has too (expected: names that differ)",
                "{name: a}\\n{name: b}"
                        + "|v.yaml:4: links[1]: 'b' has no path to 'a' (expected: 'parent:' at all links but the root)",
                "{name: a, rat: 5 Mbit/s}|v.yaml:3: links[0]: unknown field 'rat' (expected: one of name, parent, rate,"
                        + " rate-up, rate-down, duplex, latency, buffer; did you mean rate?)",
                "{name: a}\\n{name: b, parent: a, rate: 0 Mbit/s}"
                        + "|v.yaml:4: links[1]: rate: '0 Mbit/s' (expected: above 0; what is not limited has no such field)",
                "{name: a}\\n{name: b, parent: a, rate: -1 Mbit/s}"
                        + "|v.yaml:4: links[1]: rate: '-1 Mbit/s' (expected: a rate that is not negative, such as 100 Mbit/s)",
                "{name: a, rate: 1 Mbit/s}|v.yaml:3: links[0]: rate: where no link leads up (expected: 'parent:',"
                        + " 'duplex: half', or limits at the hosts)",
                "{name: a, duplex: half}|v.yaml:3: links[0]: duplex: half, without 'rate:' (expected: one rate for both"
                        + " directions together)",
                "{name: a, duplex: hlaf}|v.yaml:3: links[0]: duplex: 'hlaf' (expected: full or half; did you mean half?)",
                "{name: a}\\n{name: b, parent: a, rate: 1 Mbit/s, rate-up: 2 Mbit/s}"
                        + "|v.yaml:4: links[1]: rate-up: beside 'rate' (expected: 'rate', or 'rate-up' and 'rate-down')",
                "{name: a}\\n{name: b, parent: a, name: c}"
                        + "|v.yaml:4: name: for the second time (expected: each field once)",
                "{parent: a}|v.yaml:3: links[0]: name: missing (expected: a name)",
                "just a word|v.yaml:3: links[0]: 'just a word' (expected: a mapping with name, parent, rate, rate-up,"
                        + " rate-down, duplex, latency, buffer)",
                "&x {name: a}\\n*x|v.yaml:4: an alias (expected: everything written out)",
            })
    void shouldSayWhatIsWrongWithALink(String links, String message) {
        StringBuilder text = new StringBuilder("name: v\nlinks:\n");
        links.replace("\\n", "\n")
                .lines()
                .forEach(link -> text.append("  - ").append(link).append('\n'));
        text.append("hosts:\n  - {name: h, link: a}\n");
        assertThatThrownBy(() -> ViewFile.parse("v.yaml", text.toString()))
                .isInstanceOf(ViewException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{name: h, link: lam}|link: 'lam' (expected: the name of one of 1 links; did you mean lan?)",
                "{name: h, link: h}|link: 'h', which is a host (expected: the name of one of 1 links)",
                "{name: h}|link: missing (expected: the link it hangs on)",
                "{name: lan, link: lan}|name: 'lan', which line 3 has too (expected: names that differ)",
                "{name: h, link: lan, cpu: 0}|cpu: '0' (expected: a number from 0.000001 to 65536)",
                "{name: h, link: lan, slots: 1.5}|slots: 1.5 (expected: a whole number)",
                "{name: h, link: lan, slots: many}|slots: 'many' (expected: a number from 1 to 65536)",
                "{name: h, link: lan, speed: -1}|speed: '-1' (expected: a number from 0.000001 to 1000000)",
                "{name: h, link: lan, speed: 2, unit-time: 1 s}|unit-time: beside 'speed' (expected: one of the two)",
                "{name: h, link: lan, latency: 3 Mbit/s}|latency: '3 Mbit/s' (expected: a time such as 20 ms, in one of"
                        + " ns, us, µs, ms, s, min, h)",
                "{name: h, link: lan, latency: 2 h}|latency: 2 h (expected: at most an hour)",
                "{name: [x], link: lan}|name: a list (expected: a word or a number, or the field left out)",
                "{name: '', link: lan}|name: '' (expected: a name of 1 to 255 characters that can be printed)",
            })
    void shouldSayWhatIsWrongWithAHost(String host, String message) {
        String text = "name: v\nlinks:\n  - {name: lan}\nhosts:\n\n  - " + host + "\n";
        assertThatThrownBy(() -> ViewFile.parse("v.yaml", text)).hasMessage("v.yaml:6: hosts[0]: " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|v.yaml: nothing in it (expected: name:, links: and hosts:)",
                "# only a comment|v.yaml: nothing in it (expected: a network view)",
                "name: [|v.yaml:1: no YAML: expected the node content",
                "links: [}|no YAML",
                "{\"name\": |v.yaml:1: no YAML",
                "{\"name\": \"a\", \"links\": []} x|v.yaml:1: no YAML",
                "just words|v.yaml:1: the view: 'just words' (expected: a mapping with name, measured, undecided, links, hosts)",
                "name: a\\nlinks: 5\\nhosts: []|v.yaml:2: the view: links: '5' (expected: a list with at least one element)",
                "name: a\\nlinks: []\\nhosts: []|v.yaml:2: the view: links: an empty list (expected:",
                "name: a\\nlinks: [{name: l}]|v.yaml:1: the view: hosts: missing (expected: a list",
                "name: a\\nlinks: [{name: l}]\\nhost: [{name: h, link: l}]|v.yaml:3: the view: unknown field 'host'"
                        + " (expected: one of name, measured, undecided, links, hosts; did you mean hosts?)",
                "name: a\\n---\\nname: b|v.yaml:2: a second document (expected: one)",
                "name: a\\n\"{b\\u|v.yaml:2: no YAML: an escape of no character (expected: \\xNN, ",
                "name: \"\\U0001F60\"|v.yaml:1: no YAML: ",
                "name: \"\\UFFFFFFFF\"|v.yaml:1: no YAML: an escape of no character",
                "name: \"\\U00110000\"|v.yaml:1: no YAML: found unknown escape character",
                "a: &x [1]\\nb: [*x, *x]|v.yaml:2: an alias (expected: everything written out)",
            })
    void shouldSayWhatIsWrongWithAFile(String text, String message) {
        assertThatThrownBy(() -> ViewFile.parse("v.yaml", text.replace("\\n", "\n")))
                .isInstanceOf(ViewException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldSayWhatIsWrongWithJson() {
        assertThatThrownBy(() -> ViewFile.parse("v", "{\"name\": ")).hasMessageContaining("v:1: no JSON");
        assertThatThrownBy(() -> ViewFile.parse("v.json", "name: a")).hasMessageContaining("v.json:1: no JSON");
        assertThatThrownBy(() -> ViewFile.parse("v", "{\"name\": 1}\n x")).hasMessageContaining("v:2: no JSON");
        assertThatThrownBy(() -> ViewFile.parse("v", "{\"name\": 1}\n {}"))
                .hasMessage("v:2: something behind the end (expected: one object)");
        assertThatThrownBy(() -> ViewFile.parse("v", "{\"name\": 1,\n\"name\": 2}"))
                .hasMessage("v:2: name: for the second time (expected: each field once)");
    }

    @Test
    void shouldReadWhatStartsWithAByteOrderMark() throws IOException {
        Path file = directory.resolve("marked");
        Files.writeString(
                file,
                "\uFEFF{\"name\": \"v\", \"links\": [{\"name\": \"l\"}], \"hosts\": [{\"name\": \"h\", \"link\": \"l\"}]}");
        assertThat(ViewFile.read(file).name()).isEqualTo("v");
    }

    @Test
    void shouldRefuseWhatIsNested() {
        for (String opening : List.of("[", "{\"a\":", "- ", "? ")) {
            assertThatThrownBy(() -> ViewFile.parse("deep", opening.repeat(50_000)))
                    .isInstanceOf(ViewException.class);
        }
    }

    @Test
    void shouldRefuseWhatIsNoText() throws IOException {
        Path file = directory.resolve("binary");
        Files.write(file, new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0});
        assertThatThrownBy(() -> ViewFile.read(file))
                .hasMessageContaining("no text in UTF-8 (expected: a network view");
        Files.write(file, new byte[] {0, 1, 2, 3});
        assertThatThrownBy(() -> ViewFile.read(file)).isInstanceOf(ViewException.class);
        Files.write(file, "name: \u0007\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> ViewFile.read(file)).isInstanceOf(ViewException.class);
    }

    @Test
    void shouldReadAHundredThousandHosts() {
        StringBuilder text = new StringBuilder("name: many\nlinks:\n  - {name: root}\n");
        IntStream.range(0, 1_000).forEach(l -> text.append("  - {name: l" + l + ", parent: root, rate: 1 Gbit/s}\n"));
        text.append("hosts:\n");
        IntStream.range(0, 100_000).forEach(h -> text.append("  - {name: h" + h + ", link: l" + h % 1000 + "}\n"));
        assertThat(ViewFile.parse("many.yaml", text.toString()).view().hosts()).hasSize(100_000);
    }
}
