package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTreeFileTest {
    private static final String PLAN = """
            {"schema":"sluice-plan-1","view":"two","costs":{},"masterComputes":false,
             "candidates":[{"host":"a","unitsPerSecond":2.0}],
             "flow":{"master":"a","unitsPerSecond":2.0,"limits":[],"hosts":[],"links":[]},
             "subMasters":{"units":500,"seconds":58.96,"secondsWithout":100.1,"tree":["master a"],
               "candidates":[
                 {"link":"deep","host":"d","children":["e"],"unitsPerSecond":1.0,"chosen":true,"simulated":true,"reason":""},
                 {"link":"other","host":"b","children":["f"],"unitsPerSecond":1.0,"chosen":false,"simulated":true,"reason":""},
                 {"link":"far","host":"c","children":["d"],"unitsPerSecond":1.0,"chosen":true,"simulated":true,"reason":""}]},
             "workers":["e","f","b"],"unitsPerSecond":2.0}
            """;

    @Test
    void shouldReadWhatPeopleWrite() {
        HostTree tree = parse("""
                name: two sites
                master: a
                workers: [b]
                sub-masters:
                  - host: d
                    slots: 2
                    children: [e, f]
                  - {host: c, children: [d]}
                """);
        assertThat(tree.master()).isEqualTo("a");
        assertThat(tree.workers()).containsExactly("b");
        assertThat(tree.subMasters())
                .as("the one above first")
                .containsExactly(
                        new HostTree.SubMaster("c", 0, List.of("d")),
                        new HostTree.SubMaster("d", 2, List.of("e", "f")));
        assertThat(tree.above("f")).isEqualTo("d");
        assertThat(tree.above("d")).isEqualTo("c");
        assertThat(tree.above("c")).isNull();
        assertThat(tree.above("b")).isNull();
        assertThat(tree.hosts()).containsExactly("c", "d", "e", "f", "b");
        assertThat(tree.foretold()).isNull();
    }

    @Test
    void shouldReadAPlanAsItIs() {
        HostTree tree = HostTreeFile.parse("plan.json", PLAN, Set.of());
        assertThat(tree.master()).isEqualTo("a");
        assertThat(tree.subMasters())
                .containsExactly(
                        new HostTree.SubMaster("c", 0, List.of("d")), new HostTree.SubMaster("d", 0, List.of("e")));
        assertThat(tree.workers()).containsExactly("f", "b");
        assertThat(tree.foretold()).isEqualTo(new HostTree.Foretold(500, 58.96, 100.1));
    }

    @Test
    void shouldTakeAPlanInWhichNonePays() {
        HostTree tree = HostTreeFile.parse("plan.json", PLAN.replace("\"chosen\":true", "\"chosen\":false"), Set.of());
        assertThat(tree.isFlat()).isTrue();
        assertThat(tree.hosts()).containsExactly("e", "f", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|tree.yaml: nothing in it",
                "'sub-masters: []'|tree.yaml:1: the tree: sub-masters: an empty list",
                "'master: a'|tree.yaml:1: the tree: sub-masters: missing",
                "'sub-masters:\n- {host: a, children: [b]}\n- {host: c, children: [x]}'|tree.yaml:3: children of c: 'x'"
                        + " (expected: one of the run's 5 hosts",
                "'sub-masters:\n- {host: a, children: [nort]}'|did you mean north?",
                "'sub-masters:\n- {host: a, children: [b]}\n- {host: c, children: [b]}'|tree.yaml:3: children of c: 'b',"
                        + " which line 2 has too (expected: each host below one master)",
                "'sub-masters:\n- {host: a, children: [b]}\n- {host: a, children: [c]}'|tree.yaml:3: sub-masters[1]:"
                        + " host: 'a', which line 2 has too (expected: one sub-master on a host)",
                "'workers: [b]\nsub-masters:\n- {host: a, children: [b]}'|tree.yaml:3: children of a: 'b', which line 1",
                "'sub-masters:\n- {host: a, children: [b]}\n- {host: b, children: [a]}'|tree.yaml:2: sub-masters: 'a' is"
                        + " below itself",
                "'sub-masters:\n- {host: a, children: [a]}'|tree.yaml:2: sub-masters: 'a' is below itself",
                "'sub-masters:\n- {host: a, children: []}'|tree.yaml:2: sub-masters[0]: children: none (expected: at least"
                        + " one host that joins a)",
                "'sub-masters:\n- {host: a}'|tree.yaml:2: sub-masters[0]: children: missing",
                "'sub-masters:\n- {children: [a]}'|tree.yaml:2: sub-masters[0]: host: missing",
                "'master: a\nsub-masters:\n- {host: a, children: [b]}'|tree.yaml:3: sub-masters[0]: host: 'a', which is the"
                        + " master's",
                "'master: b\nsub-masters:\n- {host: a, children: [b]}'|tree.yaml:3: children of a: 'b', which is the"
                        + " master's",
                "'sub-masters:\n- {host: a, slots: 1.5, children: [b]}'|tree.yaml:2: sub-masters[0]: slots: 1.5",
                "'sub-masters:\n- {host: a, slots: -1, children: [b]}'|tree.yaml:2: sub-masters[0]: slots: '-1'",
                "'sub-masters:\n- {host: a, childrn: [b]}'|did you mean children?",
                "'sub-masters:\n- {host: -a, children: [b]}'|tree.yaml:2: host: '-a' (expected: the name of a host",
                "'schema: sluice-run-1'|tree.yaml:1: the plan: schema: sluice-run-1 (expected: sluice-plan-1",
                "'schema: sluice-plan-1'|subMasters: missing (expected: a plan with sub-masters: --tree)",
            })
    void shouldSayWhatIsWrongWhere(String text, String words) {
        assertThatThrownBy(() -> HostTreeFile.parse("tree.yaml", text, Set.of("a", "b", "c", "d", "north")))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining(words);
    }

    @Test
    void shouldSayThatThereIsNoFile() {
        assertThatThrownBy(() -> HostTreeFile.read(Path.of("nowhere.yaml"), Set.of()))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining("nowhere.yaml: no such file (expected: a tree of hosts)");
    }

    private static HostTree parse(String text) {
        return HostTreeFile.parse("tree.yaml", text, Set.of());
    }
}
