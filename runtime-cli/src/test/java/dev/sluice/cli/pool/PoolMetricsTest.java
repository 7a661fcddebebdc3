package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.fleet.FleetStatus;
import dev.sluice.model.RunId;
import dev.sluice.model.fleet.FleetState;
import dev.sluice.pool.PoolView;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolMetricsTest {
    private static PoolView.Host host(String name, boolean connected, boolean drained, PoolView.Seat... seats) {
        return new PoolView.Host(name, connected, drained, 8, 0, 1, List.of(seats), null);
    }

    @Test
    void shouldCountHostsByStateAndSlotsInUse() {
        PoolView.Seat seat = new PoolView.Seat(new RunId("r-1"), 3, "joined", 7);
        PoolView view = new PoolView(
                List.of(host("a", true, false, seat), host("b", true, true, seat), host("c", false, false)), List.of());

        assertThat(PoolMetrics.text(view, null).lines().filter(line -> !line.startsWith("#")))
                .containsExactly(
                        "sluice_pool_hosts{state=\"ready\"} 1",
                        "sluice_pool_hosts{state=\"drained\"} 1",
                        "sluice_pool_hosts{state=\"away\"} 1",
                        "sluice_pool_slots 16",
                        "sluice_pool_slots_used 6",
                        "sluice_pool_runs 0",
                        "sluice_pool_units_left 0");
    }

    @Test
    void shouldTellThatTheFleetIsPaused() {
        FleetStatus fleet = new FleetStatus(FleetState.PAUSED, 5, 1, 2, 0, 0, 9, "no such partition");

        assertThat(PoolMetrics.text(new PoolView(List.of(), List.of()), fleet))
                .contains("sluice_pool_fleet_tasks 3\n", "sluice_pool_fleet_tasks_wanted 5\n")
                .contains("sluice_pool_fleet_paused 1\n");
    }
}
