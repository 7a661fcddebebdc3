package dev.sluice.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
    private static final Workload SHORT = Workloads.constant(1, 2, new UnitCosts(0.1, 0.3, 100, 70_000, 0));
    private static final Workload LONG = Workloads.constant(1, 1, new UnitCosts(2, 0, 100, 1, 0));

    @TempDir
    private Path directory;

    @Test
    void shouldWriteAWarmUpAndThenEachLoadInACycleOfItsOwn() throws Exception {
        Path file = directory.resolve("units.csv");

        new Replay(List.of(SHORT, LONG), 2).write(file);

        assertThat(file).hasContent("""
            cycle,first_unit,units,started_s,ended_s,outcome,bytes_out
            0,0,1,0,0.050000000,accepted,1000
            0,1,1,0,0.050000000,accepted,1000
            1,0,1,0,0.100000000,accepted,70000
            1,1,1,0,0.100000000,accepted,70000
            2,0,1,0,2.000000000,accepted,32
            """);
    }

    @Test
    void shouldSimulateTheSameUnitsAsItWrites() {
        Replay replay = new Replay(List.of(SHORT, LONG), 2);

        assertThat(replay.cycles()).isEqualTo(3);
        assertThat(replay.inputBytes(2, 0)).isEqualTo(100);
        assertThat(replay.acceptNanos(1, 0))
                .as("the emulator's master does nothing with a result")
                .isZero();
    }

    @Test
    void shouldHaveSetupAndAccumulatedResultsOfTheFirstLoadInEachCycle() {
        Replay replay = new Replay(
                List.of(Workloads.constant(1, 2, new UnitCosts(0.1, 0, 100, 5_000, 9_000).combined()), LONG), 2);

        for (int cycle = 0; cycle < replay.cycles(); cycle++) {
            assertThat(replay.setupBytes(cycle)).isEqualTo(9_000);
            assertThat(replay.foldedBytes(cycle)).isEqualTo(5_000);
        }
        assertThat(new Replay(List.of(SHORT), 2).setupBytes(0))
                .as("the least of the emulator")
                .isEqualTo(8);
    }
}
