package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests workers that start at different times. */
class StartsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double UNIT = 0.1;

    private static SimulationReport run(long units, long... starts) {
        World machines = World.star(starts.length - 1, 1, Wire.UNLIMITED).withStarts(starts);
        return Simulation.run(
                Workloads.constant(1, units, new UnitCosts(UNIT, 0, 0, 0, 0)),
                machines.with(Overheads.NONE, SimulationTerms.DEFAULT));
    }

    /** N = Σ max(0, T − t_h)/c. */
    @Test
    void shouldComputeFromEachHostsStartOn() {
        SimulationReport report = run(1000, World.USUAL_START, 0, 5 * SECOND, 20 * SECOND);
        double seconds = (1000 * UNIT + 0 + 5 + 20) / 3;
        assertThat(report.seconds()).isCloseTo(seconds, within(3 * UNIT));
    }

    @Test
    void shouldNotWaitForAHostThatStartsTooLate() {
        SimulationReport report = run(100, World.USUAL_START, 0, 0, 60 * SECOND);
        assertThat(report.seconds()).isCloseTo(100 * UNIT / 2, within(3 * UNIT));
    }

    @Test
    void shouldKeepStartsWithSubMasters() {
        World machines = World.star(1, 1, Wire.UNLIMITED).withStarts(new long[] {-1, 9});
        assertThat(machines.withSubMasters(List.of()).startNanos(1, 3)).isEqualTo(9);
        assertThat(machines.startNanos(0, 3)).isEqualTo(3);
    }

    @Test
    void shouldRefuseStartsOfOtherHosts() {
        World machines = World.star(1, 1, Wire.UNLIMITED);
        assertThatThrownBy(() -> machines.withStarts(new long[] {1})).hasMessageContaining("1 times of starts");
        assertThatThrownBy(() -> machines.withStarts(new long[] {1, -2})).hasMessageContaining("0 or more");
    }
}
