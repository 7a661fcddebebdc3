package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Tests with random changes of machines and links: the report is consistent, and every unit is accepted once if there
 * is a worker.
 */
class RandomRunTest {
    private static final long SECOND = 1_000_000_000L;

    @SeededTest(runs = 300)
    void shouldAcceptEveryUnitOnceAndAccountForAllTime(SplittableRandom random) {
        Workload workload = workload(random);
        NetworkView view = view(random);
        World machines = machines(random, view);
        SimulationTerms terms = terms(random, machines);
        Overheads overheads = overheads(random);
        CountingTimeline timeline = new CountingTimeline();

        SimulationReport report = Simulation.run(workload, machines.with(overheads, terms), timeline);

        long units = 0;
        for (int cycle = 0; cycle < workload.cycles(); cycle++) {
            units += workload.units(cycle);
        }
        assertThat(report.ending()).as("%s", report).isIn(Ending.COMPLETE, Ending.UNITS_GIVEN_UP);
        assertThat(report.acceptedUnits() + report.counters().quarantined()).isEqualTo(units);
        assertThat(report.idle().total()).isEqualTo(report.slotNanos());
        assertThat(timeline.nanos).isEqualTo(report.slotNanos());
        assertThat(report.cycles()).hasSize(workload.cycles());
        report.workers()
                .forEach(worker -> assertThat(worker.times().total())
                        .isEqualTo(worker.slots() * (worker.toNanos() - worker.fromNanos())));
        report.links().forEach(use -> assertThat(use.utilisation()).isBetween(0.0, 1.0));
        assertThat(Simulation.run(workload, machines.with(overheads, terms))).isEqualTo(report);
    }

    /** Sums the times of slots. */
    private static final class CountingTimeline implements Timeline {
        private long nanos;

        @Override
        public void computed(
                int host,
                int slot,
                int cycle,
                long firstUnit,
                int units,
                long fromNanos,
                long toNanos,
                boolean finished) {
            assertThat(toNanos).isGreaterThanOrEqualTo(fromNanos);
            nanos += toNanos - fromNanos;
        }

