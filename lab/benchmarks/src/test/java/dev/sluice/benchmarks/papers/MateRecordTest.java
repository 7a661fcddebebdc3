package dev.sluice.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.tuning.MateExperiment.Change;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import dev.sluice.json.JsonTree;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MateRecordTest {
    private static final long MILLI = 1_000_000L;

    private static Outcome read(String report) throws Exception {
        return MateRecord.of(JsonTree.parse(Path.of("run.json"), report), 19);
    }

    private static String cycle(int number, int ended, double from, double seconds, double slots) {
        return "{\"cycle\":" + number + ",\"ended\":" + ended + ",\"fromSeconds\":" + from + ",\"seconds\":" + seconds
                + ",\"units\":10,\"slots\":" + slots + "}";
    }

    private static String decision(double seconds, String kind, String what) {
        return "{\"seconds\":" + seconds + ",\"kind\":\"" + kind + "\",\"what\":\"" + what
                + "\",\"why\":\"why\",\"outcome\":\"kept\"}";
    }

    private static String report(String cycles, String decisions) {
        return "{\"course\":{\"cycles\":[" + cycles + "]},\"decisions\":[" + decisions + "]}";
    }

    @Test
    void shouldReadTheCyclesAfterTheWarmUp() throws Exception {
        Outcome outcome = read(report(
                String.join(
                        ",",
                        cycle(0, 0, 1, 20, 10),
                        cycle(0, 1, 21, 19, 19),
                        cycle(1, 1, 40, 3, 19),
                        cycle(2, 0, 43, 10, 8),
                        cycle(2, 1, 53, 1, 8)),
                ""));

        assertThat(outcome.seconds()).isEqualTo(14);
        assertThat(outcome.workerSeconds()).isEqualTo(3 * 19 + 11 * 8);
        assertThat(outcome.cycles())
                .containsExactly(
                        new CycleTimes(0, 10, 0, 3_000 * MILLI), new CycleTimes(1, 20, 3_000 * MILLI, 14_000 * MILLI));
    }

    @Test
    void shouldCountChangesFromTheBeginOfTheirCycleOn() throws Exception {
        Outcome outcome = read(report(
                String.join(",", cycle(1, 1, 40, 3, 19), cycle(2, 1, 43, 3, 9), cycle(3, 1, 46, 3, 19)),
                String.join(
                        ",",
                        decision(42.9, "worker", "w3 is parked"),
                        decision(43.2, "workers", "10 of 19 workers are parked"),
                        decision(45.4, "workers", "1 of 19 workers is parked"),
                        decision(45.9, "workers", "all workers work"),
                        decision(48, "workers", "the tuning of the number of workers ends"))));

        assertThat(outcome.changes())
                .containsExactly(
                        new Change(3_000 * MILLI, 9, "10 of 19 workers are parked; why; kept"),
                        new Change(6_000 * MILLI, 18, "1 of 19 workers is parked; why; kept"),
                        new Change(6_000 * MILLI, 19, "all workers work; why; kept"));
    }

    @Test
    void shouldRefuseARunWithoutCyclesOfItsOwn() {
        assertThatThrownBy(() -> read(report(cycle(0, 1, 1, 40, 19), "")))
                .hasMessage("no cycle after the warm-up (expected: at least one)");
        assertThatThrownBy(() -> read(report(cycle(1, 3, 40, 9, 19), "")))
                .hasMessage("cycles from 1 on share a record (expected: one for each)");
    }
}
