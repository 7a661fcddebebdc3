package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drawn networks under noise: trials differ by 8 %, one probe of five is halved, and slow phases of three to nine
 * probes hit all hosts or one.
 */
class DrawnNetworksTest {
    private static final int NOISES = 20;
    private static final double LINK_SECONDS = 60;

    /** The widest port, so that it hides no link. */
    private static final double VANTAGE_MBIT = 500;

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

    @ParameterizedTest
    @ValueSource(longs = {5, 13, 16, 17, 22})
    void shouldFindTheSameViewInEachOfTwentyNoisyRuns(long seed) {
        NetworkView built = DrawnNetwork.of(new SplittableRandom(1_000_003 * seed), VANTAGE_MBIT);
        List<List<Transfer>> transfers = transfers(built.hosts().size() - 1);
        double[] rates =
                transfers.stream().mapToDouble(some -> rate(built, some)).toArray();
        Set<String> shapes = new HashSet<>();
        for (int noise = 0; noise < NOISES; noise++) {
            Found found = discovered(built, 100 * seed + noise);
            NetworkView view = found.topology().view();
            shapes.add(shape(view));
            assertThat(found.busiestSeconds()).isLessThanOrEqualTo(LINK_SECONDS);
            for (int i = 0; i < rates.length; i++) {
                assertThat(rate(view, transfers.get(i)) / rates[i])
                        .as("rate of %s in %s, as a part of that in %s", transfers.get(i), view, built)
                        .isBetween(0.9, 1.1);
            }
        }
        assertThat(shapes).hasSize(1);
    }
}