        @Override
        public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
            assertThat(toNanos).isGreaterThan(fromNanos);
            nanos += toNanos - fromNanos;
        }
    }

    private static Workload workload(SplittableRandom random) {
        double mean = Math.pow(10, 3 + 5 * random.nextDouble());
        Distribution times = switch (random.nextInt(5)) {
            case 0 -> new Distribution.Fixed(mean);
            case 1 -> new Distribution.Uniform(0, 2 * mean);
            case 2 -> new Distribution.Exponential(mean);
            case 3 -> new Distribution.LogNormal(mean, mean);
            default -> new Distribution.Bimodal(0.9, mean / 2, 5 * mean);
        };
        double result = Math.pow(10, 1 + 5 * random.nextDouble());
        return Workloads.drawn(
                new Workloads.Shape(1 + random.nextInt(3), random.nextInt(400), random.nextInt(100_000)),
                new Workloads.Spreads(
                        times,
                        new Distribution.Fixed(random.nextInt(2000)),
                        new Distribution.Exponential(result),
                        new Distribution.Fixed(random.nextInt(100_000))),
                random.nextLong());
    }

    private static NetworkView view(SplittableRandom random) {
        List<Link> links = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            Wire wire = wire(random);
            links.add(i == 0 ? new Link("l0", wire) : new Link("l" + i, random.nextInt(i), wire));
        }
        List<Host> hosts = new ArrayList<>();
        int machines = 2 + random.nextInt(6);
        for (int i = 0; i < machines; i++) {
            hosts.add(new Host("h" + i, random.nextInt(count), wire(random))
                    .withSlots(1 + random.nextInt(3), 0.25 + random.nextDouble()));
        }
        return new NetworkView("random", links, hosts);
    }

    /** A third of them have a sub-master, if there are hosts enough. */
    private static World machines(SplittableRandom random, NetworkView view) {
        int count = view.hosts().size();
        int master = random.nextInt(count);
        if (count < 5 || random.nextInt(3) > 0) {
            return World.all(view, master);
        }
        List<Integer> others = new ArrayList<>(
                IntStream.range(0, count).filter(host -> host != master).boxed().toList());
        int sub = others.remove(random.nextInt(others.size()));
        List<Integer> below = List.copyOf(others.subList(0, 1 + random.nextInt(others.size())));
        int[] workers = others.stream().mapToInt(Integer::intValue).toArray();
        return new World(view, master, workers).withSubMasters(List.of(new World.SubMaster(sub, below)));
    }

    private static Wire wire(SplittableRandom random) {
        double bandwidth = Math.pow(10, 6 + 3 * random.nextDouble());
        long latency = random.nextInt(20_000_000);
        return switch (random.nextInt(3)) {
            case 0 -> Wire.UNLIMITED.withLatency(latency);
            case 1 -> Wire.duplex(bandwidth).withLatency(latency);
            default -> Wire.shared(bandwidth).withLatency(latency);
        };
    }

    private static Overheads overheads(SplittableRandom random) {
        if (random.nextBoolean()) {
            return Overheads.NONE;
        }
        Overheads.Cost cost = new Overheads.Cost(random.nextInt(20_000), random.nextDouble());
        return new Overheads(
                cost,
                cost,
                cost,
                cost,
                300,
                700,
                500,
                0,
                40,
                12,
                random.nextInt(1_000_000_000),
                Overheads.Travel.NONE,
                Overheads.Warming.NONE);
    }

    private static <T> T any(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static SimulationTerms terms(SplittableRandom random, World machines) {
        return SimulationTerms.DEFAULT
                .withPolicy(any(random, PolicyName.values()))
                .withWeighting(any(random, Weighting.values()))
                .withPrefetch(random.nextBoolean() ? SchedulerConfig.AUTO : random.nextInt(4))
                .withSpeculation(random.nextInt(20))
                .withResults(any(random, ResultsKind.values()))
                .withCongestion(any(
                        random,
                        new GrantMode[] {GrantMode.OFF, GrantMode.SERIAL, GrantMode.ADAPTIVE, GrantMode.fixed(3)}))
                .withNetwork(any(random, NetworkKind.values()))
                .withResultMemory(1 << (18 + random.nextInt(12)))
                .withFiles(StagedFiles.of(random.nextInt(4) == 0 ? random.nextInt(20_000_000) : 0))
                .withScript(script(random, machines))
                .withSeed(random.nextLong());
    }

    /** At the end every host is asked to join, so that a worker exists. */
    private static Script script(SplittableRandom random, World machines) {
        List<Script.Step> steps = new ArrayList<>();
        int count = random.nextInt(8);
        for (int i = 0; i < count; i++) {
            int host = machines.worker(random.nextInt(machines.workers()));
            long at = (long) (random.nextDouble() * random.nextDouble() * 5 * SECOND);
            steps.add(
                    switch (random.nextInt(9)) {
                        case 0 -> new Script.Drain(at, host);
                        case 1 -> new Script.Lose(at, host);
                        case 2 -> new Script.Die(at, host);
                        case 3 -> new Script.Load(at, host, 0.1 + 0.9 * random.nextDouble());
                        case 4 -> {
                            double capacity = Math.pow(10, 5.5 + 3 * random.nextDouble());
                            yield new Script.Capacity(
                                    at, random.nextInt(machines.view().links().size()), capacity, capacity);
                        }
                        case 5 -> new Script.Park(at, host);
                        case 6 -> new Script.Unpark(at, host);
                        case 7 ->
                            new Script.SwitchPolicy(
                                    at,
                                    any(random, PolicyName.values()),
                                    random.nextBoolean() ? any(random, Weighting.values()) : null,
                                    random.nextBoolean() ? random.nextInt(5) - 1 : null);
                        default -> new Script.Join(at, host);
                    });
        }
        for (int i = 0; i < machines.workers() && count > 0; i++) {
            steps.add(new Script.Join(20 * SECOND, machines.worker(i)));
        }
        return new Script(steps);
    }
}
