package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests placement with the paper's example and with cases of known solutions. */
class PlacementTest {
    @Test
    void shouldGiveTheTableOfThePaper() {
        Placement placement = Placement.solve(Views.paper(), Views.PLAIN);
        StringBuilder table = new StringBuilder();
        for (int master = 0; master < 4; master++) {
            FlowSolution flow = placement.solution(master);
            table.append(placement.view().hosts().get(master).name());
            IntStream.range(0, 4)
                    .forEach(host -> table.append(String.format(Locale.ROOT, " %.0f", flow.hostRate(host))));
            table.append(String.format(Locale.ROOT, " | %.0f %.0f%n", flow.rate(), placement.rate(master)));
        }
        assertThat(table.toString().lines())
                .containsExactly(
                        "A 0 60 50 0 | 110 110", "B 80 0 50 0 | 130 130", "C 50 0 0 10 | 60 60", "D 40 0 50 0 | 90 90");
        assertThat(placement.best()).isEqualTo(1);
        assertThat(placement.ranking()).containsExactly(1, 0, 3, 2);
    }

    @Test
    void shouldGiveTheSameTableByTheAlgorithmOfThePaper() {
        assertThat(PaperPlacement.rates(Views.paper(), Views.PLAIN)).containsExactly(110, 130, 60, 90);
        assertThat(PaperPlacement.found(Views.paper(), Views.PLAIN, 1)).containsExactly(80, 0, 50, 0);
        assertThat(PaperPlacement.found(Views.paper(), Views.PLAIN, 3)).containsExactly(40, 0, 50, 0);
    }

    @Test
    void shouldSayWhatLimitsThePaperAndWhatMoreWouldGive() {
        FlowSolution best = Placement.solve(Views.paper(), Views.PLAIN).solution(1);
        assertThat(best.limits())
                .containsExactly(new Limit(Limit.Kind.WORKER, 0, 80, 150), new Limit(Limit.Kind.LINK, 0, 50, 140));
        assertThat(best.linkRate(0)).isEqualTo(50);
        assertThat(best.linkCapacity(0)).isEqualTo(50);
        assertThat(best.workers()).containsExactly(0, 2);
        FlowSolution slowMaster = Placement.solve(Views.paper(), Views.PLAIN).solution(2);
        assertThat(slowMaster.limits()).containsExactly(new Limit(Limit.Kind.MASTER, 2, 60, 60));
    }

    @Test
    void shouldReachNothingWithOneHost() {
        NetworkView view =
                new NetworkView("one", List.of(new Link("lan", Wire.UNLIMITED)), List.of(Views.host("a", 0, 80, 200)));
        Placement placement = Placement.solve(view, Views.PLAIN);
        assertThat(placement.rate(0)).isZero();
        assertThat(placement.best()).isZero();
        assertThat(placement.solution(0).limits()).isEmpty();
        assertThat(placement.solution(0).workers()).isEmpty();
    }

    @Test
    void shouldLetALoneMasterCompute() {
        NetworkView view =
                new NetworkView("one", List.of(new Link("lan", Wire.UNLIMITED)), List.of(Views.host("a", 0, 80, 240)));
        // a unit takes 1/80 s to compute and 1/240 s to take: 60 a second
        Placement placement = Placement.solve(view, Views.PLAIN, true);
        assertThat(placement.rate(0)).isCloseTo(60, within(1e-9));
        assertThat(placement.solution(0).hostRate(0)).isCloseTo(60, within(1e-9));
        Limit limit = placement.solution(0).limits().get(0);
        assertThat(limit.kind()).isEqualTo(Limit.Kind.MASTER);
        assertThat(limit.rateIfDoubled()).isCloseTo(120, within(1e-9));
    }

    @Test
    void shouldPreferResultsOfOthersToComputingThemOnTheMaster() {
        NetworkView view = new NetworkView(
                "two",
                List.of(new Link("lan", Wire.UNLIMITED)),
                List.of(Views.host("a", 0, 80, 100), Views.host("b", 0, 40, 100)));
        // b's 40 take 0.4 of the processor; the rest makes 0.6 / (1/80 + 1/100) units
        FlowSolution flow = Placement.solve(view, Views.PLAIN, true).solution(0);
        assertThat(flow.hostRate(1)).isEqualTo(40);
        assertThat(flow.hostRate(0)).isCloseTo(0.6 / (1 / 80.0 + 1 / 100.0), within(1e-9));
    }

