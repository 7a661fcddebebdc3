package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool whose fleet a real Slurm cluster of three nodes starts. */
@NoLeaks
@Tag("queues")
class PoolFleetIT {
    private static final int UNITS = 400;

    @TempDir
    static Path ofCluster;

    private static SlurmCluster cluster;

    @TempDir
    Path directory;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = SlurmCluster.start(ofCluster);
    }

    @AfterAll
    static void endCluster() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void needCluster() {
        assumeTrue(cluster.missing().isEmpty(), cluster.missing());
    }

    private StandingPool pool() {
        Path pool = directory.resolve("pool");
        return new StandingPool(pool, "SLUICE_POOL=" + pool);
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(cluster.environment());
        environment.put("SLUICE_POOL", pool().directory().toString());
        return environment;
    }

    @AfterEach
    void endAll() {
        pool().end();
    }

    private String printed(int exitCode, String... arguments) throws Exception {
        return pool().ended(exitCode, MasterRun.master(directory, environment(), arguments))
                .out();
    }

    private JsonNode fleet() throws Exception {
        return RunSchema.read(printed(0, "pool", "status", "--json"), "docs/pool.schema.json")
                .at("/fleet");
    }

    private long start(String... options) throws Exception {
        return Long.parseLong(
                printed(0, Words.of("pool start %s", options)).replaceAll("(?s).*process (\\d+).*", "$1"));
    }

    private List<String> queue() throws Exception {
        return cluster.ask("squeue", "--noheader", "--array", "--states=PENDING,RUNNING", "--format=%F_%K")
                .lines()
                .map(String::strip)
                .toList();
    }

    /**
     * Submits a run and returns its directory, by which it is known at once. Units compute in the workers' JVMs:
     * Slurm's signals would end processes of theirs.
     */
    private Path submit(Path ledger) throws Exception {
        printed(
                0,
                Words.of(
                        "submit %s -- --ledger %s --units %s --compute-millis 1000",
                        PoisonJar.in(directory), ledger, UNITS));
        try (Stream<Path> runs = Files.list(pool().directory().resolve("runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }

    /** The pool is killed while its fleet computes, and one of its tasks is cancelled by somebody else. */
    @Test
    void shouldGrowFromNothingLoseNothingAndShrinkToNothing() throws Exception {
        long first = start("--slurm", "min=0,max=3,slots=2", "--idle", "5s");
        assertThat(fleet().at("/wanted").asInt()).isZero();
        assertThat(queue()).isEmpty();
        Path ledger = directory.resolve("ledger");
        Path run = submit(ledger);
        await().atMost(StandingPool.PATIENCE).until(() -> fleet().at("/started").asInt() == 3);
        List<String> tasks = queue();
        assertThat(tasks).hasSize(3);

        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        await().atMost(StandingPool.PATIENCE)
                .until(() ->
                        !ProcessHandle.of(first).map(ProcessHandle::isAlive).orElse(false));
        start();
        await().atMost(StandingPool.PATIENCE).until(() -> fleet().at("/started").asInt() == 3);
        assertThat(queue()).as("nothing was submitted twice").containsExactlyInAnyOrderElementsOf(tasks);

        cluster.ask("scancel", tasks.get(0));
        await().atMost(StandingPool.PATIENCE).until(() -> pool().log().contains(tasks.get(0) + " is away"));
        assertThat(printed(0, "attach", "--wait", run.toString())).contains(" complete");
        assertThat(Files.readAllLines(ledger).stream().filter(line -> line.startsWith("0 ")))
                .hasSize(UNITS)
                .doesNotHaveDuplicates();

        await().atMost(StandingPool.PATIENCE).until(() -> queue().isEmpty());
        await().atMost(StandingPool.PATIENCE).until(() -> fleet().at("/size").asInt() == 0);
        assertThat(fleet().at("/state").asText()).isEqualTo("steady");
        printed(0, "pool", "stop");
    }

    @Test
    void shouldCancelWhatIsQueuedWhenThePoolStopsAndSayWhatItWouldDo() throws Exception {
        String dry = printed(0, "pool", "start", "--slurm", "max=3", "--slurm-options=--partition=main", "--dry-run");
        assertThat(dry).contains("sbatch", "#SBATCH --partition=main", "join --transport tcp", "agent.run");
        assertThat(pool().directory().resolve("pool.log")).doesNotExist();
        assertThat(queue()).isEmpty();

        start("--slurm", "min=0,max=5,slots=2", "--slurm-options=--begin=now+1hour");
        submit(directory.resolve("ledger"));
        await().atMost(StandingPool.PATIENCE).until(() -> queue().size() == 5);
        printed(0, "pool", "stop", "--now");
        await().atMost(StandingPool.PATIENCE).until(() -> queue().isEmpty());
    }
}
