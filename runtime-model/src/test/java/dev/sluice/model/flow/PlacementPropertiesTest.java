package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.Amounts;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;

/** Tests properties of every placement, on random trees and graphs. */
class PlacementPropertiesTest {
    private static final double EXACT = 1e-9;

    @SeededTest(runs = 500)
    void shouldAgreeWithTheAlgorithmOfThePaper(RandomGenerator random) {
        NetworkView view = Views.tree(random, 12, 20);
        UnitCosts costs = Views.costs(random);
        Placement placement = Placement.solve(view, costs);
        double[] rates = PaperPlacement.rates(view, costs);
        for (int master = 0; master < rates.length; master++) {
            assertThat(placement.rate(master)).isCloseTo(rates[master], near(rates[master]));
            double[] found = PaperPlacement.found(view, costs, master);
            FlowSolution flow = placement.solution(master);
            for (int host = 0; host < found.length; host++) {
                assertThat(flow.hostRate(host))
                        .as("host %d of master %d", host, master)
                        .isCloseTo(found[host], near(1e3));
            }
        }
    }

    @SeededTest(runs = 500)
    void shouldReachTheSameByMaximumFlowOnTrees(RandomGenerator random) {
        NetworkView view = Views.tree(random, 10, 12);
        UnitCosts costs = Views.costs(random);
        UnitCapacities capacities = new UnitCapacities(view, costs);
        double[] up = capacities.arriving(Placement.TreeRates.reaching(view, capacities));
        double[] flow = capacities.arriving(GraphFlow.reaching(view, capacities));
        for (int host = 0; host < up.length; host++) {
            assertThat(flow[host]).isCloseTo(up[host], near(up[host]));
        }
        int master = random.nextInt(up.length);
        boolean computes = random.nextBoolean();
        MasterShare share = MasterShare.of(view, capacities, master, computes);
        int[] preferred = Preference.of(capacities, Preference.bySpeed(capacities), master);
        FlowSolution.Place place = new FlowSolution.Place(view, master, costs);
        same(
                new TreeFlow(place, capacities, share).solve(preferred),
                new GraphFlow(place, capacities, share).solve(preferred));
    }

    private static void same(FlowSolution tree, FlowSolution graph) {
        for (int host = 0; host < tree.view().hosts().size(); host++) {
            assertThat(graph.hostRate(host)).isCloseTo(tree.hostRate(host), near(tree.rate()));
        }
        for (int link = 0; link < tree.view().links().size(); link++) {
            assertThat(graph.linkRate(link)).isCloseTo(tree.linkRate(link), near(tree.rate()));
        }
        assertThat(graph.limits()).hasSameSizeAs(tree.limits());
        for (Limit limit : tree.limits()) {
            assertThat(graph.limits()).as("%s", limit).anySatisfy(other -> {
                assertThat(other.kind()).isEqualTo(limit.kind());
                assertThat(other.index()).isEqualTo(limit.index());
                assertThat(other.rateIfDoubled()).isCloseTo(limit.rateIfDoubled(), near(limit.rateIfDoubled()));
            });
        }
    }

    @SeededTest(runs = 300)
    void shouldKeepAllCapacities(RandomGenerator random) {
        NetworkView view = random.nextBoolean() ? Views.tree(random, 10, 15) : Views.graph(random, 8, 12);
        UnitCosts costs = Views.costs(random);
        boolean computes = random.nextBoolean();
        Placement placement = Placement.solve(view, costs, computes);
        for (int master = 0; master < view.hosts().size(); master++) {
            UnitCapacities capacities = placement.capacities(master);
            FlowSolution flow = placement.solution(master);
            assertThat(flow.rate()).isCloseTo(placement.rate(master), near(flow.rate()));
            assertThat(flow.rate()).isLessThanOrEqualTo(capacities.master[master] * (1 + EXACT));
            for (int host = 0; host < view.hosts().size(); host++) {
                assertThat(flow.hostRate(host)).isBetween(0.0, capacities.processor[host] * (1 + EXACT));
            }
            for (int link = 0; link < view.links().size(); link++) {
                assertThat(flow.linkRate(link)).isLessThanOrEqualTo(flow.linkCapacity(link) * (1 + EXACT) + EXACT);
            }
        }
    }

    /** A limit states the rate with the resource doubled; solving the doubled view must give that rate. */
    @SeededTest(runs = 300)
    void shouldReachWhatADoubledResourceIsSaidToGive(RandomGenerator random) {
        NetworkView view = random.nextBoolean() ? Views.tree(random, 8, 8) : Views.graph(random, 6, 8);
        UnitCosts costs = Views.costs(random);
        boolean computes = random.nextBoolean();
        int master = random.nextInt(view.hosts().size());
        FlowSolution flow = Placement.solve(view, costs, computes).solution(master);
        for (Limit.Kind kind : EnumSet.complementOf(EnumSet.of(Limit.Kind.LATENCY, Limit.Kind.RESOURCE))) {
            int count =
                    kind == Limit.Kind.LINK ? view.links().size() : view.hosts().size();
            for (int index = 0; index < count; index++) {
                boolean ofMaster = kind == Limit.Kind.MASTER || kind == Limit.Kind.MASTER_PORT;
                if (kind == Limit.Kind.LINK || ofMaster == (index == master)) {
                    NetworkView doubled = doubled(view, kind, index);
                    double rate = Placement.solve(doubled, costs, computes).rate(master);
                    double said = said(flow, kind, index);
                    assertThat(said).as("%s %d", kind, index).isCloseTo(rate, near(rate));
                }
            }
        }
    }

    private static double said(FlowSolution flow, Limit.Kind kind, int index) {
        return flow.limits().stream()
                .filter(limit -> limit.kind() == kind && limit.index() == index)
                .mapToDouble(Limit::rateIfDoubled)
                .findFirst()
                .orElse(flow.rate());
    }

    private static NetworkView doubled(NetworkView view, Limit.Kind kind, int index) {
        List<Link> links = new ArrayList<>(view.links());
        List<Host> hosts = new ArrayList<>(view.hosts());
        if (kind == Limit.Kind.LINK) {
            Link link = links.get(index);
            links.set(index, link.with(link.wire().times(2)));
        } else {
            Host host = hosts.get(index);
            boolean port = kind == Limit.Kind.MASTER_PORT || kind == Limit.Kind.WORKER_PORT;
            hosts.set(
                    index,
                    new Host(
                            host.name(),
                            host.link(),
                            port ? host.port().times(2) : host.port(),
                            host.slots(),
                            port ? host.speed() : 2 * host.speed(),
                            port ? host.masterSpeed() : 2 * host.masterSpeed(),
                            host.availability(),
                            "",
                            Amounts.NONE));
        }
        return new NetworkView(view.name(), links, hosts);
    }

    @SeededTest(runs = 300)
    void shouldNotGainByAnIdleHost(RandomGenerator random) {
        NetworkView view = Views.tree(random, 8, 10);
        Placement placement = Placement.solve(view, Views.costs(random));
        int master = placement.best();
        FlowSolution flow = placement.solution(master);
        FlowSolution same = placement.solution(master, flow.workers());
        assertThat(same.rate()).isCloseTo(flow.rate(), near(flow.rate()));
        for (int other = 0; other < view.hosts().size(); other++) {
            assertThat(placement.rate(other)).isLessThanOrEqualTo(placement.rate(master) * (1 + EXACT));
        }
    }

    private static Offset<Double> near(double value) {
        return within(EXACT * Math.max(1, value));
    }
}
