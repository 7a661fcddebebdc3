package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drawn networks under noise: trials differ by 8 %, one probe of five is halved, and slow phases of three to nine
 * probes hit all hosts or one. The vantage's port is drawn like the others, so that it hides links.
 */
class DrawnNetworksTest {
    private static final int NOISES = 20;
    private static final double LINK_SECONDS = 60;

    /** Number of runs that have to find all rates, and of runs without an error that is not named as open. */
    private static final int LEAST_DECIDED = NOISES - 2;

    /** Number of runs that have to give one shape. */
    private static final int LEAST_ALIKE = NOISES - 1;

    /** Views without an error, in forty networks on which the method was not adjusted. */
    private static final int LEAST_RIGHT = 37;

    /** Views of these without an error that is not named as open. */
    private static final int LEAST_RIGHT_OR_OPEN = 40;

    /** Largest part of two hosts' rates that a shared link may take without being visible. */
    private static final double HIDDEN = 0.14;

    private record Found(Topology topology, double busiestSeconds) {}

    private static Found discovered(NetworkView built, long seed) {
        FairTransfers network = new FairTransfers(built, new SplittableRandom(seed), 0.08, 0.2).withSlowPhases(0.02);
        Discovery discovery = new Discovery(
                new Machine(built.hosts().get(0).name(), 1, ""),
                network.machines(),
                DiscoveryTerms.of(network.machines().size(), 3));
        for (Optional<Probe> probe = discovery.next(); probe.isPresent(); probe = discovery.next()) {
            discovery.measured(probe.get(), network.make(probe.get()));
        }
        return new Found(discovery.topology(), network.busiestSeconds());
    }

    /** Links with their parents and hosts, without rates. */
    private static String shape(NetworkView view) {
        StringBuilder shape = new StringBuilder();
        for (int i = 0; i < view.links().size(); i++) {
            int index = i;
            Link link = view.links().get(i);
            shape.append(link.name()).append(link.parents()).append(link.wire().shared() ? " medium " : " ");
            shape.append(view.hosts().stream()
                    .filter(host -> host.link() == index)
                    .map(host -> host.name() + (host.port().shared() ? " half-duplex" : ""))
                    .toList());
            shape.append('\n');
        }
        return shape.toString();
    }

