package dev.sluice.hosts;

import dev.sluice.testing.Mutants;
import dev.sluice.text.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of hosts that were damaged. */
@Tag("slow")
class HostileHostFilesTest {
    /** A file stands for up to 65,536 hosts, whatever its length. */
    private static final long MOST_BYTES = 64 << 20;

    /** A line, or what is missing in the whole file. */
    private static final String PLACE =
            ":[0-9]+: |: nothing in it|: no hosts? |: .*\\(expected: (at least one host|a host for each slot|a line"
                    + " 'Host)";

    @TempDir
    Path directory;

    private Mutants mutants(String name, Path file) {
        return new Mutants(name, HostFileException.class, Mutants.naming(file.toString(), PLACE)).within(MOST_BYTES);
    }

    static String text(HostKind kind) {
        return switch (kind) {
            case LIST -> "# hosts\nnode1 slots=4 port=22\nann@node[02-05,7] *8\n10.0.0.1 gpus=2\nnode9 user=bob\n";
            case MPI -> "node1 slots=4 max_slots=8\nnode2 slots=2\nnode2\n";
            case MPICH -> "node1:4\nnode2:2 # two\nnode3\n";
            case SSH -> "Host one two\n  HostName 10.0.0.1\n  User ann\nHost *.far !near\nHost \"three\"\n";
            case SLURM -> "node[001-012,20],gpu7\nlogin\n";
            case PBS -> "node1\nnode1\nnode2\nnode2\n";
            case SGE -> "node1 4 all.q@node1 UNDEFINED\nnode2 2 all.q@node2 0,1\n";
            case ANSIBLE ->
                "{\"_meta\":{\"hostvars\":{\"a\":{\"ansible_host\":\"10.0.0.1\",\"ansible_port\":22,\"sluice_slots\":4}}},\n"
                        + "\"all\":{\"children\":[\"web\"]},\n"
                        + "\"web\":{\"hosts\":[\"a\",\"b\"]}}\n";
        };
    }

    @ParameterizedTest
    @EnumSource(value = HostKind.class, mode = EnumSource.Mode.EXCLUDE, names = "ANSIBLE")
    void shouldNameFileAndLineOfADamagedList(HostKind kind, TestReporter reporter) {
        Path file = directory.resolve("hosts.txt");
        reporter.publishEntry(mutants("hosts " + kind, file).of(bytes(text(kind)), mutant -> {
            Mutants.write(file, mutant);
            HostFile.open(file, kind);
        }));
    }

    @Test
    void shouldNameTheFileOfADamagedInventory(TestReporter reporter) {
        Source source = new Source("inventory.yml", "a file of hosts", HostFileException::new);
        InventoryReader inventory = new InventoryReader(source, "ansible-inventory");
        Mutants mutants = new Mutants("inventory", HostFileException.class, message -> "").within(MOST_BYTES);
        reporter.publishEntry(mutants.of(
                bytes(text(HostKind.ANSIBLE)), mutant -> inventory.hosts(new String(mutant, StandardCharsets.UTF_8))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree.yaml", "tree.json", "plan.json"})
    void shouldNameFileAndLineOfADamagedTree(String name, TestReporter reporter) {
        Path file = directory.resolve(name);
        reporter.publishEntry(mutants(name, file).of(bytes(tree(name)), mutant -> {
            Mutants.write(file, mutant);
            HostTreeFile.read(file, Set.of());
        }));
    }

    /** A tree as people write it, or a plan. */
    static String tree(String name) {
        return switch (name) {
            case "tree.yaml" ->
                "name: two rooms\nmaster: login\nworkers: [w1, w2]\nsub-masters:\n  - host: a1\n    slots: 2\n"
                        + "    children: [a2, a3]\n  - host: b1\n    children:\n      - b2\n      - a1\n";
            case "tree.json" ->
                "{\"master\": \"login\",\n"
                        + " \"sub-masters\": [\n"
                        + "  {\"host\": \"a1\", \"slots\": 1, \"children\": [\"a2\"]}]}";
            default ->
                "{\"schema\":\"sluice-plan-1\",\n\"flow\":{\"master\":\"a\"},\n\"workers\":[\"b\",\"c\",\"d\"],\n"
                        + "\"subMasters\":{\"units\":100,\"seconds\":1.5,\"secondsWithout\":2.5,\n"
                        + "\"candidates\":[{\"host\":\"b\",\"chosen\":true,\"children\":[\"c\"]}]}}";
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
