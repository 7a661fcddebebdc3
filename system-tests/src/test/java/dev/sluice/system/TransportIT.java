package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One application over every transport gives the same answer, and the report names the transport. */
@NoLeaks
class TransportIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"'', memory", "--local 2, unix", "--local 2 --network=transport=tcp, tls", "--local 2 --insecure, tcp"})
    void shouldAnswerTheSameOverEachTransport(String options, String transport) throws Exception {
        Path out = directory.resolve("out.txt");
        List<String> arguments = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString(), "--json"));
        if (!options.isEmpty()) {
            arguments.addAll(List.of(options.split(" ")));
        }
        arguments.addAll(List.of("--", "--out", out.toString()));
        try (MasterRun run = MasterRun.master(directory, arguments.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/workers").findValuesAsText("transport")).containsOnly(transport);
            assertThat(run.leavesProcesses()).isFalse();
        }
        assertThat(Files.readString(out)).isEqualTo(SubMasterTree.serial(directory));
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"auto, auto, unix, unix", "auto, tcp, unix, tls", "tcp, auto, tls, unix", "tcp, tcp, tls, tls"})
    void shouldAnswerTheSameBelowASubMaster(String above, String below, String first, String second) throws Exception {
        Path out = directory.resolve("out.txt");
        Path allJoined = directory.resolve("all-joined");
        List<String> run = List.of("--network=transport=" + above, "--speculation", "0");
        try (SubMasterTree tree = new SubMasterTree(directory, out, run, "--last-awaits", allJoined.toString())) {
            tree.subMaster("a", tree.runFile, "--transport", below).workers("a", 2);
            tree.subMasters.get(0).awaitPrinted("w2 on"); // else the other may have computed all before
            Files.createFile(allJoined);

            JsonNode worker = tree.ends().at("/workers/0");

            assertThat(worker.at("/transport").asText()).isEqualTo(first);
            assertThat(worker.at("/below").findValuesAsText("transport")).containsExactly(second, second);
        }
        assertThat(Files.readString(out)).isEqualTo(SubMasterTree.serial(directory));
    }

    /** Workers of a lost sub-master go to the master's socket. */
    @Test
    void shouldServeASubMasterAndItsWorkersWithoutANetwork() throws Exception {
        Path below = directory.resolve("private").resolve("a.run");
        try (MasterRun run = socketOnly();
                MasterRun subMaster = MasterRun.master(
                        directory, Words.of("submaster --transport unix --run-file %s %s", below, runFile()))) {
            subMaster.awaitPrinted("workers join with");
            try (MasterRun worker = MasterRun.worker(directory, "join", "--slots", "1", below.toString())) {
                worker.awaitThread("slot-"); // it knows by then where to go
                subMaster.signal("KILL");
                run.awaitPrinted("w3 on");
                Files.createFile(directory.resolve("go"));
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
            }
            JsonNode workers = RunSchema.read(run.out()).at("/workers");
            assertThat(workers).hasSize(3);
            assertThat(workers.findValuesAsText("transport")).containsOnly("unix");
        }
        assertThat(Files.readString(directory.resolve("out.txt"))).isEqualTo(SubMasterTree.serial(directory));
    }

    @Test
    void shouldRefuseATransportThatTheMasterDoesNotOffer() throws Exception {
        try (MasterRun run = socketOnly()) {
            try (MasterRun worker = MasterRun.worker(
                    directory, "join", "--transport", "tcp", runFile().toString())) {
                assertThat(worker.exitCodeWithin(60)).as(worker.err()).isEqualTo(3);
                assertThat(worker.err()).contains("E310", "--listen");
            }
            Files.createFile(directory.resolve("go"));
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        try (Stream<Path> left = Files.walk(directory)) {
            assertThat(left).noneMatch(file -> file.toString().endsWith(".sock"));
        }
    }

    private Path runFile() {
        return directory.resolve("private").resolve("worker.run");
    }

    /** A run with a worker of its own that opens no port and ends once the file {@code go} exists. */
    private MasterRun socketOnly() throws Exception {
        MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --json --network=transport=unix --run-file %s -- --last-awaits %s --out %s",
                        PoisonJar.in(directory, Numbers.class),
                        runFile(),
                        directory.resolve("go"),
                        directory.resolve("out.txt")));
        run.awaitPrinted("w1 on");
        return run;
    }
}
