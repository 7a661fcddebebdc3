package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose finish time is asked for: the real jars. */
@NoLeaks
class PromiseIT {
    @TempDir
    Path directory;

    @Test
    void shouldStartNothingThatCannotEndInTime() throws Exception {
        try (MasterRun run = start("--within", "20s", "--local=1")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(7);
            assertThat(run.err())
                    .contains(
                            "E700", "cannot be kept, expected to end between", "with twice the slots", "--best-effort");
            assertThat(Files.exists(directory.resolve("sluice-runs"))).isFalse();
        }
    }

    @Test
    void shouldKeepAndRememberWhatItPromised() throws Exception {
        JsonNode run = RunSchema.read(
                start("--within", "2h", "--json", "--", "--units", "50").printed(0));

        assertThat(run.at("/promise/kept").asBoolean()).isTrue();
        assertThat(run.at("/promise/seconds").asDouble()).isBetween(7_190.0, 7_200.0);
        assertThat(run.at("/promise/chance").asDouble()).isGreaterThan(0.99);
        assertThat(run.at("/promise/takenSeconds").asDouble())
                .isBetween(0.0, run.at("/promise/seconds").asDouble());
        try (MasterRun history = MasterRun.master(directory, places(), "hosts", "history", "--promises")) {
            assertThat(history.exitCodeWithin(60)).isZero();
            assertThat(history.out()).contains("kept 1 of 1", "2 h");
        }
    }

    @Test
    void shouldRunWhatIsLateAllTheSame() throws Exception {
        try (MasterRun run =
                start("--within", "100ms", "--best-effort", "--", "--units", "20", "--compute-millis", "60")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err()).contains("will probably not be kept: expected to end between");
            assertThat(run.out()).contains("asked for within 100 ms: not kept");
        }
    }

    @Test
    void shouldRefuseTwoFinishTimes() {
        InProcess run =
                InProcess.sluice(Words.of("run %s --within 10m --by 17:00", PoisonJar.in(directory, Numbers.class)));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--by: with --within (expected: only one of the two)");
    }

    private Map<String, String> places() {
        return Map.of(
                "XDG_CACHE_HOME",
                directory.resolve("cache").toString(),
                "XDG_STATE_HOME",
                directory.resolve("state").toString());
    }

    /** A run of a thousand units of 60 ms, unless the options say otherwise. */
    private MasterRun start(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString()));
        arguments.addAll(List.of(options));
        if (!arguments.contains("--")) {
            arguments.addAll(List.of("--", "--units", "1000", "--compute-millis", "60"));
        }
        arguments.addAll(List.of("--out", directory.resolve("out").toString()));
        return MasterRun.master(directory, places(), arguments.toArray(String[]::new));
    }
}
