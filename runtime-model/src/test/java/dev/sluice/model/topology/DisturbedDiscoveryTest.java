package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two hosts on a hub, behind one link or on links of their own, beside a third one, measured by machines that also do
 * other things: from never (0) to nearly always (1). Time is virtual.
 */
@Tag("slow")
class DisturbedDiscoveryTest {
    private static final double MBIT = 125_000;
    private static final int RUNS = 200;

    /** The results of the discoveries at one level of disturbance. */
    private static final class Outcome {
        /** Views that are wrong in something that they do not call undecided. */
        int wrong;

        /** Views that call something undecided. */
        int open;

        /** Discoveries that took longer than was told after the first trials. */
        int late;
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "0.1, 4, 70, 40", "0.25, 4, 90, 10", "0.5, 6, 200, 5", "1, 4, 200, 5"})
    void shouldCallUndecidedWhatDisturbedTrialsDoNotTell(double level, int mostWrong, int mostOpen, int mostLate) {
        Outcome outcome = new Outcome();
        for (int seed = 0; seed < RUNS; seed++) {
            discover(new SplittableRandom(7919L * seed + (long) (level * 1000)), level, outcome);
        }
        assertThat(outcome.wrong).isLessThanOrEqualTo(mostWrong);
        assertThat(outcome.open).isLessThanOrEqualTo(mostOpen);
        assertThat(outcome.late).isLessThanOrEqualTo(mostLate);
        if (level == 1) {
            assertThat(outcome.open).isEqualTo(RUNS);
        }
    }

    private static void discover(RandomGenerator chance, double level, Outcome outcome) {
        NetworkView built = drawn(chance);
        FairTransfers network = new FairTransfers(built, chance, 0.05 * level, 0)
                .withSecondsBetween(0.2 + 0.4 * level)
                .withSlowPhases(0.03 * level)
                .withSlowed(0.9 * level);
        Discovery discovery = new Discovery(
                new Machine("v", 2, ""),
                network.machines(),
                DiscoveryTerms.of(network.machines().size(), 3));
        double told = 0;
        for (Optional<Probe> probe = discovery.next(0); probe.isPresent(); probe = discovery.next(network.seconds())) {
            discovery.measured(probe.get(), network.make(probe.get()));
            told = told == 0 && !discovery.whyExpected().isEmpty() ? discovery.expectedSeconds() : told;
        }
        Topology topology = discovery.topology();
        Oracle oracle = Oracle.of(built);
        boolean wrong = oracle.wrong(topology.view()).stream().anyMatch(some -> !oracle.isNamed(topology, some));
        outcome.wrong += wrong ? 1 : 0;
        outcome.open += topology.open().isEmpty() ? 0 : 1;
        outcome.late += network.seconds() > 1.05 * told ? 1 : 0;
        assertThat(network.seconds())
                .as("what was told last, and one trial")
                .isLessThan(discovery.expectedSeconds() + 2)
                .isLessThan(discovery.plan().mostSeconds() + 2);
    }

    private static NetworkView drawn(RandomGenerator chance) {
        List<Link> links = new ArrayList<>(List.of(new Link("lan", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(List.of(new Host("v", 0, Wire.duplex(100 * MBIT))));
        double rate = List.of(5.0, 10.0, 15.0, 30.0).get(chance.nextInt(4));
        double other = List.of(10.0, 15.0, 40.0).get(chance.nextInt(3));
        int kind = chance.nextInt(3);
        if (kind > 0) {
            links.add(new Link("pair", 0, kind == 1 ? Wire.shared(rate * MBIT) : Wire.duplex(rate * MBIT)));
        }
        for (String name : List.of("d", "e")) {
            hosts.add(new Host(name, kind > 0 ? 1 : 0, Wire.duplex((kind > 0 ? 100 : rate) * MBIT)));
        }
        hosts.add(new Host("b", 0, Wire.duplex(other * MBIT)));
        return new NetworkView("built", links, hosts);
    }
}
