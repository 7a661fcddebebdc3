package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.tune.Floor.Seat;
import dev.sluice.master.tune.Floor.Way;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.tune.TreeSite;
import dev.sluice.model.tune.TreeSite.TreeHost;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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

    private static List<Seat> hosts(int from, int to, double latencySeconds, @Nullable SetupTransit setup) {
        return IntStream.range(from, to)
                .mapToObj(number -> seat(number, false, latencySeconds, setup))
                .toList();
    }

    @Test
    void shouldDivideManyHostsBehindTheSwitchOfTheMaster() {
        SetupTransit setup = new SetupTransit(0, SECOND, 1_000);
        assertThat(sites.sites(hosts(1, 17, Double.NaN, setup)))
                .as("they may be far")
                .hasSize(1);
        assertThat(sites.sites(hosts(1, 17, 1e-4, null)).get(0).of())
                .as("the rate of their line is known")
                .isEqualTo("there");
        List<TreeSite> groups = sites.sites(hosts(1, 17, 1e-4, setup));
        assertThat(groups).hasSize(4).allMatch(group -> group.hosts().size() == 4 && !group.far());
        assertThat(groups).extracting(TreeSite::name).contains("there group 1", "there group 4");

        List<Seat> later = hosts(9, 19, 1e-4, null);
        assertThat(sites.sites(later))
                .extracting(TreeSite::number)
                .allMatch(number -> groups.stream().anyMatch(group -> group.number() == number));
        assertThat(sites.named(hosts(9, 17, 1e-4, null)))
                .as("no host changes its group")
                .isEqualTo(sites.named(later).subList(0, 8));
    }

    @Test
    void shouldNotDivideFewHosts() {
        assertThat(sites.sites(hosts(1, 8, 1e-4, new SetupTransit(0, SECOND, 1_000))))
                .extracting(TreeSite::of)
                .containsExactly("");
    }
}
