package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
    private static final double MBIT = 125_000;
    private static final Machine VANTAGE = new Machine("v", 2, "");

    private final RandomGenerator random = new SplittableRandom(7);

    private static NetworkView view(List<Link> links, Host... hosts) {
        return new NetworkView("built", links, List.of(hosts));
    }

    private static Host host(String name, int link, double megabits) {
        return new Host(name, link, Wire.duplex(megabits * MBIT));
    }

    private static List<Link> root() {
        return List.of(new Link("lan", Wire.UNLIMITED));
    }

    private Topology discovered(NetworkView built) {
        return discovered(new FairTransfers(built, random, 0.02, 0.03), 3);
    }

    private static Topology discovered(FairTransfers network, int trials) {
        Discovery discovery = new Discovery(
                VANTAGE,
                network.machines(),
                DiscoveryTerms.of(network.machines().size(), trials));
        return discovered(network, discovery);
    }

    private static Topology discovered(FairTransfers network, Discovery discovery) {
        for (Optional<Probe> probe = discovery.next(0); probe.isPresent(); probe = discovery.next(network.seconds())) {
            discovery.measured(probe.get(), network.make(probe.get()));
        }
        Topology found = discovery.topology();
        assertThat(found.effort().tests()).isLessThanOrEqualTo(discovery.plan().mostTests());
        assertThat(found.effort().bytes()).isLessThanOrEqualTo(discovery.plan().mostBytes());
        return found;
    }

    private static Host found(Topology topology, String name) {
        return topology.view().hosts().get(topology.view().host(name));
    }

    private static Link linkOf(Topology topology, String name) {
        return topology.view().links().get(found(topology, name).link());
    }

    private static void assertRate(double found, double megabits) {
        assertThat(found / MBIT).isCloseTo(megabits, within(0.1 * megabits));
    }

    @Test
    void shouldFindASharedSegment() {
        List<Link> segment = List.of(new Link("segment", Wire.shared(100 * MBIT)));
        Topology found =
                discovered(view(segment, new Host("v", 0), new Host("b", 0), new Host("c", 0), new Host("d", 0)));

        assertThat(found.view().links()).singleElement().satisfies(link -> {
            assertThat(link.wire().shared()).isTrue();
            assertRate(link.wire().upBytesPerSecond(), 100);
        });
        assertThat(found.groups()).extracting(Topology.Group::kind).containsExactly(Topology.Kind.SHARED_MEDIUM);
        assertThat(found(found, "c").port().unlimited()).isTrue();
    }

    @Test
    void shouldTellASwitchFromASegmentThoughTheVantagesPortIsAsNarrowAsTheOthers() {
        Topology found =
                discovered(view(root(), host("v", 0, 100), host("b", 0, 100), host("c", 0, 100), host("d", 0, 100)));

        assertThat(found.view().links())
                .singleElement()
                .satisfies(link -> assertThat(link.wire()).isEqualTo(Wire.UNLIMITED));
        for (String name : List.of("v", "b", "c", "d")) {
            assertRate(found(found, name).port().upBytesPerSecond(), 100);
            assertRate(found(found, name).port().downBytesPerSecond(), 100);
        }
    }

    @Test
    void shouldFindTwoSitesOverASlowLink() {
        List<Link> links = List.of(
                new Link("here", Wire.UNLIMITED),
                new Link("there", 0, Wire.duplex(20 * MBIT).withLatency(20_000_000)));
        Topology found =
                discovered(view(links, host("v", 0, 100), host("b", 0, 100), host("c", 1, 100), host("d", 1, 100)));

        assertThat(linkOf(found, "v")).isEqualTo(linkOf(found, "b"));
        assertThat(linkOf(found, "c")).isEqualTo(linkOf(found, "d")).isNotEqualTo(linkOf(found, "b"));
        assertRate(linkOf(found, "c").wire().downBytesPerSecond(), 20);
        assertThat(linkOf(found, "c").wire().latencyNanos()).isBetween(18_000_000L, 22_000_000L);
        assertRate(found(found, "v").port().upBytesPerSecond(), 100);
        assertRate(found(found, "d").port().upBytesPerSecond(), 100);
    }

    @Test
    void shouldTellTheDirectionsOfAnAsymmetricLinkApart() {
        List<Link> links = List.of(
                new Link("campus", Wire.UNLIMITED), new Link("home", 0, new Wire(50 * MBIT, 10 * MBIT, false, 0, 0)));
        Topology found =
                discovered(view(links, host("v", 0, 100), host("b", 0, 100), host("c", 1, 100), host("d", 1, 100)));

        assertRate(linkOf(found, "c").wire().downBytesPerSecond(), 50);
        assertRate(linkOf(found, "c").wire().upBytesPerSecond(), 10);
        assertRate(found(found, "c").port().upBytesPerSecond(), 100);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 12, 20})
    void shouldTakeFewTestsForEquivalentHosts(int count) {
        Host[] hosts = IntStream.rangeClosed(0, count)
                .mapToObj(i -> i == 0 ? host("v", 0, 100) : host("h" + i, 0, 20))
                .toArray(Host[]::new);
        Topology found = discovered(view(root(), hosts));

        assertThat(found.groups()).singleElement().satisfies(group -> {
            assertThat(group.hosts()).hasSize(count);
            assertThat(group.kind()).isEqualTo(Topology.Kind.INDEPENDENT);
        });
        assertThat(found.effort().tests()).isLessThanOrEqualTo(2 * count + 7);
        assertRate(found(found, "h3").port().upBytesPerSecond(), 20);
    }

    @Test
    void shouldFindAPairBehindALinkAmongManyThatAreAlike() {
        List<Link> links = List.of(new Link("lan", Wire.UNLIMITED), new Link("far", 0, Wire.duplex(20 * MBIT)));
        Host[] hosts = IntStream.rangeClosed(0, 9)
                .mapToObj(i -> i == 0 ? host("v", 0, 1000) : host("h" + i, i == 8 || i == 9 ? 1 : 0, 20))
                .toArray(Host[]::new);
        Topology found = discovered(view(links, hosts));

        assertThat(linkOf(found, "h8")).isEqualTo(linkOf(found, "h9")).isNotEqualTo(linkOf(found, "h7"));
        assertRate(linkOf(found, "h9").wire().downBytesPerSecond(), 20);
    }

    @Test
    void shouldSayWhatItCouldNotMeasureWhereWorkersCannotReachEachOther() {
        List<Link> links = List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.duplex(20 * MBIT)));
        FairTransfers network = new FairTransfers(
                view(links, host("v", 0, 100), host("b", 0, 100), host("c", 1, 100), host("d", 1, 100)), random, 0, 0);
        network.close(0, 1);
        network.close(0, 2);
        network.close(1, 2);
        Topology found = discovered(network, 3);

        assertThat(found.groups()).extracting(Topology.Group::kind).contains(Topology.Kind.BEHIND_LINK_UNSURE);
        assertThat(found.notes()).anyMatch(note -> note.contains("not measured"));
        assertThat(linkOf(found, "c")).isEqualTo(linkOf(found, "d")).isNotEqualTo(linkOf(found, "b"));
        assertRate(found(found, "c").port().downBytesPerSecond(), 20);
    }

    @Test
    void shouldLeaveAHostOutThatVanishesAndGoOnWithTheOthers() {
        List<Link> links = List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.duplex(20 * MBIT)));
        FairTransfers network = new FairTransfers(
                view(links, host("v", 0, 100), host("b", 0, 100), host("c", 1, 100), host("d", 1, 100)), random, 0, 0);
        int probes = 0;
        for (int at : List.of(1, 5, 15, 25)) {
            Discovery discovery = new Discovery(VANTAGE, network.machines(), DiscoveryTerms.of(3, 3));
            probes = 0;
            for (Optional<Probe> probe = discovery.next(0);
                    probe.isPresent();
                    probe = discovery.next(network.seconds())) {
                if (++probes == at) {
                    discovery.lost(2);
                }
                boolean touched =
                        probes >= at && probe.get().transfers().stream().anyMatch(transfer -> transfer.touches(2));
                discovery.measured(
                        probe.get(),
                        touched
                                ? probe.get().transfers().stream()
                                        .map(any -> Reading.failed(Reading.Outcome.BROKEN, 0))
                                        .toList()
                                : network.make(probe.get()));
            }
            Topology found = discovery.topology();

            assertThat(found.lost()).containsExactly("d");
            assertThat(found.view().hosts()).extracting(Host::name).containsExactly("v", "b", "c");
            assertRate(found(found, "c").port().downBytesPerSecond(), 20);
        }
        assertThat(probes).isGreaterThan(25);
    }

    @Test
    void shouldKeepItsBytesWithinABoundThatIsMuchTooSmall() {
        FairTransfers network = new FairTransfers(
                view(root(), host("v", 0, 100), host("b", 0, 100), host("c", 0, 100), host("d", 0, 100)), random, 0, 0);
        Discovery discovery = new Discovery(
                VANTAGE, network.machines(), DiscoveryTerms.of(3, 4 * DiscoveryTerms.LEAST_TRANSFER_BYTES, 3));

        discovered(network, discovery);

        assertThat(discovery.bounded()).isTrue();
    }

    @Test
    void shouldEndAtTheLimitOfTimeAndNameWhatWasNotMeasured() {
        for (double limit : List.of(0.1, 1.0, 3.0, 6.0, 9.0)) {
            FairTransfers network = new FairTransfers(
                    view(root(), host("v", 0, 100), host("b", 0, 20), host("c", 0, 20), host("d", 0, 20)),
                    random,
                    0,
                    0);
            Discovery discovery = new Discovery(
                    VANTAGE, network.machines(), DiscoveryTerms.of(3, 3).withSeconds(60, limit, 3));
            Topology found = discovered(network, discovery);

            assertThat(network.seconds()).isLessThanOrEqualTo(limit + 1);
            assertThat(found.open().size() + found.notes().size()).isPositive();
            if (limit < 1) {
                assertThat(found.notes()).contains("b is left out: it was not measured within the time");
            }
        }
    }

    @Test
    void shouldRefuseAViewBeforeAllIsMeasured() {
        Discovery discovery = new Discovery(VANTAGE, List.of(new Machine("a", 1, "")), DiscoveryTerms.of(1, 1));

        assertThatThrownBy(discovery::topology).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> discovery.measured(discovery.next(0).orElseThrow(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldHaveAViewOfTheVantageAloneWithoutHosts() {
        Discovery discovery = new Discovery(VANTAGE, List.of(), DiscoveryTerms.of(0, 3));

        assertThat(discovery.next(0)).isEmpty();
        assertThat(discovery.topology().view().hosts()).extracting(Host::name).containsExactly("v");
    }

    /** Sites behind links, shared media and single hosts, in any number and order. */
    @SeededTest(runs = 150, usually = 40)
    void shouldFindWhatWasBuilt(RandomGenerator chance) {
        List<Link> links = new ArrayList<>(root());
        List<Host> hosts = new ArrayList<>(List.of(host("v", 0, 1000)));
        Map<Integer, Set<String>> sites = new HashMap<>();
        int parts = chance.nextInt(1, 5);
        for (int part = 0; part < parts; part++) {
            int kind = chance.nextInt(3);
            int members = kind == 0 ? 1 : chance.nextInt(2, 5);
            double rate = List.of(10.0, 20.0, 50.0).get(chance.nextInt(3));
            if (kind > 0) {
                boolean asymmetric = chance.nextBoolean();
                Wire wire = kind == 2
                        ? Wire.shared(rate * MBIT)
                        : new Wire(rate * MBIT, rate * MBIT * (asymmetric ? 0.4 : 1), false, 0, 0);
                links.add(new Link("l" + part, 0, wire));
                sites.put(links.size() - 1, new HashSet<>());
            }
            for (int i = 0; i < members; i++) {
                String name = "h" + hosts.size();
                hosts.add(kind == 0 ? host(name, 0, rate) : host(name, links.size() - 1, kind == 1 ? 100 : 1000));
                if (kind > 0) {
                    sites.get(links.size() - 1).add(name);
                }
            }
        }
        Topology found = discovered(new FairTransfers(new NetworkView("built", links, hosts), chance, 0.02, 0.02), 3);

        sites.forEach((link, members) -> {
            Wire built = links.get(link).wire();
            assertThat(found.groups())
                    .as("of %s on %s; %s", hosts, links, found.notes())
                    .anySatisfy(group -> assertThat(group.hosts()).containsExactlyInAnyOrderElementsOf(members));
            Wire wire = linkOf(found, members.iterator().next()).wire();
            boolean all = members.size() == hosts.size() - 1;
            assertThat(wire.shared()).as("%s, %s", links, found).isEqualTo(built.shared());
            if (built.shared() || !all) {
                assertRate(wire.downBytesPerSecond(), built.downBytesPerSecond() / MBIT);
                assertRate(wire.upBytesPerSecond(), built.upBytesPerSecond() / MBIT);
            }
        });
    }
}
