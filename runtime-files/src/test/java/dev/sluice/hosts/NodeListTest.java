package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import dev.sluice.text.Source;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeListTest {
    static List<String> expand(String list) {
        return NodeList.expand(list, new Source("nodes", "nodes", HostFileException::new), 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a|a",
                "a,b|a b",
                "n[1-3]|n1 n2 n3",
                "n[08-11]|n08 n09 n10 n11",
                "n[1,3-4,7]|n1 n3 n4 n7",
                "n[001-2]|n001 n002",
                "n[9-011]|n9 n10 n11",
                "a[1-2]b[01-03]|a1b01 a1b02 a1b03 a2b01 a2b02 a2b03",
                "a[1-2]b[3-4]c[5-6]|a1b3c5 a1b3c6 a2b3c5 a2b3c6 a1b4c5 a1b4c6 a2b4c5 a2b4c6",
                "n[1-2].cluster|n1.cluster n2.cluster",
                "n[1-2],head,g[7]|n1 n2 head g7",
                "n[2,1,2],n1|n2 n1 n2 n1",
                "n1,,n2,|n1 n2",
            })
    void shouldWriteOutAllNames(String list, String names) {
        assertThat(String.join(" ", expand(list))).isEqualTo(names);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|nodes: no node in it",
                "','|nodes: no node in it",
                "n[1-3|nodes: 'n[1-3': character 2: a '[' without a ']'",
                "n1-3]|nodes: 'n1-3]': character 5: a ']' without a '['",
                "n[]|nodes: 'n[]': character 3: '' in brackets",
                "n[1,]|nodes: 'n[1,]': character 5: '' in brackets",
                "n[a-b]|nodes: 'n[a-b]': character 3: 'a-b' in brackets",
                "n[1-2-3]|nodes: 'n[1-2-3]': character 3: '1-2-3' in brackets",
                "n[3-1]|nodes: 'n[3-1]': character 3: '3-1', which goes down",
                "n[[1-2]]|nodes: 'n[[1-2]]': character 3: '[1-2' in brackets",
                "n[0-99999999]|more than 65,536 nodes (expected: at most as many)",
                "n[0-999]m[0-999]|more than 65,536 nodes",
                "n[1-40000],m[1-40000]|more than 65,536 nodes",
                "n[1-99999999999999999999]|in brackets",
                "-n[1-2]|nodes: '-n[1-2]' (expected: a list of nodes",
                "n;reboot|nodes: 'n;reboot' (expected: a list of nodes",
            })
    void shouldSayWhatIsWrong(String list, String message) {
        assertThatThrownBy(() -> expand(list))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldTakeAsManyAsItSays() {
        assertThat(expand("n[1-65536]")).hasSize(65_536);
        assertThat(expand("n[0-255]m[0-255]")).hasSize(65_536);
    }

    /** A range of numbers is read back as that range, with any padding. */
    @SeededTest(runs = 200)
    void shouldGiveBackEachRange(RandomGenerator random) {
        int width = 1 + random.nextInt(6);
        int most = (int) Math.pow(10, width);
        int first = random.nextInt(most);
        int last = Math.min(most - 1, first + random.nextInt(500));
        String format = "%0" + width + "d";
        List<String> names = expand("n[" + String.format(format, first) + "-" + String.format(format, last) + "]");
        assertThat(names).hasSize(last - first + 1).doesNotHaveDuplicates();
        for (int i = 0; i < names.size(); i++) {
            assertThat(names.get(i)).isEqualTo("n" + String.format(format, first + i));
        }
    }

    /** Several brackets make every combination, once. */
    @SeededTest(runs = 200)
    void shouldCombineAllBrackets(RandomGenerator random) {
        StringBuilder list = new StringBuilder();
        int expected = 1;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int count = 1 + random.nextInt(8);
            int first = random.nextInt(100);
            list.append("x[")
                    .append(first)
                    .append('-')
                    .append(first + count - 1)
                    .append(']');
            expected *= count;
        }
        List<String> names = expand(list.toString());
        assertThat(new HashSet<>(names)).hasSize(expected);
        assertThat(names).hasSize(expected);
    }

    /** Anything else is refused with a sentence, never with another exception. */
    @SeededTest(runs = 1000)
    void shouldRefuseNonsenseWithASentence(RandomGenerator random) {
        String letters = "ab01239[]--,, \t:;[[]]";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(24); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        try {
            assertThat(expand(text.toString())).allMatch(HostName::isName);
        } catch (HostFileException refused) {
            assertThat(refused).hasMessageContaining("(expected: ");
        }
    }
}
