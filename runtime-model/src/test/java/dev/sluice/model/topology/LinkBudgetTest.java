package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LinkBudgetTest {
    private static final double LIMIT = 60;

    /** Any probes in any order, with exact measurements: no link is busy for longer than the budget says. */
    @SeededTest(runs = 60)
    void shouldBoundTheBusyTimeOfEveryLinkOfADrawnNetwork(RandomGenerator chance) {
        shouldBoundTheBusyTime(chance, HostSets::new);
    }

    @SeededTest(runs = 60)
    void shouldBoundTheBusyTimeOfEveryLinkOfManyHosts(RandomGenerator chance) {
        shouldBoundTheBusyTime(chance, HostSums::new);
    }

    private static void shouldBoundTheBusyTime(RandomGenerator chance, IntFunction<LinkTimes> account) {
        NetworkView built = DrawnNetwork.of(chance, 0);
        FairTransfers network = new FairTransfers(built, chance, 0, 0);
        int hosts = built.hosts().size() - 1;
        LinkBudget budget = new LinkBudget(hosts, account.apply(hosts));
        int made = 0;
        for (int i = 0; i < 400; i++) {
            List<Transfer> transfers = drawn(chance, hosts);
            double[] rates = network.rates(transfers);
            double seconds = chance.nextDouble(0.05, 1);
            double before = budget.seconds(host -> transfers.stream().anyMatch(one -> one.touches(host)));
            if (before + seconds > LIMIT) {
                continue;
            }
            made++;
            double[] bytes = new double[rates.length];
            for (int j = 0; j < rates.length; j++) {
                bytes[j] = rates[j] * seconds;
                network.sent(transfers.get(j), bytes[j]);
            }
            budget.sent(transfers, bytes, rates, seconds);
            assertThat(budget.seconds()).isLessThanOrEqualTo(LIMIT);
            assertThat(network.busiestSeconds()).isLessThanOrEqualTo(budget.seconds() + 1e-6);
        }
        assertThat(made).isGreaterThan(60);
    }

    /** A transfer to a host, from a host or between two, or several of them at once. */
    private static List<Transfer> drawn(RandomGenerator chance, int hosts) {
        List<Transfer> transfers = new ArrayList<>();
        int kind = chance.nextInt(4);
        int count = chance.nextBoolean() ? 1 : chance.nextInt(1, hosts + 1);
        for (int i = 0; i < count; i++) {
            int one = count == 1 ? chance.nextInt(hosts) : i;
            int other = (one + 1 + chance.nextInt(hosts - 1)) % hosts;
            transfers.add(
                    switch (kind) {
                        case 0 -> Transfer.to(one);
                        case 1 -> Transfer.back(one);
                        case 2 -> new Transfer(one, other);
                        default -> chance.nextBoolean() ? Transfer.to(one) : Transfer.back(one);
                    });
        }
        return transfers;
    }

    @Test
    void shouldCountIndependentHostsForThemselves() {
        LinkBudget budget = new LinkBudget(2);
        double[] rates = {1e6, 2e6};
        for (int i = 0; i < 10; i++) {
            budget.sent(List.of(Transfer.to(0), Transfer.to(1)), rates, rates, 1);
            budget.sent(List.of(Transfer.to(0)), new double[] {1e6}, new double[] {1e6}, 1);
        }

        assertThat(budget.seconds(host -> host == 0)).isBetween(20.0, 20.001);
        assertThat(budget.seconds(host -> host == 1)).isBetween(13.3, 20.001);
    }

    @Test
    void shouldCountHostsTogetherThatWereNeverSeenFasterThanOneOfThem() {
        LinkBudget budget = new LinkBudget(2);
        for (int i = 0; i < 10; i++) {
            budget.sent(List.of(Transfer.to(0)), new double[] {1e6}, new double[] {1e6}, 1);
            budget.sent(List.of(Transfer.to(1)), new double[] {1e6}, new double[] {1e6}, 1);
        }

        assertThat(budget.seconds()).isBetween(19.9, 20.001);
    }

    /** Two hosts of 1 MB/s exchange much at 10 MB/s, and this does not cross the links that lead to others. */
    @Test
    void shouldCountTransfersInsideASiteByWhatALinkToAllOfThemCarries() {
        double[] slow = {1e6, 1e6};
        double[] fast = {10e6};
        LinkBudget budget = new LinkBudget(3);
        for (int i = 0; i < 10; i++) {
            budget.sent(List.of(Transfer.to(0), Transfer.back(1)), slow, slow, 1);
            budget.sent(List.of(Transfer.to(2)), fast, fast, 1);
            budget.sent(List.of(new Transfer(0, 1)), new double[] {5e6}, fast, 1);
        }

        assertThat(budget.seconds(host -> host == 0)).isBetween(20.0, 20.001);
        assertThat(budget.seconds(host -> host == 2)).isBetween(17.0, 19.5);
    }
}
