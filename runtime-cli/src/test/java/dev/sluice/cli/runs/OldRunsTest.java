package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldRunsTest {
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path runs;

    private void run(int number) throws IOException {
        Path directory = Files.createDirectories(runs.resolve("run-" + number));
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("logs/worker.log"), "text");
        Files.writeString(
                directory.resolve("run.json"),
                "{\"schema\": \"sluice-run-1\", \"mode\": \"cluster\", \"outcome\": \"complete\", \"run\": \"run-"
                        + number + "\", \"started\": \"" + FIRST.plusSeconds(number) + "\"}");
    }

    private String[] left() throws IOException {
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toArray(String[]::new);
        }
    }

    @Test
    void shouldKeepTheNewestRunsAndRunningOnes() throws IOException {
        for (int i = 10; i < 40; i++) {
            run(i);
        }
        Files.writeString(
                runs.resolve("run-10/run.json"),
                "{\"schema\": \"sluice-run-1\", \"mode\": \"running\", \"host\": \"" + ThisHost.name() + "\", \"pid\": "
                        + ProcessHandle.current().pid() + ", \"started\": \"" + FIRST + "\", \"processStarted\": \""
                        + ProcessHandle.current().info().startInstant().orElseThrow() + "\"}");

        OldRuns.delete(runs, 5);

        assertThat(left()).containsExactly("run-10", "run-35", "run-36", "run-37", "run-38", "run-39");
    }

    @Test
    void shouldDeleteNothingWhileThereAreFew() throws IOException {
        for (int i = 10; i < 35; i++) {
            run(i);
        }

        OldRuns.delete(runs, 5);
        OldRuns.delete(runs.resolve("missing"), 5);

        assertThat(left())
                .containsExactly(
                        IntStream.range(10, 35).mapToObj(i -> "run-" + i).toArray(String[]::new));
    }
}
