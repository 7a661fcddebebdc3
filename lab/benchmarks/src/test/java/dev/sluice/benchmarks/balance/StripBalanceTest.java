package dev.sluice.benchmarks.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.balance.StripBalance.Strip;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StripBalanceTest {
    private static final double ANY = Double.POSITIVE_INFINITY;

    @Test
    void shouldShareRowsBySpeedWithoutCommunication() {
        StripGrid grid = grid(90, 10, 0, host("a", 1, ANY), host("b", 2, ANY));
        StripBalance balance = StripBalance.of(grid, 0, 1).orElseThrow();
        assertThat(balance.strips()).containsExactly(new Strip(0, 60), new Strip(1, 30));
        assertThat(balance.seconds()).isEqualTo(600);
    }

    /** T = (1,000 + 50 + 100 + 50) / 3 with borders of 10 cells at 2.5 s each way. */
    @Test
    void shouldGiveLessToWhoExchangesTwoBorders() {
        StripGrid grid = grid(100, 10, 2.5, host("a", 1, ANY), host("b", 1, ANY), host("c", 1, ANY));
        StripBalance balance = StripBalance.of(grid, 0, 1, 2).orElseThrow();
        assertThat(balance.strips()).extracting(Strip::rows).containsExactly(35, 30, 35);
        assertThat(balance.seconds()).isEqualTo(400);
    }

    @Test
    void shouldRejectASetInWhichAHostWouldComputeLessThanNothing() {
        StripGrid grid = grid(10, 10, 20, host("fast", 0.01, ANY), host("slow", 10, ANY), host("other", 0.01, ANY));
        assertThat(StripBalance.of(grid, 0, 1, 2)).isEmpty();
        assertThat(StripBalance.best(grid).orElseThrow().strips()).containsExactly(new Strip(0, 10));
    }

    @Test
    void shouldCutAStripToTheMemoryOfItsHostAndBalanceTheRest() {
        StripGrid grid = grid(100, 10, 0, host("small", 1, 205), host("a", 2, ANY), host("b", 2, ANY));
        StripBalance balance = StripBalance.of(grid, 0, 1, 2).orElseThrow();
        assertThat(balance.strips()).extracting(Strip::rows).containsExactly(20, 40, 40);
    }

    @Test
    void shouldRejectASetWhoseMemoryIsTooSmallTogether() {
        StripGrid grid = grid(100, 10, 0, host("a", 1, 400), host("b", 1, 500));
        assertThat(StripBalance.best(grid)).isEmpty();
    }

    @Test
    void shouldLeaveOutAHostBehindADeadLink() {
        List<StripHost> hosts = List.of(host("a", 1, ANY), host("b", 1, ANY), host("dead", 1, ANY));
        StripGrid grid = new StripGrid(100, 10, hosts, (from, to) -> from == 2 || to == 2 ? ANY : 0.01);
        assertThat(StripBalance.best(grid).orElseThrow().strips())
                .extracting(Strip::host)
                .containsExactly(0, 1);
    }

    @Test
    void shouldChainEachHostToTheNearestOneLeft() {
        List<StripHost> hosts = List.of(host("a", 3, ANY), host("b", 1, ANY), host("c", 1, ANY), host("d", 1.1, ANY));
        StripGrid grid = new StripGrid(10, 10, hosts, (from, to) -> (from + to) % 2 == 0 ? 0.1 : 10);
        assertThat(StripBalance.chain(grid)).containsExactly(1, 3, 2, 0);
    }

    @SeededTest(runs = 300)
    void shouldShareAllRowsAndLetHostsWithRoomEndTogether(RandomGenerator random) {
        int count = 1 + random.nextInt(6);
        List<StripHost> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(host("h" + i, 1e-6 * (1 + 9 * random.nextDouble()), random.nextBoolean() ? ANY : 2e5));
        }
        double exchange = 1e-6 * random.nextDouble();
        StripGrid grid = new StripGrid(1_000, 400, hosts, (from, to) -> exchange);
        Optional<StripBalance> balance =
                StripBalance.of(grid, IntStream.range(0, count).toArray());
        balance.ifPresent(found -> {
            assertThat(found.strips().stream().mapToInt(Strip::rows).sum()).isEqualTo(1_000);
            for (Strip strip : found.strips()) {
                StripHost host = hosts.get(strip.host());
                double cells = strip.rows() * 400.0;
                assertThat(cells).isLessThanOrEqualTo(host.memoryCells());
                int neighbours = count == 1 ? 0 : strip.host() == 0 || strip.host() == count - 1 ? 1 : 2;
                double seconds = cells * host.cellSeconds() + neighbours * 2 * 400 * exchange;
                boolean full = cells + 400 > host.memoryCells();
                assertThat(seconds).isBetween(full ? 0 : found.seconds() - 2 * 400 * 1e-5, found.seconds() + 1e-12);
            }
        });
    }

    private static StripHost host(String name, double cellSeconds, double memoryCells) {
        return new StripHost(name, cellSeconds, memoryCells);
    }

    private static StripGrid grid(int rows, int columns, double elementSeconds, StripHost... hosts) {
        return new StripGrid(rows, columns, List.of(hosts), (from, to) -> elementSeconds);
    }
}
