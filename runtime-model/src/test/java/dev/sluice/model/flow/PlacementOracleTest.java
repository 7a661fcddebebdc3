package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.jgrapht.alg.flow.EdmondsKarpMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/**
 * Compares placement with a linear programme and with an independent maximum flow, both written from the definitions.
 */
class PlacementOracleTest {
    private static final double EXACT = 1e-6;

    /** Maximise Σ r subject to the capacities, where every worker has one path. */
    @SeededTest(runs = 150)
    void shouldBeTheOptimumOfTheLinearProgramme(RandomGenerator random) {
        NetworkView view = Views.tree(random, 7, 8);
        UnitCosts costs = Views.costs(random);
        boolean computes = random.nextBoolean();
        Placement placement = Placement.solve(view, costs, computes);
        for (int master = 0; master < view.hosts().size(); master++) {
            double optimum = new Programme(view, costs, master, computes).optimum();
            assertThat(placement.rate(master)).as("master %d", master).isCloseTo(optimum, near(optimum));
        }
    }

    /** The programme for one master. */
    private static final class Programme {
        private final NetworkView view;
        private final UnitCosts costs;
        private final int master;
        private final boolean computes;
        private final ExpressionsBasedModel model = new ExpressionsBasedModel();
        private final List<Variable> rates = new ArrayList<>();

        Programme(NetworkView view, UnitCosts costs, int master, boolean computes) {
            this.view = view;
            this.costs = costs;
            this.master = master;
            this.computes = computes;
        }

        double optimum() {
            for (int h = 0; h < view.hosts().size(); h++) {
                Host host = view.hosts().get(h);
                double worker = host.slots() * host.speed() * host.availability() / costs.unitSeconds();
                double most = h != master ? worker : computes ? worker : 0;
                rates.add(model.newVariable("r" + h).lower(0).upper(most).weight(1));
            }
            for (int l = 0; l < view.links().size(); l++) {
                wires(l);
            }
            ports();
            processors();
            return model.maximise().getValue();
        }

        private void wires(int l) {
            Wire wire = view.links().get(l).wire();
            List<Variable> out = new ArrayList<>();
            List<Variable> touching = new ArrayList<>();
            boolean masterBelow = below(view.hosts().get(master).link(), l);
            for (int h = 0; h < view.hosts().size(); h++) {
                boolean workerBelow = below(view.hosts().get(h).link(), l);
                if (h != master && workerBelow != masterBelow) {
                    out.add(rates.get(h));
                }
                if (h != master && visits(h, l)) {
                    touching.add(rates.get(h));
                }
            }
            if (wire.shared()) {
                crossing("medium" + l, touching, wire.downBytesPerSecond(), costs.inputBytes() + costs.resultBytes());
            } else {
                double inputs = masterBelow ? wire.upBytesPerSecond() : wire.downBytesPerSecond();
                double results = masterBelow ? wire.downBytesPerSecond() : wire.upBytesPerSecond();
                crossing("inputs" + l, out, inputs, costs.inputBytes());
                crossing("results" + l, out, results, costs.resultBytes());
            }
        }

        private void ports() {
            for (int h = 0; h < view.hosts().size(); h++) {
                Wire port = view.hosts().get(h).port();
                List<Variable> through = new ArrayList<>();
                for (int other = 0; other < view.hosts().size(); other++) {
                    if (h == master ? other != master : other == h) {
                        through.add(rates.get(other));
                    }
                }
                double inputs = h == master ? port.upBytesPerSecond() : port.downBytesPerSecond();
                double results = h == master ? port.downBytesPerSecond() : port.upBytesPerSecond();
                if (port.shared()) {
                    crossing("port" + h, through, inputs, costs.inputBytes() + costs.resultBytes());
                } else {
                    crossing("port in" + h, through, inputs, costs.inputBytes());
                    crossing("port out" + h, through, results, costs.resultBytes());
                }
            }
        }

        private void crossing(String name, List<Variable> rates, double bytesPerSecond, double bytes) {
            if (bytesPerSecond < Double.POSITIVE_INFINITY) {
                double each = bytesPerSecond == 0 ? 1 : bytes;
                Expression sum = model.newExpression(name).upper(bytesPerSecond);
                rates.forEach(rate -> sum.set(rate, each));
            }
        }

