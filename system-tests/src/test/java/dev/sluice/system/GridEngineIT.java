package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
    private static final Duration PATIENCE = Duration.ofSeconds(180);
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

    private Path pool() {
        return directory.resolve("pool");
    }

    private Map<String, String> environment() {
        return Map.of(
                "SLUICE_POOL",
                pool().toString(),
                "PATH",
                engine.printed().resolve("bin") + ":" + System.getenv("PATH"));
    }

    @AfterEach
    void endAll() throws Exception {
        if (engine.missing().isEmpty() && !queue().isEmpty()) {
            ask("qdel", "-u", "*");
        }
        String mark = "SLUICE_POOL=" + pool();
        await().atMost(PATIENCE).until(() -> {
            List<ProcessHandle> left = ProcessHandle.allProcesses()
                    .filter(process -> holds(process.pid(), mark))
                    .toList();
            left.forEach(ProcessHandle::destroyForcibly);
            return left.isEmpty();
        });
    }

    private static boolean holds(long pid, String mark) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1)
                    .contains(mark);
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    private String printed(int exitCode, Map<String, String> additions, String... arguments) throws Exception {
        Map<String, String> environment = new HashMap<>(environment());
        environment.putAll(additions);
        try (MasterRun command = MasterRun.master(directory, environment, arguments)) {
            assertThat(command.exitCodeWithin((int) PATIENCE.toSeconds()))
                    .as(() -> command.err() + "\n" + log())
                    .isEqualTo(exitCode);
            return exitCode == 0 ? command.out() : command.err();
        }
    }

    private String printed(String... arguments) throws Exception {
        return printed(0, Map.of(), arguments);
    }

    private String log() {
        Path log = pool().resolve("pool.log");
        return Files.exists(log) ? Checkout.read(log) : "";
    }

    private JsonNode fleet() throws Exception {
        return RunSchema.read(printed("pool", "status", "--json"), "docs/pool.schema.json")
                .at("/fleet");
    }

    private String ask(String command, String... words) throws Exception {
        List<String> all = new ArrayList<>(
                List.of(engine.printed().resolve("bin/" + command).toString()));
        all.addAll(List.of(words));
        return LabCommand.ask(Map.of(), all.toArray(String[]::new));
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
        String submitted = printed(
                "submit",
                "--json",
                PoisonJar.in(directory).toString(),
                "--",
                "--ledger",
                ledger.toString(),
                "--units",
                String.valueOf(UNITS),
                "--compute-millis",
                "1000");
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
        await().atMost(PATIENCE).until(() -> fleet().at("/started").asInt() == 2);
        List<String> tasks = queue();
        assertThat(tasks).hasSize(3).filteredOn(task -> task.endsWith(" r")).hasSize(2);

        ProcessHandle first = ProcessHandle.of(Long.parseLong(started.replaceAll("(?s).*process (\\d+).*", "$1")))
                .orElseThrow();
        first.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !first.isAlive());
        printed("pool", "start");
        await().atMost(PATIENCE).until(() -> fleet().at("/started").asInt() == 2);
        assertThat(queue()).as("nothing was submitted twice").isEqualTo(tasks);

        ask("qdel", tasks.get(0).replaceFirst(" .*", ""));
        assertThat(printed("attach", "--wait", run)).contains(" complete");
        assertThat(Files.readAllLines(ledger).stream().filter(line -> line.startsWith("0 ")))
                .hasSize(UNITS)
                .doesNotHaveDuplicates();

        await().atMost(PATIENCE).until(() -> queue().isEmpty());
        await().atMost(PATIENCE).until(() -> fleet().at("/size").asInt() == 0);
        assertThat(fleet().at("/state").asText()).isEqualTo("steady");
        printed("pool", "stop");
        await().atMost(PATIENCE)
                .until(() -> SlurmCluster.processesWith(
                                pool().resolve("private").toString())
                        .isEmpty());
    }

    @Test
    void shouldSayWhatGridEngineRefuses() throws Exception {
        String refused = printed(
                4,
                Map.of("SLUICE_QSUB_PE", "nowhere"),
                "pool",
                "start",
                "--launcher",
                SCRIPT,
                "--fleet",
                "max=3,slots=2");
        assertThat(refused)
                .contains("E429 launcher " + SCRIPT + " check: exit code 1", "parallel environment \"nowhere\"");
        assertThat(queue()).isEmpty();
        assertThat(printed("pool", "start", "--launcher", SCRIPT, "--fleet", "max=3,slots=2", "--dry-run"))
                .contains(
                        "export SLUICE_SLOTS=2", "export SLUICE_RUNFILE=" + pool() + "/private/agent.run", " start 1");
    }
}