    /** Each host alone, each pair at once in all combinations of directions, and all hosts at once. */
    private static List<List<Transfer>> transfers(int hosts) {
        List<List<Transfer>> all = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            all.add(List.of(Transfer.to(i)));
            all.add(List.of(Transfer.back(i)));
            for (int j = i + 1; j < hosts; j++) {
                all.add(List.of(Transfer.to(i), Transfer.to(j)));
                all.add(List.of(Transfer.back(i), Transfer.back(j)));
                all.add(List.of(Transfer.to(i), Transfer.back(j)));
                all.add(List.of(Transfer.to(j), Transfer.back(i)));
            }
        }
        all.add(IntStream.range(0, hosts).mapToObj(Transfer::to).toList());
        all.add(IntStream.range(0, hosts).mapToObj(Transfer::back).toList());
        return all;
    }

    private static double rate(NetworkView view, List<Transfer> transfers) {
        return Arrays.stream(new FairTransfers(view, new SplittableRandom(0), 0, 0).rates(transfers))
                .sum();
    }

    /** The rates of a built network, and those that no transfer from the vantage shows. */
    private record Oracle(NetworkView built, List<List<Transfer>> transfers, double[] rates) {
        static Oracle of(NetworkView built) {
            List<List<Transfer>> transfers =
                    DrawnNetworksTest.transfers(built.hosts().size() - 1);
            return new Oracle(
                    built,
                    transfers,
                    transfers.stream().mapToDouble(some -> rate(built, some)).toArray());
        }

        /** Tests for which a view is more than 10 % wrong, unless it cannot know better. */
        List<List<Transfer>> wrong(NetworkView view) {
            List<List<Transfer>> wrong = new ArrayList<>();
            for (int i = 0; i < rates.length; i++) {
                double rate = rate(view, transfers.get(i));
                if (rate < 0.9 * rates[i] || rate > 1.1 * Math.max(rates[i], rateIfHidden(transfers.get(i)))) {
                    wrong.add(transfers.get(i));
                }
            }
            return wrong;
        }

        /** The rate of two transfers if a link of which hardly anything is seen did not exist; else 0. */
        private double rateIfHidden(List<Transfer> some) {
            if (some.size() != 2) {
                return 0;
            }
            double whole =
                    some.stream().mapToDouble(one -> rate(built, List.of(one))).sum();
            double most = some.stream()
                    .mapToDouble(one -> rate(built, List.of(one)))
                    .max()
                    .orElse(0);
            return whole - most < HIDDEN * most ? whole : 0;
        }

        /** True if noise decides whether a host fills the vantage's port, so that two shapes are equally right. */
        boolean isOnTheEdge() {
            double down = rates[rates.length - 2];
            double up = rates[rates.length - 1];
            return transfers.stream().filter(some -> some.size() == 1).anyMatch(one -> {
                double part = rate(built, one) / (one.get(0).from() == Transfer.VANTAGE ? down : up);
                return part > 0.85 && part < 0.97;
            });
        }
    }

    /** True if a topology says that it does not know what two transfers do to each other. */
    private static boolean isNamed(Topology topology, NetworkView built, List<Transfer> transfers) {
        List<String> names = transfers.stream()
                .map(one -> built.hosts()
                        .get((one.from() == Transfer.VANTAGE ? one.to() : one.from()) + 1)
                        .name())
                .toList();
        boolean pair = topology.untested().stream()
                .anyMatch(open -> names.contains(open.one()) && names.contains(open.other()));
        boolean inGroup = topology.groups().stream()
                .filter(group -> group.kind() == Topology.Kind.BEHIND_LINK_UNSURE)
                .anyMatch(group -> group.hosts().containsAll(names));
        return pair || inGroup || isBetweenGroups(topology, names);
    }

    /** True if a group of each host has a host whose pair is open. */
    private static boolean isBetweenGroups(Topology topology, List<String> names) {
        return topology.untested().stream()
                .anyMatch(open -> names.stream().anyMatch(name -> isBeside(topology, name, open.one()))
                        && names.stream().anyMatch(name -> isBeside(topology, name, open.other())));
    }

    private static boolean isBeside(Topology topology, String one, String other) {
        return topology.groups().stream()
                .anyMatch(group -> group.hosts().contains(one) && group.hosts().contains(other));
    }

    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103, 104, 105, 106, 107, 108, 109, 110})
    void shouldFindTheSameViewInNearlyAllOfTwentyNoisyRuns(long seed) {
        NetworkView built = drawn(seed);
        Oracle oracle = Oracle.of(built);
        Map<String, Integer> shapes = new HashMap<>();
        int decided = 0;
        int named = 0;
        for (int noise = 0; noise < NOISES; noise++) {
            Found found = discovered(built, 100 * seed + noise);
            Topology topology = found.topology();
            shapes.merge(shape(topology.view()), 1, Integer::sum);
            List<List<Transfer>> wrong = oracle.wrong(topology.view());
            assertWithinLinkTime(found);
            decided += wrong.isEmpty() ? 1 : 0;
            named += wrong.stream().allMatch(some -> isNamed(topology, built, some)) ? 1 : 0;
        }
        assertThat(named).as("views that name what is wrong in them").isGreaterThanOrEqualTo(LEAST_DECIDED);
        assertThat(decided).isGreaterThanOrEqualTo(LEAST_DECIDED);
        if (!oracle.isOnTheEdge()) {
            assertThat(shapes.values()).anyMatch(runs -> runs >= LEAST_ALIKE);
        }
    }

    /** The networks were drawn after the last change of the method; docs/discovery.md has the causes of wrong views. */
    @Test
    void shouldFindMostOfFortyNetworksItWasNotAdjustedOn() {
        int right = 0;
        int rightOrOpen = 0;
        for (long seed = 801; seed <= 840; seed++) {
            NetworkView built = drawn(seed);
            Found found = discovered(built, 100 * seed);
            assertWithinLinkTime(found);
            List<List<Transfer>> wrong = Oracle.of(built).wrong(found.topology().view());
            right += wrong.isEmpty() ? 1 : 0;
            rightOrOpen += wrong.stream().allMatch(some -> isNamed(found.topology(), built, some)) ? 1 : 0;
        }
        assertThat(right).isGreaterThanOrEqualTo(LEAST_RIGHT);
        assertThat(rightOrOpen).isGreaterThanOrEqualTo(LEAST_RIGHT_OR_OPEN);
    }

    private static NetworkView drawn(long seed) {
        return DrawnNetwork.of(new SplittableRandom(1_000_003 * seed), 0);
    }

    private static void assertWithinLinkTime(Found found) {
        assertThat(found.topology().busiestLinkSeconds()).isLessThanOrEqualTo(LINK_SECONDS);
        assertThat(found.busiestSeconds()).isLessThanOrEqualTo(LINK_SECONDS);
    }
}
