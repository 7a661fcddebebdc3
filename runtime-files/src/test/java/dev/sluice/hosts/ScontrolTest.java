package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.SeededTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of nodes are what {@code scontrol show hostnames} makes of them. */
class ScontrolTest {
    private static final Path REFERENCE = Path.of("src/test/resources/dev/sluice/hosts/node-lists.txt");
    private static final int REFERENCES = 400;

    @TempDir
    Path directory;

    /** Lists and names that scontrol of Slurm 22.05 made; written anew by {@code -Dsluice.update=node-lists}. */
    @Test
    void shouldExpandAsSlurmDid() throws Exception {
        if ("node-lists".equals(System.getProperty("sluice.update"))) {
            writeReference();
        }
        List<String> lines = Files.readAllLines(REFERENCE);
        assertThat(lines).hasSize(REFERENCES);
        for (String line : lines) {
            String[] parts = line.split(" ");
            assertThat(NodeListTest.expand(parts[0]))
                    .as(parts[0])
                    .containsExactly(Arrays.copyOfRange(parts, 1, parts.length));
        }
    }

    @SeededTest(runs = 5)
    void shouldExpandAsSlurmDoes(RandomGenerator random) throws Exception {
        assumeTrue(Scontrol.isInstalled(), "scontrol is not installed (Debian: slurm-client)");
        List<String> lists = lists(random, 1000);
        List<List<String>> expected = Scontrol.expand(directory, lists);
        for (int i = 0; i < lists.size(); i++) {
            assertThat(NodeListTest.expand(lists.get(i))).as(lists.get(i)).isEqualTo(expected.get(i));
        }
    }

    private static List<String> lists(RandomGenerator random, int count) {
        List<String> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(Scontrol.list(random));
        }
        return lists;
    }

    private void writeReference() throws IOException, InterruptedException {
        List<String> lists = lists(new SplittableRandom(2205), REFERENCES);
        List<List<String>> names = Scontrol.expand(directory, lists);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < REFERENCES; i++) {
            lines.add(lists.get(i) + " " + String.join(" ", names.get(i)));
        }
        Files.write(REFERENCE, lines);
    }
}
