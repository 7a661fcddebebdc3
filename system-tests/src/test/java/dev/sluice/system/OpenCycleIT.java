package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search whose units are found while it runs, in each kind of run. */
@NoLeaks
class OpenCycleIT {
    @TempDir
    Path directory;

    private Path file(String name) {
        return directory.resolve(name);
    }

    private MasterRun search(String out, List<String> options, String... arguments) throws IOException {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --progress 0.1 %s -- --out %s %s",
                        PoisonJar.in(directory, TreeSearch.class), options, file(out), arguments));
    }

    private String serial() throws IOException {
        InProcess run = InProcess.sluice(Words.of(
                "run %s --local=0 --no-history --run-dir %s -- --out %s",
                PoisonJar.in(directory, TreeSearch.class), file("serial-run"), file("serial")));
        assertThat(run.code()).as(run.err()).isZero();
        return Files.readString(file("serial"));
    }

    private String answer(String out, List<String> options) throws Exception {
        search(out, options).printed(0);
        return Files.readString(file(out));
    }

    @Test
    void shouldGiveTheSameAnswerInEachKindOfRun() throws Exception {
        String serial = serial();
        assertThat(answer("process", List.of("--local=0"))).isEqualTo(serial);
        assertThat(serial.split(",")).hasSize(340);
        assertThat(answer("embedded", List.of("--slots", "2"))).isEqualTo(serial);
        assertThat(answer("local", List.of("--local", "2"))).isEqualTo(serial);
        assertThat(answer("isolated", List.of("--local", "1", "--isolate", "on")))
                .isEqualTo(serial);
    }

    /** The source has not ended when its master is killed. */
    @Test
    void shouldGoOnAfterItsMasterWasKilled() throws Exception {
        assertGoesOn(120);
    }

    /** At the latest moment the source is in the middle of a lull. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 340})
    void shouldGoOnWheneverItsMasterWasKilled(int accepted) throws Exception {
        assertGoesOn(accepted);
    }

    private void assertGoesOn(int accepted) throws Exception {
        String serial = serial();
        List<String> options =
                List.of("--local", "2", "--slots", "1", "--journal", "sync,orphan-time=30s", "--run-dir", "run");
        try (MasterRun killed = search(
                "resumed",
                options,
                "--millis",
                "5",
                "--until",
                file("end").toString(),
                "--accepted",
                file("accepted").toString())) {
            await().until(() -> Files.exists(file("accepted"))
                    && Files.readAllLines(file("accepted")).size() >= accepted);
            assertThat(killed.err()).contains(" units so far");
            killed.signal("KILL");
            killed.exitCodeWithin(60);
            Files.createFile(file("end"));
            MasterRun.master(directory, "resume", "run").printed(0);
            await().until(() -> !killed.leavesProcesses());
        }
        assertThat(Files.readString(file("resumed"))).isEqualTo(serial);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--local=0", "--slots=2"})
    void shouldStopWhileTheSourceWaits(String where) throws Exception {
        try (MasterRun waiting = search(
                "stopped",
                List.of(where),
                "--until",
                file("end").toString(),
                "--accepted",
                file("accepted").toString())) {
            await().until(() -> Files.exists(file("accepted"))
                    && Files.readAllLines(file("accepted")).size() == 340);
            waiting.signal("INT");
            assertThat(waiting.exitCodeWithin(60)).isEqualTo(130);
        }
    }

    @Test
    void shouldPredictTheUnitsOfAnOpenCycleThatAreKnown() throws Exception {
        try (MasterRun predict = MasterRun.master(
                directory,
                "predict",
                PoisonJar.in(directory, TreeSearch.class).toString(),
                "--",
                "--out",
                file("none").toString())) {
            assertThat(predict.exitCodeWithin(60)).as(predict.err()).isZero();
            assertThat(predict.out()).contains("of the open cycle are known when it begins");
        }
    }
}
