package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees of real processes: the answer is that of the serial run, whoever joins, leaves or dies. */
@NoLeaks
class SubMasterIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"each, FAC", "end, SS", "sum, SS", "sum, FIXED"})
    void shouldAnswerAsTheSerialRunDoes(String mode, String policy) throws Exception {
        Path allJoined = directory.resolve("all-joined");
        String[] options = {
            "--mode",
            mode,
            "--units",
            "300",
            "--cycles",
            "3",
            "--compute-millis",
            "10",
            "--last-awaits",
            allJoined.toString()
        };
        String serial = SubMasterTree.serial(directory, "--mode", mode, "--units", "300", "--cycles", "3");
        Path out = directory.resolve("tree.txt");
        try (SubMasterTree tree =
                new SubMasterTree(directory, out, List.of("--policy", policy, "--speculation", "0"), options)) {
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

    /** What its workers have done together is what it has. */
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

    @ParameterizedTest
    @CsvSource({"each, 10", "end, 90", "sum, 50"})
    void shouldComputeAgainBelowWhatALostWorkerHad(String mode, int percent) throws Exception {
        String[] options = {"--mode", mode, "--units", "400", "--compute-millis", "10"};
        String serial = SubMasterTree.serial(directory, "--mode", mode, "--units", "400");
        Path out = directory.resolve("killed.txt");
        try (SubMasterTree tree = new SubMasterTree(directory, out, List.of("--policy", "SS"), options)) {
            tree.subMaster("a", tree.runFile).workers("a", 2);
            tree.master.awaitPercent(percent);
            tree.kill(tree.workers.get(0));
            tree.ends();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    /** All workers below it leave, and others come: units go back to the master, and come again. */
    @Test
    void shouldTakeWorkersThatComeWhenAllOthersHaveLeft() throws Exception {
        String[] options = {"--units", "300", "--compute-millis", "10"};
        String serial = SubMasterTree.serial(directory, "--units", "300");
        Path out = directory.resolve("left.txt");
        try (SubMasterTree tree = new SubMasterTree(directory, out, List.of("--policy", "FAC"), options)) {
            tree.subMaster("a", tree.runFile).workers("a", 1);
            tree.master.awaitPercent(10);
            tree.workers.get(0).signal("TERM");
            assertThat(tree.workers.remove(0).exitCodeWithin(30)).isZero();
            tree.master.awaitPrinted("stands for 0 slots");
            tree.workers("a", 1);
            tree.ends();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @Test
    void shouldDeliverEverythingBeforeItLeaves() throws Exception {
        String[] options = {"--units", "300", "--compute-millis", "10"};
        String serial = SubMasterTree.serial(directory, "--units", "300");
        Path out = directory.resolve("drained.txt");
        try (SubMasterTree tree = new SubMasterTree(directory, out, List.of("--policy", "SS"), options)) {
            tree.subMaster("a", tree.runFile).workers("a", 1);
            tree.subMaster("b", tree.runFile).workers("b", 1);
            tree.master.awaitPercent(20);
            MasterRun leaves = tree.subMasters.remove(0);
            leaves.signal("TERM");
            assertThat(leaves.exitCodeWithin(30)).as(leaves.err()).isZero();
            JsonNode run = tree.ends();
            assertThat(run.at("/counters/workersLost").asInt()).isZero();
            assertThat(run.at("/counters/reassigned").asInt()).isZero();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @Test
    void shouldGiveUpAUnitThatFailsWhereverItIsTriedAndNoOther() throws Exception {
        Path ledger = directory.resolve("ledger.txt");
        Path hurry = directory.resolve("hurry");
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (SubMasterTree tree = new SubMasterTree(
                        directory,
                        List.of(
                                "run",
                                PoisonJar.in(directory, Poison.class).toString(),
                                "--listen",
                                "127.0.0.1:0",
                                "--run-file",
                                runFile.toString(),
                                "--json",
                                "--",
                                "--ledger",
                                ledger.toString(),
                                "--bad",
                                "compute",
                                "--units",
                                "60",
                                "--compute-millis",
                                "3000",
                                "--hurry",
                                hurry.toString()));
                MasterRun subMaster = tree.starts("a", runFile)) {
            subMaster.awaitPrinted("workers join with");
            tree.workers("a", 2);
            subMaster.awaitPrinted("w2 on"); // the eighth unit fails when either has had some that last
            Files.createFile(hurry);
            assertThat(tree.master.exitCodeWithin(60)).as(tree.master.err()).isEqualTo(1);
            assertThat(tree.master.err()).contains("E106");
            JsonNode report = RunSchema.read(tree.master.out());
            assertThat(report.at("/counters/accepted").asInt()).isEqualTo(59);
            assertThat(report.at("/failures/0/tries/0/workers").asInt()).isEqualTo(2);
        }
    }
}
