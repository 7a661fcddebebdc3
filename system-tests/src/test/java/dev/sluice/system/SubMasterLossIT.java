package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sub-masters die, or lose their master: the answer is the serial one, and what their workers hold is not lost. */
@NoLeaks
class SubMasterLossIT {
    private static final int CHAINS = 2;
    private static final int UNITS = 160;

    /** Units that a sub-master with one slot below it holds, and results that it passes on. */
    private static final int HELD_AT_MOST = 6;

    @TempDir
    Path directory;

    private long computed() throws Exception {
        return Files.size(directory.resolve("computed"));
    }

    private SubMasterTree tree(Path out, List<String> options) throws Exception {
        List<String> run = List.of("--policy", "SS", "--delivery=prefetch=1", "--speculation", "0");
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--computed", directory.resolve("computed").toString(), "--units", String.valueOf(UNITS)));
        return new SubMasterTree(directory, out, run, all.toArray(String[]::new));
    }

    /**
     * Each of two sub-masters has another sub-master below it, with a worker. All four are killed, one upper one before
     * and one after the one below it. In the end all workers are connected to the master.
     */
    @Tag("long")
    @Test
    void shouldGoOnWithTheWorkersOfSubMastersThatDie() throws Exception {
        String serial = SubMasterTree.serial(directory, "--units", String.valueOf(UNITS));
        Path out = directory.resolve("killed.txt");
        try (SubMasterTree tree = tree(out, List.of("--compute-millis", "60"))) {
            List<MasterRun> upper = new ArrayList<>();
            List<MasterRun> lower = new ArrayList<>();
            for (int i = 0; i < CHAINS; i++) {
                upper.add(tree.starts("upper" + i, tree.runFile));
            }
            for (int i = 0; i < CHAINS; i++) {
                upper.get(i).awaitPrinted("workers join with");
                lower.add(tree.starts("lower" + i, tree.file("upper" + i)));
            }
            for (int i = 0; i < CHAINS; i++) {
                lower.get(i).awaitPrinted("workers join with");
                tree.workers("lower" + i, 1);
            }
            for (MasterRun each : lower) {
                each.awaitPrinted("joined");
            }
            int begun = tree.master.percent();
            for (int i = 0; i < 2 * CHAINS; i++) { // the last at the end of the cycle
                tree.master.awaitPercent(begun + (100 - begun) * (i + 1) / (2 * CHAINS));
                boolean first = i < CHAINS;
                tree.kill((first == (i % 2 == 0) ? upper : lower).get(i % CHAINS));
            }
            tree.workers.remove(CHAINS - 1); // the master may have gone before it came there
            JsonNode run = tree.ends();
            assertThat(run.at("/counters/accepted").asInt()).isEqualTo(UNITS);
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
        assertThat(computed() - UNITS).isBetween(0L, 2L * CHAINS * HELD_AT_MOST);
    }

    /**
     * A worker and a sub-master with another go to the standby with what they hold: none of it is computed again. No
     * unit ends before both are there, so neither has room for what the other holds.
     */
    @Test
    void shouldGoOnAtAStandbyWithWhatItsWorkersHold() throws Exception {
        String serial = SubMasterTree.serial(directory, "--units", String.valueOf(UNITS));
        Path out = directory.resolve("adopted.txt");
        Path held = directory.resolve("held");
        try (SubMasterTree tree = tree(out, List.of("--compute-millis", "40", "--held", held.toString()))) {
            tree.subMaster("b", tree.runFile);
            tree.subMaster("a", tree.runFile, "--standby", tree.file("b").toString());
            tree.subMaster("c", tree.file("a")).workers("c", 1);
            tree.workers("a", 1);
            tree.subMasters.get(1).awaitPrinted("w2 on"); // else one may compute all before the other comes to a
            tree.subMasters.get(2).awaitPrinted("w1 on");
            tree.master.awaitPercent(20);
            Files.createFile(held);
            tree.kill(tree.subMasters.get(1));
            tree.subMasters.get(0).awaitPrinted("w2 on");
            Files.delete(held);
            JsonNode run = tree.ends();
            assertThat(run.at("/counters/accepted").asInt()).isEqualTo(UNITS);
            assertThat(run.at("/counters/unknown").asInt()).isZero();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
        assertThat(computed()).isEqualTo(UNITS);
    }
}
