package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The idle ledger of real runs: it adds up, and names what the run was limited by. */
@NoLeaks
class StatisticsIT {
    private static final List<String> CAUSES =
            List.of("compute", "waitingForMaster", "waitingForLink", "waitingForSetup", "noWorkLeft", "starting");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"each", "end", "sum"})
    void shouldComputeMostOfTheTimeWhenUnitsAreLong(String mode) throws Exception {
        JsonNode run =
                run("--local", "2", "--slots", "1", "--", "--mode", mode, "--units", "60", "--compute-millis", "150");
        addsUp(run);
        assertThat(seconds(run, "compute"))
                .as(ledger(run))
                .isGreaterThan(0.8 * (run.at("/ledger/slotSeconds").asDouble() - seconds(run, "starting")));
    }

    @Test
    void shouldAddUpOverManyCycles() throws Exception {
        JsonNode run = run("--local", "2", "--", "--mode", "end", "--cycles", "20", "--units", "50");
        addsUp(run);
        assertThat(run.at("/cycles").asInt()).isEqualTo(20);
    }

    @Test
    void shouldSayThatNoWorkIsLeftForSlotsThatAreTooMany() throws Exception {
        JsonNode run = run("--local", "2", "--slots", "4", "--", "--units", "2", "--compute-millis", "6000");
        addsUp(run);
        isMost(run, "noWorkLeft");
        assertThat(run.at("/ledger/limit").asText()).contains("lack of work");
    }

    @Test
    void shouldWaitForAMasterWhoseAcceptIsSlow() throws Exception {
        JsonNode run = run(
                "--local",
                "1",
                "--slots",
                "2",
                "--result-memory",
                "2M",
                "--",
                "--units",
                "80",
                "--words",
                "65536",
                "--accept-millis",
                "60");
        addsUp(run);
        isMost(run, "waitingForMaster");
        assertThat(run.at("/ledger/limit").asText()).contains("accept");
    }

    @Test
    void shouldWaitForTheSetup() throws Exception {
        JsonNode run = run("--local", "2", "--", "--cycles", "4", "--units", "4", "--setup-millis", "1000");
        addsUp(run);
        isMost(run, "waitingForSetup");
    }

    @ParameterizedTest
    @CsvSource({"each", "end"})
    void shouldWaitForTheLinkOverWhichLargeResultsTravel(String mode) throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (MasterRun master = listen(runFile, "--mode", mode, "--units", "12", "--words", "65536")) {
            master.awaitPrinted("to join:");
            try (SlowRelay relay = SlowRelay.before(runFile, 1 << 20);
                    MasterRun worker = MasterRun.worker(directory, "join", "--slots", "2", runFile.toString())) {
                JsonNode run = ended(master);
                addsUp(run);
                isMost(run, "waitingForLink");
                assertThat(run.at("/ledger/links/0/to").asText())
                        .as(ledger(run))
                        .isEqualTo("master");
                assertThat(worker.exitCodeWithin(15)).as("through " + relay).isZero();
            }
        }
    }

    @Test
    void shouldAddUpWhenAWorkerIsKilledAndAnotherTakesItsPlace() throws Exception {
        Path replaced = directory.resolve("replaced");
        try (MasterRun master = start(
                "--local",
                "3",
                "--slots",
                "1",
                "--progress",
                "0.1",
                "--",
                "--units",
                "300",
                "--compute-millis",
                "30",
                "--last-awaits",
                replaced.toString())) {
            master.awaitPrinted("w3 on");
            master.awaitPercent(20);
            master.workers().get(0).destroyForcibly();
            master.awaitPrinted("w4 on");
            Files.createFile(replaced);
            JsonNode run = ended(master);
            addsUp(run);
            assertThat(run.at("/counters/workersLost").asInt()).isEqualTo(1);
            assertThat(run.at("/workers")).hasSize(4);
        }
    }

    @Test
    void shouldCountALateWorkerFromWhenItJoined() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path joined = directory.resolve("joined");
        try (MasterRun master =
                listen(runFile, "--units", "300", "--compute-millis", "20", "--last-awaits", joined.toString())) {
            master.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                master.awaitPercent(30);
                try (MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                    master.awaitPrinted("w2 on");
                    Files.createFile(joined);
                    JsonNode run = ended(master);
                    addsUp(run);
                    assertThat(run.at("/ledger/slotSeconds").asDouble())
                            .isLessThan(2 * run.at("/seconds").asDouble());
                    assertThat(first.exitCodeWithin(15)).isZero();
                    assertThat(second.exitCodeWithin(15)).isZero();
                }
            }
        }
    }

    private static void addsUp(JsonNode run) {
        double percent = 0;
        double seconds = 0;
        for (String cause : CAUSES) {
            percent += run.at("/ledger/causes/" + cause + "/percent").asDouble();
            seconds += seconds(run, cause);
        }
        assertThat(percent).as(ledger(run)).isCloseTo(100, within(0.5));
        double ofWorkers = 0;
        for (JsonNode worker : run.at("/workers")) {
            for (JsonNode part : worker.at("/slotSeconds")) {
                ofWorkers += part.asDouble();
            }
        }
        assertThat(ofWorkers).as(ledger(run)).isCloseTo(seconds, within(0.005 * seconds + 0.001));
    }

    private static void isMost(JsonNode run, String most) {
        for (String cause : CAUSES) {
            assertThat(seconds(run, most)).as(cause + " in " + ledger(run)).isGreaterThanOrEqualTo(seconds(run, cause));
        }
    }

    private static double seconds(JsonNode run, String cause) {
        return run.at("/ledger/causes/" + cause + "/seconds").asDouble();
    }

    private static String ledger(JsonNode run) {
        return run.at("/ledger").toString();
    }

    private JsonNode run(String... arguments) throws Exception {
        try (MasterRun master = start(arguments)) {
            return ended(master);
        }
    }

    private static JsonNode ended(MasterRun master) throws InterruptedException {
        assertThat(master.exitCodeWithin(90)).as(master.err()).isZero();
        return RunSchema.read(master.out());
    }

    private MasterRun listen(Path runFile, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("--listen", "127.0.0.1:0", "--progress", "0.1", "--run-file", runFile.toString(), "--"));
        arguments.addAll(List.of(options));
        return start(arguments.toArray(String[]::new));
    }

    private MasterRun start(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString(), "--json"));
        all.addAll(List.of(arguments));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }
}
