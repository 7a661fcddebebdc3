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

/** The idle ledger of real runs: it adds up, and has the wait for a slow link. */
@NoLeaks
class StatisticsIT {
    @TempDir
    Path directory;

    @Test
    void shouldWaitForTheLinkOverWhichLargeResultsTravel() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (MasterRun master = listen(runFile, "--units", "8", "--words", "65536")) {
            master.awaitPrinted("to join:");
            try (SlowRelay relay = SlowRelay.before(runFile, 1 << 20);
                    MasterRun worker = MasterRun.worker(
                            directory, "join", "--transport", "tcp", "--slots", "2", runFile.toString())) {
                JsonNode run = ended(master);
                addsUp(run);
                assertThat(run.at("/ledger/times/waitingForResultsLink").asDouble())
                        .as("two slots, for whose results the link takes 4 s at least: %s", ledger(run))
                        .isGreaterThan(1);
                assertThat(run.at("/ledger/links/0/to").asText())
                        .as(ledger(run))
                        .isEqualTo("master");
                assertThat(worker.exitCodeWithin(60)).as("through " + relay).isZero();
            }
        }
    }

    /** The one that takes its place, and counts from when it joined, comes late. */
    @Test
    void shouldAddUpWhenAWorkerIsKilledAndAnotherTakesItsPlace() throws Exception {
        Path replaced = directory.resolve("replaced");
        try (MasterRun master = start(Words.of(
                "--local 2 --slots 1 --progress 0.1 -- --mode end --cycles 2 --units 100 --compute-millis 10 "
                        + "--last-awaits %s",
                replaced))) {
            master.awaitPrinted("w2 on");
            master.awaitPercent(20);
            master.workers().get(0).destroyForcibly();
            master.awaitPrinted("w3 on");
            Files.createFile(replaced);
            JsonNode run = ended(master);
            addsUp(run);
            assertThat(run.at("/counters/workersLost").asInt()).isEqualTo(1);
            assertThat(run.at("/cycles").asInt()).isEqualTo(2);
            assertThat(run.at("/workers")).hasSize(3);
            assertThat(run.at("/ledger/slotSeconds").asDouble())
                    .isLessThan(3 * run.at("/seconds").asDouble());
        }
    }

    private static void addsUp(JsonNode run) {
        double percent = 0;
        double seconds = 0;
        for (JsonNode line : run.at("/ledger/lines")) {
            percent += line.path("percent").asDouble();
            seconds += line.path("seconds").asDouble();
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

    private static String ledger(JsonNode run) {
        return run.at("/ledger").toString();
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
