package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.plan.RunLatency;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.Records;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundTripsTest {
    private static final long MILLI = 1_000_000;

    private static World star(int workers, int slots, double bytesPerSecond, long latencyNanos) {
        return World.star(workers, slots, Wire.duplex(bytesPerSecond).withLatency(latencyNanos / 2));
    }

    private static double flow(World machines, UnitCosts costs, SimulationTerms terms) {
        LatencyTerms latency = RunLatency.of(terms, Overheads.NONE, machines.workers());
        return Placement.solve(machines.view(), costs, false, latency)
                .solution(0)
                .rate();
    }

    /** The rate of long runs, without their beginning and end: what the second half of the units takes. */
    private static double simulated(World machines, UnitCosts costs, SimulationTerms terms, long units) {
        double all = seconds(machines, costs, terms, 2 * units);
        return units / (all - seconds(machines, costs, terms, units));
    }

    private static double seconds(World machines, UnitCosts costs, SimulationTerms terms, long units) {
        return Simulation.run(Workloads.constant(1, units, costs), machines.with(Overheads.NONE, terms))
                .seconds();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "1, 0, 1",
        "10, 0, 1",
        "40, 0, 1",
        "40, 0, 4",
        "40, 1, 1",
        "40, 2, 2",
        "40, 3, 1",
        "40, 8, 1",
        "10, 1, 3",
        "100, 2, 1",
        "100, 4, 2",
        "100, 7, 1",
        "100, 8, 1",
        "100, 8, 2"
    })
    void shouldAgreeWithTheSimulatorOnFixedPrefetches(int millis, int prefetch, int slots) {
        UnitCosts costs = new UnitCosts(0.02, 0, 1000, 2000, 0);
        SimulationTerms terms = SimulationTerms.DEFAULT.withPrefetch(prefetch);
        World machines = star(3, slots, 1e6, millis * MILLI);
        double flow = flow(machines, costs, terms);
        double rate = simulated(machines, costs, terms, 600L * slots);
        assertThat(flow).isCloseTo(rate, within(0.03 * rate));
    }

    @ParameterizedTest
    @CsvSource({"1, 8", "10, 8", "40, 4", "40, 7", "40, 8", "20, 64"})
    void shouldAgreeWithTheSimulatorWhereResultsWaitToShareAMessage(int millis, int prefetch) {
        UnitCosts costs = new UnitCosts(0.001, 0, 100, 100, 0);
        SimulationTerms terms = SimulationTerms.DEFAULT.withPrefetch(prefetch);
        World machines = star(2, 1, 1e9, millis * MILLI);
        double rate = simulated(machines, costs, terms, 20_000);
        assertThat(flow(machines, costs, terms)).isCloseTo(rate, within(0.03 * rate));
    }

    @ParameterizedTest
    @CsvSource({"1", "10", "40"})
    void shouldHideRoundTripsThatFeedingAheadHides(int millis) {
        UnitCosts costs = new UnitCosts(0.02, 0, 1000, 2000, 0);
        World machines = star(3, 2, 1e6, millis * MILLI);
        assertThat(flow(machines, costs, SimulationTerms.DEFAULT))
                .isCloseTo(Placement.solve(machines.view(), costs).solution(0).rate(), within(1e-9));
        double rate = simulated(machines, costs, SimulationTerms.DEFAULT, 3_000);
        assertThat(flow(machines, costs, SimulationTerms.DEFAULT)).isCloseTo(rate, within(0.03 * rate));
    }

    @ParameterizedTest
    @CsvSource({"20, 1", "100, 1", "50, 2"})
    void shouldBindAtTheWindowOfInputs(int millis, int workers) {
        UnitCosts costs = new UnitCosts(0.001, 0, 500_000, 10, 0);
        World machines = star(workers, 4, 1e9, millis * MILLI);
        FlowSolution solution = Placement.solve(
                        machines.view(), costs, false, RunLatency.of(SimulationTerms.DEFAULT, Overheads.NONE, workers))
                .solution(0);
        double rate = simulated(machines, costs, SimulationTerms.DEFAULT, 3_000);
        assertThat(solution.limits().get(0).kind()).isEqualTo(Limit.Kind.LATENCY);
        assertThat(solution.rate()).isCloseTo(rate, within(0.03 * rate));
    }

    @SeededTest(runs = 200)
    void shouldFallWithLatencyAndBeTheBoundWithout(RandomGenerator random) {
        NetworkView view = far(Views.tree(random, 6, 8), random, 1);
        UnitCosts costs = Views.costs(random);
        SimulationTerms terms =
                SimulationTerms.DEFAULT.withPrefetch(random.nextBoolean() ? SchedulerConfig.AUTO : random.nextInt(4));
        LatencyTerms latency = RunLatency.of(terms, Overheads.NONE, view.hosts().size());
        Placement none = Placement.solve(view, costs);
        Placement near = Placement.solve(view, costs, false, latency);
        Placement far = Placement.solve(far(view, random, 3), costs, false, latency);
        for (int host = 0; host < view.hosts().size(); host++) {
            assertThat(near.rate(host)).isLessThanOrEqualTo(none.rate(host) * (1 + 1e-9));
            assertThat(far.rate(host)).isLessThanOrEqualTo(near.rate(host) * (1 + 1e-9));
            assertThat(near.rate(host)).isEqualTo(near.solution(host).rate());
            assertThat(Placement.solve(view, costs, false, LatencyTerms.NONE).rate(host))
                    .isEqualTo(none.rate(host));
        }
        int[] ranking = near.ranking();
        assertThat(Arrays.stream(ranking).mapToDouble(near::rate).toArray())
                .isSortedAccordingTo((one, other) -> Double.compare(other, one));
    }

    @SeededTest(runs = 200)
    void shouldReachWhatHalfTheLatencyIsSaidToGive(RandomGenerator random) {
        NetworkView view = Views.tree(random, 4, 6);
        UnitCosts costs = Views.costs(random);
        int master = random.nextInt(view.hosts().size());
        int far = random.nextInt(view.hosts().size());
        if (far == master) {
            return;
        }
        LatencyTerms latency = new LatencyTerms(1 + random.nextInt(3), 1, 4 << 20, 1 << 20, 0);
        long nanos = random.nextLong(1_000_000_000);
        FlowSolution flow =
                Placement.solve(with(view, far, nanos), costs, false, latency).solution(master);
        double half = Placement.solve(with(view, far, nanos / 2), costs, false, latency)
                .solution(master)
                .rate();
        double said = flow.limits().stream()
                .filter(limit -> limit.kind() == Limit.Kind.LATENCY && limit.index() == far)
                .mapToDouble(Limit::rateIfDoubled)
                .findFirst()
                .orElse(flow.rate());
        assertThat(said).isCloseTo(half, within(1e-6 * (1 + half)));
    }

    private static NetworkView with(NetworkView view, int host, long nanos) {
        List<Host> hosts = new ArrayList<>(view.hosts());
        hosts.set(host, at(hosts.get(host), nanos));
        return new NetworkView(view.name(), view.links(), hosts);
    }

    private static Host at(Host host, long nanos) {
        return Records.with(host, "port", host.port().withLatency(nanos));
    }

    private static NetworkView far(NetworkView view, RandomGenerator random, int times) {
        return new NetworkView(
                view.name(),
                view.links(),
                view.hosts().stream()
                        .map(host -> at(
                                host,
                                times == 1
                                        ? random.nextLong(200_000_000)
                                        : times * host.port().latencyNanos()))
                        .toList());
    }
}
