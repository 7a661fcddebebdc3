package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standing pool on this machine: submitted runs outlive its process, and it leaves nothing behind. */
@NoLeaks
class PoolIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final int UNITS = 400;

    @TempDir
    Path directory;

    private Path pool() {
        return directory.resolve("pool");
    }

    /** All processes that this test started, whoever their parent is now, by what is in their environment. */
    private List<ProcessHandle> processes() {
        String mark = "SLUICE_POOL=" + pool();
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process.pid()).contains(mark))
                .toList();
    }

    private static String environment(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrForeign) {
            return "";
        }
    }

    @AfterEach
    void endAll() {
        processes().forEach(ProcessHandle::destroyForcibly);
        await().atMost(PATIENCE).until(() -> processes().isEmpty());
    }

    private String printed(int exitCode, String... arguments) throws Exception {
        try (MasterRun command = MasterRun.master(directory, Map.of("SLUICE_POOL", pool().toString()), arguments)) {
            assertThat(command.exitCodeWithin((int) PATIENCE.toSeconds()))
                    .as(() -> command.err() + "\n" + log())
                    .isEqualTo(exitCode);
            return command.out();
        }
    }

    private String log() {
        Path log = pool().resolve("pool.log");
        return Files.exists(log) ? Checkout.read(log) : "";
    }

    private JsonNode status() throws Exception {
        return RunSchema.read(printed(0, "pool", "status", "--json"), "docs/pool.schema.json");
    }

    private long start(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("pool", "start"));
        words.addAll(List.of(options));
        String said = printed(0, words.toArray(String[]::new));
        return Long.parseLong(said.replaceAll("(?s).*process (\\d+).*", "$1"));
    }

    private List<String> picture(String name) {
        return List.of(
                "--width",
                "900",
                "--height",
                "700",
                "--limit",
                "12000",
                "--tile",
                "30x30",
                "--out",
                directory.resolve(name + ".png").toString());
    }

    private static String[] join(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all.toArray(String[]::new);
    }

    private boolean bothHaveSlots(String one, String other) throws Exception {
        List<String> with = new ArrayList<>();
        for (JsonNode run : status().at("/runs")) {
            if (run.at("/connected").asBoolean() && run.at("/slots").asInt() > 0) {
                with.add(run.at("/run").asText());
            }
        }
        return with.containsAll(List.of(one, other));
    }

    @Test
    void shouldFinishSubmittedRunsWhoseSharedPoolIsKilled() throws Exception {
        Path gate = directory.resolve("gate");
        // Units are short, so that a worker can be drained, and together longer than anything before the gate opens.
        String command = "test -e " + gate + " || sleep 0.3; echo unit {}";
        List<String> inputs = new ArrayList<>(List.of(command, ":::"));
        IntStream.rangeClosed(1, UNITS).forEach(number -> inputs.add(String.valueOf(number)));
        String jar = Checkout.applicationJar("mandelbrot").toString();

        long first = start("--local", "1", "--slots", "2");
        String words = printed(0, join(List.of("submit", "each", "--keep-order"), inputs))
                .strip();
        String drawing =
                printed(0, join(List.of("submit", jar, "--"), picture("pool"))).strip();
        await().atMost(PATIENCE).until(() -> bothHaveSlots(words, drawing));
        assertThat(printed(4, "results", words)).isEmpty();
        assertThat(printed(4, "pool", "stop")).isEmpty();

        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        await().atMost(PATIENCE)
                .until(() ->
                        !ProcessHandle.of(first).map(ProcessHandle::isAlive).orElse(false));
        assertThat(printed(3, "pool", "status")).isEmpty();
        assertThat(start()).isNotEqualTo(first);
        Files.createFile(gate);
        assertThat(printed(0, "wait", words, drawing)).contains(words + " complete", drawing + " complete");

        assertThat(printed(0, "results", words)).isEqualTo(printed(0, join(List.of("each", "--keep-order"), inputs)));
        printed(0, join(List.of("run", jar, "--serial", "--"), picture("serial")));
        assertThat(directory.resolve("pool.png")).hasSameBinaryContentAs(directory.resolve("serial.png"));
        assertThat(printed(0, "logs", drawing)).contains("joined with");
        JsonNode runs =
                new ObjectMapper().readTree(printed(0, "runs", "--json")).at("/runs");
        assertThat(runs).map(run -> run.at("/run").asText()).contains(words, drawing);

        printed(0, "pool", "stop");
        await().atMost(PATIENCE).until(() -> processes().isEmpty());
        assertThat(pool().resolve("private").resolve("operator.run")).doesNotExist();
    }
}
