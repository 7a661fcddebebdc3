package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import dev.sluice.text.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFileTest {
    @TempDir
    Path directory;

    private static HostList parse(String text) {
        return HostFile.parse("hosts", text, null);
    }

    /** Each host as "destination:port*slots@line"; what is not told is left out. */
    private static List<String> shown(HostList hosts) {
        return hosts.hosts().stream().map(HostFileTest::shown).toList();
    }

    private static String shown(HostSpec host) {
        return host.destination()
                + (host.port() == 0 ? "" : " port " + host.port())
                + (host.slots() == 0 ? "" : " slots " + host.slots());
    }

    private static void refuses(String text, @Nullable HostKind kind, String message) {
        assertThatThrownBy(() -> HostFile.parse("hosts", text, kind))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldReadTheGpusOfAHost() {
        assertThat(parse("a gpus=2\nb slots=4 gpus=0,GPU-7\nc\n").hosts().stream()
                        .map(HostSpec::gpus))
                .containsExactly("2", "0,GPU-7", null);
        refuses("a gpus=", null, "hosts:1: gpus: '' (expected: a number, or ids such as 0,2)");
    }

    @Test
    void shouldReadAPlainList() {
        HostList hosts = parse("""
                # ours
                alpha
                  bob@beta port=2222   # behind the router
                gamma *4
                user@delta.example.com.
                10.0.0.7
                fe80::1%eth0
                [2001:db8::7] port=22

                epsilon user=eve
                """);
        assertThat(hosts.kind()).isEqualTo(HostKind.LIST);
        assertThat(shown(hosts))
                .containsExactly(
                        "alpha",
                        "bob@beta port 2222",
                        "gamma slots 4",
                        "user@delta.example.com.",
                        "10.0.0.7",
                        "fe80::1%eth0",
                        "2001:db8::7 port 22",
                        "eve@epsilon");
        assertThat(hosts.hosts().get(1).origin()).isEqualTo("hosts:3");
        assertThat(hosts.hosts().get(0).user()).isNull();
    }

    @Test
    void shouldReadAHostThatIsCalledHost() {
        assertThat(shown(parse("host"))).containsExactly("host");
        assertThat(shown(parse("host *4\nuser@host2"))).containsExactly("host slots 4", "user@host2");
        HostList hosts = parse("host slots=4");
        assertThat(hosts.kind()).isEqualTo(HostKind.MPI);
        assertThat(shown(hosts)).containsExactly("host slots 4");
    }

    @Test
    void shouldExpandBracketsInAList() {
        assertThat(shown(parse("bob@node[08-10] slots=2\nhead")))
                .containsExactly("bob@node08 slots 2", "bob@node09 slots 2", "bob@node10 slots 2", "head");
    }

    @Test
    void shouldAddUpRepeatedHostsOfMpi() {
        HostList hosts = parse("a slots=2 max_slots=8\nb slots = 3\na slots=4\nc max-slots=5\nd slots=9 max_slots=6");
        assertThat(hosts.kind()).isEqualTo(HostKind.MPI);
        assertThat(shown(hosts)).containsExactly("a slots 6", "b slots 3", "c slots 5", "d slots 6");
        assertThat(shown(HostFile.parse("hosts", "a\nb\na\na", HostKind.MPI))).containsExactly("a slots 3", "b");
    }

    @Test
    void shouldReadHostsOfMpichWhenTold() {
        assertThat(shown(HostFile.parse("hosts", "a:4\nbob@b:2\n[::1]:3\n2001:db8::4\nc", HostKind.MPICH)))
                .containsExactly("a slots 4", "bob@b slots 2", "::1 slots 3", "2001:db8::4", "c");
    }

    @Test
    void shouldRefuseAHostWithANumberBehindIt() {
        refuses(
                "a\nnode:22",
                null,
                "hosts:2: 'node:22' could mean three things (expected: 'node slots=22' for slots (--kind mpich takes"
                        + " them as written), 'node port=22' for the port of ssh, or 'node::22' or '[…]' for an IPv6"
                        + " address)");
        refuses("bob@node:4", null, "'node slots=4'");
        refuses("[::1]:22", null, "'[::1] port=22' for the port of ssh, or '[::1]' for the address alone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-oProxyCommand=x|hosts:1: '-oProxyCommand=x' (expected: a host, which does not begin with '-'",
                "-l@host|hosts:1: user '-l' (expected: the name of a user",
                "@host|hosts:1: user '' (expected: the name of a user",
                "a slot=4|hosts:1: 'slot=4' (expected: slots=, port=, user=, max_slots=, gpus=, resource=; did you mean slots?)",
                "a 4|hosts:1: '4' (expected: slots=4 for slots, or port=4 for the port of ssh)",
                "a b|hosts:1: 'b' (expected: slots=, port=",
                "a slots=0|hosts:1: slots: '0' (expected: 1 to 65536)",
                "a slots=-1|hosts:1: slots: '-1' (expected: 1 to 65536)",
                "a slots=99999999999|hosts:1: slots: '99999999999' (expected: 1 to 65536)",
                "a port=65536|hosts:1: port: '65536' (expected: 1 to 65535)",
                "a user=-x|hosts:1: user '-x'",
                "a,b|hosts:1: 'a,b' (expected: one host a line; lists of Slurm are --kind slurm)",
                "hosts:|hosts:1: 'hosts:' (expected: a host: a name of letters",
                "a/b|hosts:1: 'a/b' (expected: a host",
                "$(reboot)|hosts:1: '$(reboot)' (expected: a host",
                "büro|other letters in their form xn--…",
                "a\u001b[31m|hosts:1: 'a\uFFFD[31m'",
                "node[1-|hosts:1: 'node[1-': character 5: a '[' without a ']'",
                "[node]x|hosts:1: '[node]x' (expected: a host",
            })
    void shouldSayWhatIsWrongWithALine(String text, String message) {
        refuses(text, null, message);
    }

    @Test
    void shouldRefuseAHostTwice() {
        refuses("a\nb\na", null, "hosts:3: a, which line 1 has too (expected: each host once");
        refuses("a\nb\na", null, "--kind pbs");
        assertThat(shown(parse("a\nbob@a\na port=23"))).hasSize(3);
    }

    @Test
    void shouldReadNamesOfSshWithoutPatterns() {
        HostList hosts = parse("""
                Host *
                    ServerAliveInterval 30
                # Host hidden
                Host alpha beta *.example.com !gamma
                    HostName 10.0.0.1
                    User bob
                host="delta"
                    Port 2222
                Match host epsilon
                    User eve
                Host alpha
                    Compression yes
                """);
        assertThat(hosts.kind()).isEqualTo(HostKind.SSH);
        assertThat(shown(hosts)).containsExactly("alpha", "beta", "delta");
        assertThat(hosts.hosts().get(2).origin()).isEqualTo("hosts:7");
        refuses("Host *\n  User bob\n", null, "hosts: no host in it (expected: a line 'Host NAME'");
    }

    @Test
    void shouldReadFilesThatSshIncludes() throws Exception {
        Path ssh = Files.createDirectories(directory.resolve(".ssh/more"));
        Files.writeString(ssh.resolve("b"), "Host two\nInclude more/c\n");
        Files.writeString(ssh.resolve("a"), "Host one\n");
        Files.writeString(ssh.resolve("c"), "Host three\n");
        String text = "Include ~/.ssh/more/[ab] nowhere/*\nHost four\n  User bob\n";
        List<HostSpec> hosts =
                SshConfigReader.read(new Source("c", "hosts", HostFileException::new), Line.of(text), directory);
        assertThat(hosts.stream().map(HostSpec::name)).containsExactly("one", "two", "three", "four");
        Files.writeString(ssh.resolve("c"), "Include more/c\n");
        assertThatThrownBy(() -> SshConfigReader.read(
                        new Source("c", "hosts", HostFileException::new), Line.of(text), directory))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining("more/c:1: Include: more than 16 files deep");
    }

    @Test
    void shouldReadNodeFilesOfPbs() {
        assertThat(shown(HostFile.parse("hosts", "n1\nn1\nn2\nn1\n", HostKind.PBS)))
                .containsExactly("n1 slots 3", "n2 slots 1");
    }

    @Test
    void shouldReadHostFilesOfGridEngine() {
        HostList hosts =
                parse("n1.cluster 4 all.q@n1.cluster UNDEFINED\nn2 2 all.q@n2 0,1\nn1.cluster 1 long.q@n1 <NULL>\n");
        assertThat(hosts.kind()).isEqualTo(HostKind.SGE);
        assertThat(shown(hosts)).containsExactly("n1.cluster slots 5", "n2 slots 2");
        refuses("n1", HostKind.SGE, "hosts:1: 'n1' (expected: a host file of Grid Engine");
        refuses("n1 x all.q U", HostKind.SGE, "hosts:1: slots: 'x'");
    }

    @Test
    void shouldReadListsOfSlurm() {
        assertThat(shown(HostFile.parse("hosts", "n[1-2,4],head\nhead\n", HostKind.SLURM)))
                .containsExactly("n1", "n2", "n4", "head");
    }

    @Test
    void shouldReadOneLineThatIsToldElsewhere() {
        assertThat(HostFile.line("--host", "bob@n[1-2] slots=3").stream().map(HostFileTest::shown))
                .containsExactly("bob@n1 slots 3", "bob@n2 slots 3");
        assertThat(HostFile.line("--host", "fe80::1").get(0).origin()).isEqualTo("--host");
        assertThatThrownBy(() -> HostFile.line("--host", "n1:22"))
                .isInstanceOf(HostFileException.class)
                .hasMessageStartingWith("--host: 'n1:22' could mean three things");
        assertThatThrownBy(() -> HostFile.line("--host", " "))
                .hasMessage("--host: no host in it (expected: at least one host, each on its line)");
    }

    /** Whatever is in a file, it is hosts that ssh can be given, or a sentence. */
    @SeededTest(runs = 2000)
    void shouldMakeHostsOrASentenceOfAnything(RandomGenerator random) {
        String[] pieces = {
            "n1",
            "n2",
            "[g]",
            "[g:vars]",
            "[g:children]",
            "n[1-3]",
            "n[1:3]",
            "[::1]",
            "::1",
            ":4",
            "@",
            "bob@n3",
            "=",
            " ",
            "\n",
            "\n",
            "\n",
            "slots=",
            "4",
            "port=22",
            "ansible_host=",
            "Host ",
            "User ",
            "#",
            ";",
            "\"",
            "'",
            "*",
            "-",
            ",",
            "all.q",
            "{{x}}",
            "\t",
            "[",
            "]",
            "\u00e4",
            "\u0007",
            "Include "
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        HostKind kind = anyKind(text.toString(), random);
        if (kind == HostKind.ANSIBLE) {
            return; // read by a program of its own
        }
        try {
            List<HostSpec> hosts =
                    HostFile.parse("hosts", text.toString(), kind).hosts();
            assertThat(hosts).isNotEmpty().allMatch(host -> !host.destination().startsWith("-"));
        } catch (HostFileException refused) {
            assertThat(refused.getMessage())
                    .startsWith("hosts")
                    .contains("(expected: ")
                    .doesNotContain("\u0007");
        }
    }

    private static HostKind anyKind(String text, RandomGenerator random) {
        HostKind[] kinds = HostKind.values();
        return random.nextInt(3) == 0 ? HostFile.HostKindFinder.of(Line.of(text)) : kinds[random.nextInt(kinds.length)];
    }

    @Test
    void shouldReadWhateverEndsALine() throws Exception {
        Path file = directory.resolve("hosts");
        Files.write(file, "\uFEFFa\r\nb slots=2\r\n\r\nc\rd".getBytes(StandardCharsets.UTF_8));
        assertThat(HostFile.read(file).stream().map(HostSpec::name)).containsExactly("a", "b", "c", "d");
        assertThat(HostFile.read(file).get(1).origin()).isEqualTo(file + ":2");
    }

    @Test
    void shouldRefuseWhatIsNoText() throws Exception {
        Path file = directory.resolve("hosts");
        Files.write(file, new byte[] {'a', '\n', 0x7f, 'E', 'L', 'F', 0});
        assertThatThrownBy(() -> HostFile.read(file))
                .hasMessage(file + ":2: a byte of value 0, so no text (expected: a file of hosts)");
        Files.write(file, new byte[] {'a', (byte) 0xe4, '\n'});
        assertThatThrownBy(() -> HostFile.read(file))
                .hasMessage(file + ":1: no text in UTF-8 (expected: a file of hosts)");
        assertThatThrownBy(() -> HostFile.read(directory))
                .hasMessageContaining(": a directory (expected: a file of hosts)");
        assertThatThrownBy(() -> HostFile.read(directory.resolve("x"))).hasMessageContaining("x: no such file");
        Files.writeString(file, "# nobody\n\n");
        assertThatThrownBy(() -> HostFile.read(file))
                .hasMessage(file + ": no host in it (expected: at least one host, each on its line)");
    }

    @Test
    void shouldRefuseHugeFiles() throws Exception {
        Path file = directory.resolve("hosts");
        Files.write(file, new byte[(1 << 24) + 1]);
        assertThatThrownBy(() -> HostFile.read(file)).hasMessageContaining("more than 16 MiB");
        String many = IntStream.rangeClosed(1, 65_537).mapToObj(i -> "h" + i).collect(Collectors.joining("\n"));
        refuses(many, null, "hosts:65537: more than 65,536 hosts");
        assertThat(parse(many.substring(0, many.lastIndexOf('\n'))).hosts()).hasSize(65_536);
    }
}
