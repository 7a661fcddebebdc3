package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drawn networks under noise: trials differ by 8 %, one probe of five is halved, and slow phases of three to nine
 * probes hit all hosts or one. The vantage's port is drawn like the others, so that it hides links.
 */
@Tag("slow")
class DrawnNetworksTest {
    private static final int NOISES = 20;
    private static final double LINK_SECONDS = 60;

    /** More than three times the time on a quiet network, as a user may permit. */
    private static final double MOST_SECONDS = 600;

    /** Views without an error, in forty networks on which the method was not adjusted. */
    private static final int LEAST_RIGHT = 33;

    /** Views of these without an error that is not named as open. */
    private static final int LEAST_RIGHT_OR_OPEN = 40;

    private record Found(Topology topology, double busiestSeconds) {}

    private static Found discovered(NetworkView built, long seed) {
        FairTransfers network = new FairTransfers(built, new SplittableRandom(seed), 0.08, 0.2).withSlowPhases(0.02);
        Discovery discovery = new Discovery(
                new Machine(built.hosts().get(0).name(), 1, ""),
                network.machines(),
                DiscoveryTerms.of(network.machines().size(), 3)
                        .withSeconds(
                                LINK_SECONDS, MOST_SECONDS, network.machines().size()));
        for (Optional<Probe> probe = discovery.next(0); probe.isPresent(); probe = discovery.next(network.seconds())) {
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

    /** The medium of network 108 is mostly taken for a switch (lab/docs/benchmarks.md, Discovery). */
    @ParameterizedTest
    @CsvSource({"103, 18, 14, 14", "106, 18, 16, 18", "108, 16, 0, 13"})
    void shouldFindTheSameViewInNearlyAllOfTwentyNoisyRuns(
            long seed, int leastNamed, int leastDecided, int leastAlike) {
        assertFoundInNoise(seed, leastNamed, leastDecided, leastAlike);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "101, 18, 19, 18",
        "102, 18, 17, 17",
        "104, 18, 18, 19",
        "105, 18, 18, 18",
        "107, 18, 18, 15",
        "109, 18, 19, 19",
        "110, 18, 16, 16"
    })
    void shouldFindTheSameViewsOfMoreNetworks(long seed, int leastNamed, int leastDecided, int leastAlike) {
        assertFoundInNoise(seed, leastNamed, leastDecided, leastAlike);
    }

    private static void assertFoundInNoise(long seed, int leastNamed, int leastDecided, int leastAlike) {
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
            named += wrong.stream().allMatch(some -> oracle.isNamed(topology, some)) ? 1 : 0;
        }
        assertThat(named).as("views that name what is wrong in them").isGreaterThanOrEqualTo(leastNamed);
        assertThat(decided).isGreaterThanOrEqualTo(leastDecided);
        if (!oracle.isOnTheEdge()) {
            assertThat(shapes.values()).anyMatch(runs -> runs >= leastAlike);
        }
    }

    /** Drawn after the last change of the method; lab/docs/benchmarks.md has the causes of wrong views. */
    @Test
    void shouldFindMostOfFortyNetworksItWasNotAdjustedOn() {
        int right = 0;
        int rightOrOpen = 0;
        for (long seed = 801; seed <= 840; seed++) {
            NetworkView built = drawn(seed);
            Found found = discovered(built, 100 * seed);
            assertWithinLinkTime(found);
            Oracle oracle = Oracle.of(built);
            List<List<Transfer>> wrong = oracle.wrong(found.topology().view());
            right += wrong.isEmpty() ? 1 : 0;
            rightOrOpen += wrong.stream().allMatch(some -> oracle.isNamed(found.topology(), some)) ? 1 : 0;
        }
        assertThat(right).isGreaterThanOrEqualTo(LEAST_RIGHT);
        assertThat(rightOrOpen).isGreaterThanOrEqualTo(LEAST_RIGHT_OR_OPEN);
    }

    private static NetworkView drawn(long seed) {
        return DrawnNetwork.of(new SplittableRandom(1_000_003 * seed), 0);
    }

    private static void assertWithinLinkTime(Found found) {
        assertThat(found.topology().effort().busiestLinkSeconds()).isLessThanOrEqualTo(LINK_SECONDS);
        assertThat(found.busiestSeconds()).isLessThanOrEqualTo(LINK_SECONDS);
    }
}