    @Test
    void shouldReachNothingOverALinkWithoutBandwidth() {
        NetworkView view = new NetworkView(
                "cut",
                List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.duplex(0))),
                List.of(Views.host("a", 0, 80, 200), Views.host("b", 1, 60, 150)));
        for (UnitCosts costs : List.of(Views.PLAIN, new UnitCosts(1, 1, 0, 0, 0))) {
            FlowSolution flow = Placement.solve(view, costs).solution(0);
            assertThat(flow.rate()).isZero();
            assertThat(flow.limits()).containsExactly(new Limit(Limit.Kind.LINK, 1, 0, 0));
        }
    }

    @Test
    void shouldBeBoundByTheMaster() {
        List<Host> hosts = new ArrayList<>(List.of(Views.host("m", 0, 1, 500)));
        IntStream.range(0, 10).forEach(i -> hosts.add(Views.host("w" + i, 0, 100, 1)));
        NetworkView view = new NetworkView("lan", List.of(new Link("lan", Wire.UNLIMITED)), hosts);
        Placement placement = Placement.solve(view, Views.PLAIN);
        assertThat(placement.best()).isZero();
        FlowSolution flow = placement.solution(0);
        assertThat(flow.rate()).isEqualTo(500);
        assertThat(flow.workers()).containsExactly(1, 2, 3, 4, 5);
        assertThat(flow.limits()).containsExactly(new Limit(Limit.Kind.MASTER, 0, 500, 1000));
    }

    @Test
    void shouldTakeTheFirstWhereEverythingIsEqual() {
        List<Host> hosts = new ArrayList<>();
        IntStream.range(0, 30).forEach(i -> hosts.add(Views.host("h" + i, 1 + i % 3, 10, 1000)));
        List<Link> links = new ArrayList<>(List.of(new Link("root", Wire.UNLIMITED)));
        IntStream.range(0, 3).forEach(i -> links.add(new Link("l" + i, 0, Wire.duplex(50))));
        Placement placement = Placement.solve(new NetworkView("equal", links, hosts), Views.PLAIN);
        // nine on the own link, and what the other two links let through, which is what the own one lets in
        for (int master = 0; master < 30; master++) {
            assertThat(placement.rate(master)).isEqualTo(90 + 50);
        }
        assertThat(placement.best()).isZero();
        assertThat(placement.solution(0).limits().get(0)).isEqualTo(new Limit(Limit.Kind.LINK, 1, 50, 190));
    }

    @Test
    void shouldTakeDirectionsAsTheMasterSeesThem() {
        // 10 bytes out and 1 back: a link that is wide downwards serves a master above it, not one below
        NetworkView view = new NetworkView(
                "asymmetric",
                List.of(new Link("campus", Wire.UNLIMITED), new Link("home", 0, new Wire(100, 10, false, 0, 0))),
                List.of(Views.host("up", 0, 1000, 1000), Views.host("down", 1, 1000, 1000)));
        Placement placement = Placement.solve(view, new UnitCosts(1, 1, 10, 1, 0));
        assertThat(placement.rate(0)).isEqualTo(10);
        assertThat(placement.rate(1)).isEqualTo(1);
        Placement results = Placement.solve(view, new UnitCosts(1, 1, 1, 10, 0));
        assertThat(results.rate(0)).isEqualTo(1);
        assertThat(results.rate(1)).isEqualTo(10);
    }

    @Test
    void shouldCountASharedMediumForEveryoneOnIt() {
        List<Host> hosts = IntStream.range(0, 4)
                .mapToObj(i -> Views.host("h" + i, 0, 50, 1000))
                .toList();
        NetworkView view = new NetworkView("segment", List.of(new Link("segment", Wire.shared(200))), hosts);
        FlowSolution flow = Placement.solve(view, Views.PLAIN).solution(0);
        assertThat(flow.rate()).isEqualTo(100);
        assertThat(flow.limits()).containsExactly(new Limit(Limit.Kind.LINK, 0, 100, 150));
    }

    @Test
    void shouldNameThePortsOfMasterAndWorkers() {
        NetworkView view = new NetworkView(
                "ports",
                List.of(new Link("switch", Wire.UNLIMITED)),
                List.of(
                        Views.host("m", 0, 1, 1000, Wire.duplex(25)),
                        Views.host("a", 0, 50, 1, Wire.duplex(20)),
                        Views.host("b", 0, 50, 1, Wire.duplex(20))));
        assertThat(Placement.solve(view, Views.PLAIN).solution(0).limits())
                .containsExactly(new Limit(Limit.Kind.MASTER_PORT, 0, 25, 40));
        FlowSolution one = Placement.solve(view, Views.PLAIN).solution(0, new int[] {1});
        assertThat(one.limits()).containsExactly(new Limit(Limit.Kind.WORKER_PORT, 1, 20, 25));
    }

    @Test
    void shouldTakeAllPathsOfAGraph() {
        // a site with two ways out, of 10 and 20 units
        NetworkView view = new NetworkView(
                "two ways",
                List.of(
                        new Link("core", Wire.UNLIMITED),
                        new Link("slow", 0, Wire.duplex(10)),
                        new Link("fast", 0, Wire.duplex(20)),
                        new Link("site", List.of(1, 2), Wire.duplex(100))),
                List.of(Views.host("m", 0, 1, 1000), Views.host("a", 3, 25, 1000), Views.host("b", 3, 25, 1000)));
        assertThat(view.tree()).isFalse();
        Placement placement = Placement.solve(view, Views.PLAIN);
        assertThat(placement.rate(0)).isEqualTo(30);
        FlowSolution flow = placement.solution(0);
        assertThat(flow.hostRate(1)).isEqualTo(25);
        assertThat(flow.hostRate(2)).isEqualTo(5);
        assertThat(flow.limits())
                .containsExactly(new Limit(Limit.Kind.LINK, 2, 20, 50), new Limit(Limit.Kind.LINK, 1, 10, 40));
        assertThat(flow.linkRate(3)).isEqualTo(30);
    }

    @Test
    void shouldNotReachHostsWithoutAPath() {
        NetworkView view = new NetworkView(
                "islands",
                List.of(new Link("a", Wire.UNLIMITED), new Link("b", Wire.UNLIMITED)),
                List.of(Views.host("x", 0, 1, 9), Views.host("y", 1, 2, 9), Views.host("z", 1, 3, 9)));
        Placement placement = Placement.solve(view, Views.PLAIN);
        assertThat(IntStream.range(0, 3).mapToDouble(placement::rate)).containsExactly(0.0, 3.0, 2.0);
        assertThat(placement.solution(0).workers()).isEmpty();
    }

    @Test
    void shouldKnowAllMastersOfAHundredThousandHosts() {
        NetworkView view = wide(100_000, 1_000);
        Placement placement = Placement.solve(view, Views.PLAIN);
        int best = placement.best();
        FlowSolution flow = placement.solution(best);
        assertThat(flow.rate()).isCloseTo(placement.rate(best), within(1e-6 * flow.rate()));
        assertThat(placement.rate(0)).isEqualTo(99 + 10);
    }

    @Test
    void shouldNotMindAChainOfAHundredThousandLinks() {
        List<Link> links = new ArrayList<>(List.of(new Link("l0", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(List.of(Views.host("h0", 0, 1, 1e9)));
        for (int i = 1; i < 100_000; i++) {
            links.add(new Link("l" + i, i - 1, Wire.duplex(i % 1000 == 0 ? 500 : 1e6)));
            hosts.add(Views.host("h" + i, i, 1, 1e9));
        }
        Placement placement = Placement.solve(new NetworkView("chain", links, hosts), Views.PLAIN);
        assertThat(placement.rate(0)).isEqualTo(999 + 500);
        assertThat(placement.rate(50_500)).isEqualTo(999 + 1000);
        assertThat(placement.solution(0).rate()).isEqualTo(1499);
    }

    /** Links of equal numbers of hosts of 1 unit/s, each with room for 10 units from and to the one root. */
    private static NetworkView wide(int hostCount, int linkCount) {
        List<Link> links = new ArrayList<>(List.of(new Link("root", Wire.UNLIMITED)));
        IntStream.range(0, linkCount).forEach(l -> links.add(new Link("l" + l, 0, Wire.duplex(10))));
        List<Host> hosts = IntStream.range(0, hostCount)
                .mapToObj(h -> Views.host("h" + h, 1 + h % linkCount, 1, 1e9))
                .toList();
        return new NetworkView("wide", links, hosts);
    }

    @Test
    void shouldRefuseViewsThatAreNone() {
        Link root = new Link("root", Wire.UNLIMITED);
        assertThatThrownBy(() -> Placement.solve(new NetworkView("empty", List.of(root), List.of()), Views.PLAIN))
                .hasMessage("empty: no hosts (expected: at least one)");
        assertThatThrownBy(() -> new NetworkView("none", List.of(), List.of())).hasMessageContaining("without links");
        assertThatThrownBy(() -> new NetworkView("twice", List.of(root), List.of(new Host("root", 0))))
                .hasMessageContaining("the name root twice");
        assertThatThrownBy(() -> new NetworkView("off", List.of(root), List.of(new Host("a", 1))))
                .hasMessageContaining("a hangs on link 1");
        Link a = new Link("a", 1, Wire.UNLIMITED);
        Link b = new Link("b", 0, Wire.UNLIMITED);
        assertThatThrownBy(() -> new NetworkView("circle", List.of(a, b), List.of()))
                .hasMessageContaining("links a, b lead to each other in a circle");
    }
}