        private void processors() {
            Host host = view.hosts().get(master);
            double power = host.availability() * host.masterSpeed();
            double each = power == 0 ? 1 : costs.resultSeconds();
            Expression results = model.newExpression("results").upper(power);
            rates.forEach(rate -> results.set(rate, each));
            if (computes && host.availability() > 0) {
                Expression both = model.newExpression("processors").upper(host.slots() * host.availability());
                for (int h = 0; h < rates.size(); h++) {
                    double computing = h == master ? costs.unitSeconds() / host.speed() : 0;
                    both.set(rates.get(h), costs.resultSeconds() / host.masterSpeed() + computing);
                }
            }
        }

        /** True if a link is {@code top} or lies below it. */
        private boolean below(int link, int top) {
            for (int at = link; ; at = view.links().get(at).parents().get(0)) {
                if (at == top) {
                    return true;
                }
                if (view.links().get(at).parents().isEmpty()) {
                    return false;
                }
            }
        }

        /** True if the path between a host and the master visits a link. */
        private boolean visits(int host, int link) {
            int from = view.hosts().get(host).link();
            int to = view.hosts().get(master).link();
            if (below(from, link) != below(to, link)) {
                return true;
            }
            if (!below(from, link)) {
                return false;
            }
            for (int child = 0; child < view.links().size(); child++) {
                boolean hangs = view.links().get(child).parents().equals(List.of(link));
                if (hangs && below(from, child) && below(to, child)) {
                    return false;
                }
            }
            return true;
        }
    }

    @SeededTest(runs = 300)
    void shouldBeTheMaximumFlowOfGraphs(RandomGenerator random) {
        NetworkView view = Views.graph(random, 7, 9);
        UnitCosts costs = Views.costs(random);
        Placement placement = Placement.solve(view, costs);
        for (int master = 0; master < view.hosts().size(); master++) {
            double most = maximumFlow(view, costs, master);
            assertThat(placement.rate(master)).as("master %d", master).isCloseTo(most, near(most));
        }
    }

    private static double maximumFlow(NetworkView view, UnitCosts costs, int master) {
        var graph = new SimpleDirectedWeightedGraph<String, DefaultWeightedEdge>(DefaultWeightedEdge.class);
        List.of("source", "sink", "master").forEach(graph::addVertex);
        for (int l = 0; l < view.links().size(); l++) {
            Wire wire = view.links().get(l).wire();
            edge(graph, "in" + l, "out" + l, wire.shared() ? wire.unitsDown(costs) : Double.POSITIVE_INFINITY);
        }
        for (int l = 0; l < view.links().size(); l++) {
            Wire wire = view.links().get(l).wire();
            for (int parent : view.links().get(l).parents()) {
                edge(graph, "out" + l, "in" + parent, wire.shared() ? Double.POSITIVE_INFINITY : wire.unitsDown(costs));
                edge(graph, "out" + parent, "in" + l, wire.shared() ? Double.POSITIVE_INFINITY : wire.unitsUp(costs));
            }
        }
        for (int h = 0; h < view.hosts().size(); h++) {
            Host host = view.hosts().get(h);
            if (h == master) {
                double results = host.availability() * host.masterSpeed();
                boolean free = costs.resultSeconds() == 0 && results > 0;
                edge(graph, "out" + host.link(), "master", host.port().unitsUp(costs));
                edge(
                        graph,
                        "master",
                        "sink",
                        free ? Double.POSITIVE_INFINITY : results == 0 ? 0 : results / costs.resultSeconds());
            } else {
                double worker = host.slots() * host.speed() * host.availability() / costs.unitSeconds();
                edge(graph, "source", "h" + h, worker);
                edge(graph, "h" + h, "in" + host.link(), host.port().unitsDown(costs));
            }
        }
        return new EdmondsKarpMFImpl<>(graph).getMaximumFlowValue("source", "sink");
    }

    private static void edge(
            SimpleDirectedWeightedGraph<String, DefaultWeightedEdge> graph, String from, String to, double capacity) {
        graph.addVertex(from);
        graph.addVertex(to);
        graph.setEdgeWeight(graph.addEdge(from, to), Math.min(capacity, 1e12));
    }

    private static Offset<Double> near(double value) {
        return within(EXACT * Math.max(1, value));
    }
}
