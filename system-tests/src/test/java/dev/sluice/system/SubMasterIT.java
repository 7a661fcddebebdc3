package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

    private final List<MasterRun> started = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"each, SS", "each, FAC", "end, SS", "end, GSS", "sum, SS", "sum, FIXED"})
    void shouldAnswerAsTheSerialRunDoes(String mode, String policy) throws Exception {
        String[] options = {"--mode", mode, "--units", "300", "--cycles", "3", "--compute-millis", "10"};
        String serial = serial("--mode", mode, "--units", "300", "--cycles", "3");
        Path out = directory.resolve("tree.txt");
        try (Tree tree = new Tree(out, policy, options)) {
            tree.subMaster("a", tree.runFile).subMaster("b", tree.runFile);
            tree.workers("a", 2);
            tree.workers("b", 2);
            tree.ends();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @Test
    void shouldAnswerAsTheSerialRunDoesThroughTwoLevels() throws Exception {
        String[] options = {"--units", "3000", "--cycles", "2"};
        String serial = serial(options);
        Path out = directory.resolve("deep.txt");
        try (Tree tree = new Tree(out, "SS", options)) {
            tree.subMaster("a", tree.runFile).subMaster("b", tree.file("a")).workers("b", 2);
            tree.ends();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @ParameterizedTest
    @CsvSource({"each, 10", "end, 10", "end, 90", "sum, 50"})
    void shouldComputeAgainBelowWhatALostWorkerHad(String mode, int percent) throws Exception {
        String[] options = {"--mode", mode, "--units", "400", "--compute-millis", "10"};
        String serial = serial("--mode", mode, "--units", "400");
        Path out = directory.resolve("killed.txt");
        try (Tree tree = new Tree(out, "SS", options)) {
            tree.subMaster("a", tree.runFile).workers("a", 2);
            tree.master.awaitPercent(percent);
            tree.kill(tree.workers.get(0));
            tree.ends();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @ParameterizedTest
    @CsvSource({"each, 10", "end, 10", "end, 90", "sum, 50"})
    void shouldGiveToOthersWhatALostSubMasterHad(String mode, int percent) throws Exception {
        String[] options = {"--mode", mode, "--units", "400", "--compute-millis", "10"};
        String serial = serial("--mode", mode, "--units", "400");
        Path out = directory.resolve("killed.txt");
        try (Tree tree = new Tree(out, "SS", options)) {
            tree.subMaster("a", tree.runFile).subMaster("b", tree.runFile);
            tree.workers("a", 2);
            tree.workers("b", 2);
            tree.master.awaitPercent(percent);
            tree.kill(tree.subMasters.get(0));
            tree.orphans(2);
            tree.ends();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    /** All workers below it leave, and others come: units go back to the master, and come again. */
    @Test
    void shouldTakeWorkersThatComeWhenAllOthersHaveLeft() throws Exception {
        String[] options = {"--units", "300", "--compute-millis", "10"};
        String serial = serial("--units", "300");
        Path out = directory.resolve("left.txt");
        try (Tree tree = new Tree(out, "FAC", options)) {
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
        String serial = serial("--units", "300");
        Path out = directory.resolve("drained.txt");
        try (Tree tree = new Tree(out, "SS", options)) {
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
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (Tree tree = new Tree(List.of(
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
                "60"))) {
            tree.subMaster("a", runFile).workers("a", 2);
            assertThat(tree.master.exitCodeWithin(60)).as(tree.master.err()).isEqualTo(1);
            assertThat(tree.master.err()).contains("E106");
            assertThat(RunSchema.read(tree.master.out())
                            .at("/counters/accepted")
                            .asInt())
                    .isEqualTo(59);
        }
    }

    private String serial(String... options) throws Exception {
        Path out = directory.resolve("serial.txt");
        List<String> arguments = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString(), "--serial", "--"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--out", out.toString()));
        try (MasterRun run = MasterRun.master(directory, arguments.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        return Files.readString(out);
    }

    /** A master, and what was started below it. */
    private final class Tree implements AutoCloseable {
        final Path runFile;
        final MasterRun master;
        final List<MasterRun> subMasters = new ArrayList<>();
        final List<MasterRun> workers = new ArrayList<>();

        Tree(Path out, String policy, String... options) throws Exception {
            runFile = directory.resolve("private").resolve("worker.run");
            List<String> arguments = new ArrayList<>(List.of(
                    "run",
                    PoisonJar.in(directory, Numbers.class).toString(),
                    "--listen",
                    "127.0.0.1:0",
                    "--run-file",
                    runFile.toString(),
                    "--policy",
                    policy,
                    "--progress",
                    "0.1",
                    "--json",
                    "--"));
            arguments.addAll(List.of(options));
            arguments.addAll(List.of("--out", out.toString()));
            master = started(MasterRun.master(directory, arguments.toArray(String[]::new)));
            master.awaitPrinted("to join:");
        }

        /** Of these arguments alone. */
        Tree(List<String> arguments) throws IOException {
            runFile = directory.resolve("private").resolve("worker.run");
            master = started(MasterRun.master(directory, arguments.toArray(String[]::new)));
            master.awaitPrinted("to join:");
        }

        Path file(String name) {
            return directory.resolve("private").resolve(name + ".run");
        }

        Tree subMaster(String name, Path above) throws IOException {
            MasterRun subMaster = started(MasterRun.master(
                    directory,
                    "submaster",
                    "--listen",
                    "127.0.0.1:0",
                    "--name",
                    name,
                    "--cache",
                    directory.resolve("cache-" + name).toString(),
                    "--run-file",
                    file(name).toString(),
                    above.toString()));
            subMasters.add(subMaster);
            subMaster.awaitPrinted("workers join with");
            return this;
        }

        void workers(String below, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                workers.add(started(MasterRun.worker(
                        directory,
                        "join",
                        "--slots",
                        "1",
                        "--reconnect-timeout",
                        "5",
                        file(below).toString())));
            }
        }

        void kill(MasterRun process) {
            process.close();
            workers.remove(process);
            subMasters.remove(process);
        }

        /** The first of the workers have lost their sub-master, and end. */
        void orphans(int count) {
            for (MasterRun orphan : List.copyOf(workers.subList(0, count))) {
                await().atMost(Duration.ofSeconds(60)).until(() -> !orphan.isRunning());
                workers.remove(orphan);
            }
        }

        /** All end well. */
        JsonNode ends() throws InterruptedException {
            assertThat(master.exitCodeWithin(90)).as(master.err()).isZero();
            for (MasterRun each : subMasters) {
                assertThat(each.exitCodeWithin(20)).as(each.err()).isZero();
            }
            for (MasterRun each : workers) {
                assertThat(each.exitCodeWithin(20)).as(each.err()).isZero();
            }
            return RunSchema.read(master.out());
        }

        private MasterRun started(MasterRun process) {
            started.add(process);
            return process;
        }

        @Override
        public void close() {
            started.forEach(MasterRun::close);
        }
    }
}
