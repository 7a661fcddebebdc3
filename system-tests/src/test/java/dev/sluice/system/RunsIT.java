package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code runs}, {@code report} and {@code top} after real runs, also of directories elsewhere. */
@NoLeaks
class RunsIT {
    @TempDir
    Path directory;

    private MasterRun sluice(String... arguments) throws Exception {
        return MasterRun.master(directory, arguments);
    }

    private String printed(int exitCode, String... arguments) throws Exception {
        return sluice(arguments).printed(exitCode);
    }

    private MasterRun run(String directoryOfRun, String... more) throws Exception {
        return sluice(Words.of(
                "run %s --run-dir %s --progress 0.1 -- --ledger %s %s",
                PoisonJar.in(directory), directoryOfRun, directory.resolve(directoryOfRun + ".txt"), more));
    }

    @Test
    void shouldListRunsWhereverTheyAreAndShowTheirReports() throws Exception {
        assertThat(printed(0, "runs")).contains("there is no run yet");
        assertThat(printed(2, "top")).isEmpty();
        String table;
        try (MasterRun complete = run("one", "--units", "10")) {
            assertThat(complete.exitCodeWithin(60)).as(complete.err()).isZero();
            table = complete.out();
        }
        try (MasterRun stopped = run("two", "--units", "10", "--compute-millis", "600000")) {
            stopped.awaitPrinted("joined with");
            JsonNode running = RunSchema.read(printed(0, "runs", "--running", "--json"), "docs/runs.schema.json");
            assertThat(running.at("/runs")).hasSize(1);
            assertThat(running.at("/runs/0/state").asText()).isEqualTo("running");
            stopped.signal("INT");
            stopped.awaitPrinted("stopping:");
            stopped.signal("INT");
            assertThat(stopped.exitCodeWithin(60)).as(stopped.err()).isEqualTo(130);
        }
        JsonNode left = RunSchema.read(Files.readString(directory.resolve("two").resolve("run.json")));
        assertThat(left.at("/mode").asText()).isEqualTo("interrupted");
        assertThat(left.has("error")).isFalse();
        JsonNode runs = RunSchema.read(printed(0, "runs", "--json"), "docs/runs.schema.json");
        assertThat(runs.at("/runs")).map(run -> run.at("/state").asText()).containsExactly("interrupted", "complete");
        String id = runs.at("/runs/1/run").asText();
        String shown = printed(0, "report", id);
        assertThat(shown.lines().filter(line -> !line.startsWith("report: ")).toList())
                .isEqualTo(table.lines()
                        .filter(line -> !line.startsWith("report: "))
                        .toList());
        assertThat(printed(0, "report", "one", "--text")).contains("messages out", id);
        assertThat(RunSchema.read(printed(0, "report", "one", "--json"))
                        .at("/run")
                        .asText())
                .isEqualTo(id);
        assertThat(printed(0, "report")).contains("interrupted");
        assertThat(printed(2, "report", "no-such-run")).isEmpty();
    }

    @Test
    void shouldTellOfAKilledRun() throws Exception {
        try (MasterRun killed = run("one", "--units", "10", "--compute-millis", "600000")) {
            killed.awaitPrinted("joined with");
            killed.signal("KILL");
            killed.exitCodeWithin(60);
        }
        assertThat(printed(0, "runs")).contains(" killed, resumable ");
        assertThat(printed(0, "runs", "--running")).contains("no run is running");
    }
}
