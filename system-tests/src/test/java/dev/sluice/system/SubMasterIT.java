package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of real processes: the answer is that of the serial run, whoever joins, leaves or dies. */
@NoLeaks
class SubMasterIT {
    @TempDir
    Path directory;

    @Test
    void shouldAnswerAsTheSerialRunDoes() throws Exception {
        Path allJoined = directory.resolve("all-joined");
        String[] options = {
            "--mode",
            "sum",
            "--units",
            "300",
            "--cycles",
            "3",
            "--compute-millis",
            "10",
            "--last-awaits",
            allJoined.toString()
        };
        String serial = SubMasterTree.serial(directory, "--mode", "sum", "--units", "300", "--cycles", "3");
        Path out = directory.resolve("tree.txt");
        try (SubMasterTree tree =
                new SubMasterTree(directory, out, List.of("--policy", "SS", "--speculation", "0"), options)) {
            tree.subMaster("a", tree.runFile).subMaster("b", tree.runFile);
            tree.workers("a", 2);
            tree.workers("b", 2);
            for (MasterRun subMaster : tree.subMasters) {
                subMaster.awaitPrinted("w2 on"); // else the others may have computed all before
            }
            Files.createFile(allJoined);
            tree.ends();
            JsonNode report = RunSchema.read(tree.master.out());
            assertThat(report.at("/workers")).hasSize(2);
            for (JsonNode branch : report.at("/workers")) {
                assertThat(branch.at("/below")).hasSize(2);
                shouldCountEachWorkerOnce(branch);
            }
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    /** Checks that the figures of a sub-master are the sums over its workers. */
    private static void shouldCountEachWorkerOnce(JsonNode branch) {
        String name = branch.at("/worker").asText();
        long units = 0;
        double computeSeconds = 0;
        int slots = 0;
        for (JsonNode worker : branch.at("/below")) {
            assertThat(worker.at("/worker").asText()).startsWith(name + "/w");
            assertThat(worker.at("/wallSeconds").asDouble()).isPositive();
            units += worker.at("/units").asLong();
            computeSeconds += worker.at("/computeSeconds").asDouble();
            slots += worker.at("/slots").asInt();
        }
        assertThat(units).isEqualTo(branch.at("/units").asLong());
        assertThat(computeSeconds).isCloseTo(branch.at("/computeSeconds").asDouble(), within(1e-6));
        assertThat(slots).isEqualTo(branch.at("/slots").asInt());
    }

    @Test
    void shouldAnswerAsTheSerialRunDoesThroughTwoLevels() throws Exception {
        Path bothJoined = directory.resolve("both-joined");
        String[] options = {"--units", "3000", "--cycles", "2", "--last-awaits", bothJoined.toString()};
        String serial = SubMasterTree.serial(directory, "--units", "3000", "--cycles", "2");
        Path out = directory.resolve("deep.txt");
        try (SubMasterTree tree =
                new SubMasterTree(directory, out, List.of("--policy", "SS", "--speculation", "0"), options)) {
            tree.subMaster("a", tree.runFile).subMaster("b", tree.file("a")).workers("b", 2);
            tree.subMasters.get(1).awaitPrinted("w2 on"); // else the first may have computed all before
            Files.createFile(bothJoined);
            tree.ends();
            JsonNode branch = RunSchema.read(tree.master.out()).at("/workers/0");
            assertThat(branch.at("/below").findValuesAsText("worker"))
                    .containsExactlyInAnyOrder("w1/w1/w1", "w1/w1/w2");
            shouldCountEachWorkerOnce(branch);
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @Tag("long")
    @Test
    void shouldDeliverEverythingBeforeItLeaves() throws Exception {
        Path leaving = directory.resolve("leaving");
        String[] options = {"--units", "300", "--compute-millis", "10", "--last-awaits", leaving.toString()};
        String serial = SubMasterTree.serial(directory, "--units", "300");
        Path out = directory.resolve("drained.txt");
        try (SubMasterTree tree =
                new SubMasterTree(directory, out, List.of("--policy", "SS", "--speculation", "0"), options)) {
            tree.subMaster("a", tree.runFile).workers("a", 1);
            tree.subMaster("b", tree.runFile).workers("b", 1);
            for (MasterRun subMaster : tree.subMasters) {
                subMaster.awaitPrinted("w1 on"); // else the other may have computed all before
            }
            tree.master.awaitPercent(20);
            MasterRun leaves = tree.subMasters.remove(0);
            leaves.signal("TERM");
            Files.createFile(leaving);
            assertThat(leaves.exitCodeWithin(60)).as(leaves.err()).isZero();
            JsonNode run = tree.ends();
            assertThat(run.at("/counters/workersLost").asInt()).isZero();
            assertThat(run.at("/counters/reassigned").asInt()).isZero();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }
}
