package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.tune.TreeFloor.Seat;
import dev.sluice.master.tune.TreeFloor.Way;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.tune.TreeSite;
import dev.sluice.model.tune.TreeSite.TreeHost;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TreeSitesTest {
    private static final long SECOND = 1_000_000_000L;

    private final TreeSites sites = new TreeSites((host, failed) -> {});

    private static Seat seat(int number, boolean subMaster, double latencySeconds, @Nullable SetupTransit setup) {
        return new Seat(
                new Floor.Present(new WorkerId(number), "h" + number, 1, subMaster, false),
                "there",
                !subMaster,
                subMaster,
                new Way(latencySeconds, 0, 0, setup),
                List.of(new TreeHost(1, 1)),
                0);
    }

    private Wire wire(Seat... seats) {
        List<TreeSite> all = sites.sites(List.of(seats));
        assertThat(all).hasSize(1);
        return all.get(0).wire();
    }

    @Test
    void shouldSplitASiteOnlyWhereASubMasterCanStart() {
        List<Seat> seats = List.of(seat(1, false, 0.02, null), seat(2, false, 0.03, null));
        SubMasterStart second = new SubMasterStart() {
            @Override
            public boolean canStart(String host) {
                return host.equals("h2");
            }

            @Override
            public void start(String host, Consumer<String> failed) {}
        };
        assertThat(TreeSites.host("there", seats, second)).isEqualTo("h2");
        assertThat(new TreeSites(second).sites(seats).get(0).possible()).isTrue();
        assertThat(new TreeSites(SubMasterStart.NONE).sites(seats).get(0).possible())
                .isFalse();
    }

    @Test
    void shouldAddSetupsThatShareALine() {
        Seat first = seat(1, false, 0.02, new SetupTransit(0, SECOND, 1_000));
        Seat second = seat(2, false, 0.03, new SetupTransit(SECOND, 2 * SECOND, 3_000));

        assertThat(wire(first, second).downBytesPerSecond()).isEqualTo(2_000);
        assertThat(wire(first, second).latencyNanos()).isEqualTo(20_000_000);
    }

    @Test
    void shouldRememberTheLineWhenItsWorkersHaveMovedBelowASubMaster() {
        wire(seat(1, false, 0.02, new SetupTransit(0, SECOND, 1_000)));

        Wire after = wire(seat(2, true, Double.NaN, null));
        assertThat(after.downBytesPerSecond()).isEqualTo(1_000);
        assertThat(after.latencyNanos()).isEqualTo(20_000_000);
    }

    @Test
    void shouldTakeTheNewestRateAndTheShortestLatency() {
        wire(seat(1, false, 0.02, new SetupTransit(0, SECOND, 1_000)));

        Wire after = wire(seat(1, false, 0.3, new SetupTransit(0, SECOND, 4_000)));
        assertThat(after.downBytesPerSecond()).isEqualTo(4_000);
        assertThat(after.latencyNanos()).isEqualTo(20_000_000);
    }
}
