package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.Amounts;
import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalancedRatesTest {
    private static double[] rates(NetworkView view, UnitCosts costs, int master) {
        return BalancedRates.of(view, costs, master, others(view, master), host -> master);
    }

    private static int[] others(NetworkView view, int master) {
        return IntStream.range(0, view.hosts().size())
                .filter(host -> host != master)
                .toArray();
    }

    @SeededTest(runs = 500)
    void shouldReachTheMaximumFlowOnEveryTree(RandomGenerator random) {
        NetworkView view = Views.tree(random, 12, 20);
        UnitCosts costs = Views.costs(random);
        if (random.nextBoolean()) {
            UnitMix.Kind licensed = new UnitMix.Kind(Amounts.parse("processors=1 licence=1"), random.nextDouble(), 1);
            costs = costs.withMix(UnitMix.of(List.of(licensed)).limited(Amounts.NONE, Amounts.parse("licence=3")));
        }
        int master = random.nextInt(view.hosts().size());
        double most = Placement.solve(view, costs).rate(master);
        assertThat(Arrays.stream(rates(view, costs, master)).sum()).isCloseTo(most, within(1e-9 * Math.max(1, most)));
    }

    @Test
    void shouldUseTheSameShareOfAllProcessorsBehindAFullLink() {
        Wire slow = Wire.duplex(30);
        NetworkView view = new NetworkView(
                "wan",
                List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, slow)),
                List.of(
                        Views.host("m", 0, 1, 1000),
                        Views.host("near", 0, 50, 1),
                        Views.host("a", 1, 40, 1),
                        Views.host("b", 1, 20, 1)));
        assertThat(rates(view, Views.PLAIN, 0)).containsExactly(new double[] {0, 50, 20, 10}, within(1e-9));
    }

    @Test
    void shouldLetAPortStopOneWorkerOnly() {
        NetworkView view = new NetworkView(
                "ports",
                List.of(new Link("here", Wire.shared(100))),
                List.of(
                        Views.host("m", 0, 1, 1000),
                        Views.host("a", 0, 40, 1, Wire.duplex(10)),
                        Views.host("b", 0, 60, 1)));
        assertThat(rates(view, Views.PLAIN, 0))
                .as("the medium has room for 50 units both ways")
                .containsExactly(new double[] {0, 10, 40}, within(1e-9));
    }

    @Test
    void shouldLetWorkersShareThePortOfTheirSubMaster() {
        NetworkView view = new NetworkView(
                "tree",
                List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.UNLIMITED)),
                List.of(
                        Views.host("m", 0, 1, 1000),
                        Views.host("sub", 1, 1, 1, Wire.duplex(15)),
                        Views.host("a", 1, 40, 1),
                        Views.host("b", 1, 20, 1),
                        Views.host("direct", 1, 20, 1)));
        double[] rates =
                BalancedRates.of(view, Views.PLAIN, 0, new int[] {2, 3, 4}, host -> host == 2 || host == 3 ? 1 : 0);
        assertThat(rates).containsExactly(new double[] {0, 0, 10, 5, 20}, within(1e-9));
    }

    @Test
    void shouldStopAllAtTheProcessorOfTheMaster() {
        NetworkView view = new NetworkView(
                "master",
                List.of(new Link("here", Wire.UNLIMITED)),
                List.of(Views.host("m", 0, 30, 45), Views.host("a", 0, 60, 1)));
        double[] rates = BalancedRates.of(view, Views.PLAIN, 0, new int[] {0, 1}, host -> 0);
        assertThat(rates).containsExactly(new double[] {15, 30}, within(1e-9));
    }
}
