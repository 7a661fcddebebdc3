package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.wave.Frame;
import dev.sluice.app.wave.Wave;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts that stay on workers, in each kind of process that computes. */
@NoLeaks
class ResidentIT {
    @TempDir
    Path directory;

    /** Rows and columns; a row of 60 values passes through the master, one of 700 stays with its sender. */
    private int size = 60;

    private int strips = 6;

    private MasterRun wave(List<String> options, String... arguments) throws Exception {
        Class<?> animation = Class.forName(Wave.class.getPackageName() + ".Animation");
        List<String> all = new ArrayList<>(List.of(
                "run",
                PoisonJar.in(directory, WatchedWave.class, Wave.class, Wave.Strip.class, Frame.class, animation)
                        .toString()));
        all.addAll(options);
        all.addAll(List.of("--", "--size", String.valueOf(size), "--strips", String.valueOf(strips), "--steps", "100"));
        all.addAll(List.of(arguments));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }

    private String answer(String... options) throws Exception {
        return bits(wave(List.of(options)).printed(0));
    }

    private static String bits(String printed) {
        return printed.lines()
                .filter(line -> line.startsWith("all bits "))
                .reduce((one, other) -> other)
                .orElseThrow(() -> new AssertionError("no bits in: " + printed));
    }

    private int steps() throws IOException {
        Path ended = directory.resolve("ended");
        return Files.exists(ended) ? Files.readAllLines(ended).size() : 0;
    }

    @Test
    void shouldGiveTheSameBitsInEachKindOfRun() throws Exception {
        String serial = answer("--local=0");
        assertThat(directory.resolve("wave.gif")).isNotEmptyFile();
        Path record = directory.resolve("record");
        assertThat(answer("--slots", "3", "--run-dir", record.toString())).isEqualTo(serial);
        assertThat(record.resolve("report.html"))
                .content()
                .as("the animation in the report")
                .contains("<img alt=\"wave.gif\" src=\"data:image/gif;base64,");
        assertThat(answer("--local", "2", "--policy", "FAC", "--speculation", "50"))
                .isEqualTo(serial);
    }

    @Test
    void shouldRefuseProcessesOfTheirOwnForUnits() throws Exception {
        try (MasterRun run = wave(List.of("--isolate", "on"))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(7);
            assertThat(run.err())
                    .contains("E710", "--isolate on: the parts of dev.sluice.system.WatchedWave stay in the process");
        }
    }

    private long bytesSent(String run) throws IOException {
        return new ObjectMapper()
                .readTree(directory.resolve(run).resolve("run.json").toFile())
                .at("/traffic/application/bytesSent")
                .longValue();
    }

    /** The messages of a few steps pass through the master, and parts that move at one of six copies. */
    @Test
    void shouldPassLongMessagesFromWorkerToWorker() throws Exception {
        size = 700;
        strips = 120;
        String serial = answer("--local=0");
        assertThat(answer("--local", "3", "--slots", "1", "--run-dir", "direct"))
                .isEqualTo(serial);
        assertThat(answer("--slots", "3", "--run-dir", "embedded")).isEqualTo(serial);
        long all = 100L * 2 * strips * size * Double.BYTES;
        assertThat(bytesSent("direct")).as("of %d bytes of messages", all).isBetween(1L, all / 2);
        assertThat(bytesSent("embedded")).isBetween(1L, all / 2);
    }

    /** Its parts and the messages that it keeps are those of the latest copies. */
    @Test
    void shouldGoBackToTheLatestCopiesWhenAWorkerIsKilled() throws Exception {
        size = 700;
        String serial = answer("--local=0");
        Files.delete(directory.resolve("ended"));
        try (MasterRun run = wave(List.of("--local", "3", "--slots", "1"), "--millis", "5")) {
            await().until(() -> steps() >= 50);
            MasterRun.signal(run.workers().get(0), "KILL");
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
            assertThat(bits(run.out())).isEqualTo(serial);
        }
        assertThat(steps()).as("each step ends once").isEqualTo(100);
    }

    @Test
    void shouldGoOnAfterItsMasterWasKilled() throws Exception {
        String serial = answer("--local=0");
        Files.delete(directory.resolve("ended"));
        List<String> options =
                List.of("--local", "2", "--slots", "1", "--journal", "sync,orphan-time=30s", "--run-dir", "run");
        try (MasterRun killed = wave(options, "--millis", "5")) {
            await().until(() -> steps() >= 50);
            killed.workers();
            killed.signal("KILL");
            killed.exitCodeWithin(60);
            assertThat(bits(MasterRun.master(directory, "resume", "run").printed(0)))
                    .isEqualTo(serial);
            await().until(() -> !killed.leavesProcesses());
        }
    }
}
