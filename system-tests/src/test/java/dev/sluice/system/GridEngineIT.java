package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool whose fleet deploy/launchers/grid-engine starts, on a real Grid Engine of one host with four slots. */
@NoLeaks
@Tag("queues")
class GridEngineIT {
    private static final int UNITS = 120;
    private static final String SCRIPT =
            Checkout.file("deploy/launchers/grid-engine").toString();

    @TempDir
    static Path ofEngine;

    private static LabCommand engine;

    @TempDir
    Path directory;

    @BeforeAll
    static void startEngine() throws Exception {
        engine = LabCommand.start(ofEngine, "deploy/grid-engine-lab/grid-engine-lab", "GRID_ENGINE_LAB");
    }

    @AfterAll
    static void endEngine() throws Exception {
        engine.close();
    }

    @BeforeEach
    void needEngine() {
        assumeTrue(engine.missing().isEmpty(), engine.missing());
    }

    private StandingPool pool() {
        Path pool = directory.resolve("pool");
        return new StandingPool(pool, "SLUICE_POOL=" + pool);
    }

    private Map<String, String> environment() {
        return Map.of(
                "SLUICE_POOL",
                pool().directory().toString(),
                "PATH",
                engine.printed().resolve("bin") + ":" + System.getenv("PATH"));
    }

    @AfterEach
    void endAll() throws Exception {
        if (engine.missing().isEmpty() && !queue().isEmpty()) {
            ask("qdel", "-u", "*");
        }
        pool().end();
    }

    private MasterRun ended(int exitCode, Map<String, String> additions, String... arguments) throws Exception {
        Map<String, String> environment = new HashMap<>(environment());
        environment.putAll(additions);
        return pool().ended(exitCode, MasterRun.master(directory, environment, arguments));
    }

    private String printed(String... arguments) throws Exception {
        return ended(0, Map.of(), arguments).out();
    }

    private JsonNode fleet() throws Exception {
        return RunSchema.read(printed("pool", "status", "--json"), "docs/pool.schema.json")
                .at("/fleet");
    }

    private String ask(String command, String... words) throws Exception {
        return LabCommand.ask(Map.of(), Words.of("%s %s", engine.printed().resolve("bin/" + command), words));
    }

    /** All tasks as {@code JOB.TASK STATE}. */
    private List<String> queue() throws Exception {
        return ask("qstat", "-g", "d")
                .lines()
                .skip(2)
                .map(line -> line.strip().split(" +"))
                .map(words -> words[0] + "." + words[words.length - 1] + " " + words[4])
                .toList();
    }

    /** Returns the directory of the run. */
    private String submit(Path ledger) throws Exception {
        String submitted = printed(Words.of(
                "submit --json %s -- --ledger %s --units %s --compute-millis 1000",
                PoisonJar.in(directory), ledger, UNITS));
        return new ObjectMapper().readTree(submitted).at("/directory").asText();
    }

    /** Two of three tasks have room. The pool is killed while they compute, and somebody else deletes one. */
    @Test
    void shouldGrowFromNothingLoseNothingAndShrinkToNothing() throws Exception {
        String started =
                printed("pool", "start", "--launcher", SCRIPT, "--fleet", "min=0,max=3,slots=2", "--idle", "5s");
        assertThat(queue()).isEmpty();
        Path ledger = directory.resolve("ledger");
        String run = submit(ledger);
        await().atMost(StandingPool.PATIENCE).until(() -> fleet().at("/started").asInt() == 2);
        List<String> tasks = queue();
        assertThat(tasks).hasSize(3).filteredOn(task -> task.endsWith(" r")).hasSize(2);

        ProcessHandle first = ProcessHandle.of(Long.parseLong(started.replaceAll("(?s).*process (\\d+).*", "$1")))
                .orElseThrow();
        first.destroyForcibly();
        await().atMost(StandingPool.PATIENCE).until(() -> !first.isAlive());
        printed("pool", "start");
        await().atMost(StandingPool.PATIENCE).until(() -> fleet().at("/started").asInt() == 2);
        assertThat(queue()).as("nothing was submitted twice").isEqualTo(tasks);

        ask("qdel", tasks.get(0).replaceFirst(" .*", ""));
        assertThat(printed("attach", "--wait", run)).contains(" complete");
        assertThat(Files.readAllLines(ledger).stream().filter(line -> line.startsWith("0 ")))
                .hasSize(UNITS)
                .doesNotHaveDuplicates();

        await().atMost(StandingPool.PATIENCE).until(() -> queue().isEmpty());
        await().atMost(StandingPool.PATIENCE).until(() -> fleet().at("/size").asInt() == 0);
        assertThat(fleet().at("/state").asText()).isEqualTo("steady");
        printed("pool", "stop");
        await().atMost(StandingPool.PATIENCE)
                .until(() -> SlurmCluster.processesWith(
                                pool().directory().resolve("private").toString())
                        .isEmpty());
    }

    @Test
    void shouldSayWhatGridEngineRefuses() throws Exception {
        String refused = ended(
                        4,
                        Map.of("SLUICE_QSUB_PE", "nowhere"),
                        Words.of("pool start --launcher %s --fleet max=3,slots=2", SCRIPT))
                .err();
        assertThat(refused)
                .contains("E429 launcher " + SCRIPT + " check: exit code 1", "parallel environment \"nowhere\"");
        assertThat(queue()).isEmpty();
        assertThat(printed("pool", "start", "--launcher", SCRIPT, "--fleet", "max=3,slots=2", "--dry-run"))
                .contains(
                        "export SLUICE_SLOTS=2",
                        "export SLUICE_RUNFILE=" + pool().directory() + "/private/agent.run",
                        " start 1");
    }
}
