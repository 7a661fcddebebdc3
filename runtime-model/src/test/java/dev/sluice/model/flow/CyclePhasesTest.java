package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CyclePhasesTest {
    private static final long UNITS = 2_000;

    /** A setup of 2 MB, units of 20 ms with 1 kB in and 20 kB out, or values of 5 MB. */
    private static UnitCosts costs(ResultsKind kind) {
        return new UnitCosts(0.02, 0.0001, 1_000, 20_000, 2_000_000).withResults(kind, 5_000_000, 0.001);
    }

    private static double simulated(World machines, UnitCosts costs) {
        return Simulation.run(
                        Workloads.constant(1, UNITS, costs),
                        machines.with(
                                Overheads.NONE,
                                SimulationTerms.DEFAULT
                                        .withResults(costs.results())
                                        .withSpeculation(0)))
                .seconds();
    }

    private static CyclePhases flow(World machines, UnitCosts costs) {
        FlowSolution solution = Placement.solve(machines.view(), costs).solution(machines.master());
        int[] workers = IntStream.range(1, machines.view().hosts().size()).toArray();
        return CyclePhases.of(solution, costs, UNITS, workers);
    }

    private static void agree(World machines, UnitCosts costs) {
        double simulated = simulated(machines, costs);
        CyclePhases phases = flow(machines, costs);
        assertThat(phases.seconds()).as("%s", phases).isCloseTo(simulated, within(0.02 * simulated));
        assertThat(phases.rateWups()).isCloseTo(UNITS / phases.seconds(), within(1e-9 * UNITS));
    }

    @ParameterizedTest
    @EnumSource(ResultsKind.class)
    void shouldAgreeWithTheSimulatorOnPorts(ResultsKind kind) {
        agree(World.star(8, 1, Wire.duplex(10e6).withLatency(500_000)), costs(kind));
    }

    @ParameterizedTest
    @EnumSource(ResultsKind.class)
    void shouldAgreeWithTheSimulatorBehindALink(ResultsKind kind) {
        agree(behind(Wire.duplex(5e6).withLatency(5_000_000), 6), costs(kind));
    }

    @ParameterizedTest
    @EnumSource(ResultsKind.class)
    void shouldAgreeWithTheSimulatorOnASharedMedium(ResultsKind kind) {
        agree(behind(Wire.shared(5e6).withLatency(1_000_000), 6), costs(kind));
    }

    @ParameterizedTest
    @EnumSource(value = ResultsKind.class, names = "EACH", mode = EnumSource.Mode.EXCLUDE)
    void shouldAgreeWithTheSimulatorBelowASubMaster(ResultsKind kind) {
        World flat = behind(Wire.duplex(5e6).withLatency(5_000_000), 6);
        List<Integer> children = IntStream.rangeClosed(2, 6).boxed().toList();
        World tree = new World(
                        flat.view(),
                        0,
                        children.stream().mapToInt(Integer::intValue).toArray())
                .withSubMasters(List.of(new World.SubMaster(1, children)));
        FlowSolution solution = Placement.solve(flat.view(), costs(kind))
                .solution(0, children.stream().mapToInt(Integer::intValue).toArray());
        CyclePhases phases = CyclePhases.of(solution, costs(kind), UNITS, solution.workers(), Map.of(1, children));
        double simulated = simulated(tree, costs(kind));
        assertThat(phases.seconds()).as("%s", phases).isCloseTo(simulated, within(0.04 * simulated));
    }

    /** T with N = sum of r_i·(T − i·s): each later cycle, when the speeds of the workers are known. */
    @SeededTest(runs = 60)
    void shouldForetellTheStairOfSetups(SplittableRandom random) {
        int workers = random.nextInt(2, 17);
        double port = Math.pow(10, random.nextDouble(6.5, 8));
        boolean equal = random.nextBoolean();
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, Wire.duplex(port)));
        for (int i = 0; i < workers; i++) {
            hosts.add(new Host("h" + i, 0, Wire.duplex(port)).withSlots(1, equal ? 1 : random.nextDouble(0.5, 2)));
        }
        World machines = World.all(new NetworkView("stair", List.of(new Link("net", Wire.UNLIMITED)), hosts), 0);
        double setupSeconds = random.nextDouble(0.2, 1);
        double cycleSeconds = setupSeconds * workers * random.nextDouble(0.4, 4);
        UnitCosts costs = new UnitCosts(cycleSeconds / 200, 0, 50, 50, setupSeconds * port);
        FlowSolution solution = Placement.solve(machines.view(), costs).solution(0);
        int[] all = IntStream.rangeClosed(1, workers).toArray();
        long units = 200L * workers;
        double foretold = CyclePhases.of(solution, costs, units, all).seconds();
        SimulationReport report = Simulation.run(
                Workloads.constant(4, units, costs), machines.with(Overheads.NONE, SimulationTerms.DEFAULT));
        double simulated = report.cycles().get(3).nanos() * 1e-9;
        assertThat(foretold).isCloseTo(simulated, within(0.03 * simulated));
        // All at once: every worker begins at n·s.
        double atOnce = workers * setupSeconds + units / solution.rate();
        assertThat(foretold).isLessThan(atOnce - 0.2 * setupSeconds * (workers - 1) / 2);
    }

    /** A master on one network, workers with fast ports on another. */
    private static World behind(Wire wire, int workers) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, Wire.duplex(125e6)));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("far-" + i, 1, Wire.duplex(125e6)));
        }
        return World.all(
                new NetworkView("view", List.of(new Link("net", Wire.UNLIMITED), new Link("far", 0, wire)), hosts), 0);
    }

    @ParameterizedTest
    @EnumSource(ResultsKind.class)
    void shouldAdviseWhatIsFaster(ResultsKind kind) {
        // 2,000 results of 20 kB take 8 s of the link, and six values of 50 kB nothing.
        UnitCosts costs = costs(ResultsKind.EACH).withResults(kind, 50_000, 0.001);
        World machines = behind(Wire.duplex(5e6), 6);
        FlowSolution flow = Placement.solve(machines.view(), costs).solution(0);
        Optional<ResultsAdvice> advice =
                ResultsAdvice.of(flow, false, UNITS, IntStream.rangeClosed(1, 6).toArray());
        if (kind == ResultsKind.ACCUMULATED) {
            assertThat(advice).isEmpty();
        } else {
            assertThat(advice).hasValueSatisfying(better -> {
                assertThat(better.kind()).isEqualTo(ResultsKind.ACCUMULATED);
                assertThat(UNITS / better.fromWups()).isCloseTo(simulated(machines, costs), within(0.3));
                UnitCosts combined = costs.withResults(ResultsKind.ACCUMULATED);
                assertThat(UNITS / better.toWups()).isCloseTo(simulated(machines, combined), within(0.2));
            });
        }
    }
}
