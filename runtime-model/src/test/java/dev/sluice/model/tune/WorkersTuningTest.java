package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Simulated runs whose number of workers is tuned: a setup that all get through one link, and units for all. */
@Tag("slow")
class WorkersTuningTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Overheads OVERHEADS = Overheads.MEASURED.withStart(0);

    /**
     * A run on workers of one slot.
     *
     * @param setupSeconds time of the master's port for the setup of one worker
     * @param computeSeconds time of all units of a cycle on a slot of speed 1
     * @param speeds of the hosts
     */
    private record Bodies(int cycles, double setupSeconds, double computeSeconds, double... speeds) {
        static Bodies alike(int cycles, double setupSeconds, double computeSeconds) {
            double[] speeds = new double[15];
            Arrays.fill(speeds, 1);
            return new Bodies(cycles, setupSeconds, computeSeconds, speeds);
        }

        Workload workload(int ofCycles) {
            int units = 24 * speeds.length;
            return Workloads.drawn(
                    new Workloads.Shape(ofCycles, units, Math.round(setupSeconds * 1e6)),
                    new Workloads.Spreads(
                            new Distribution.Fixed(computeSeconds * SECOND / units),
                            new Distribution.Fixed(8),
                            new Distribution.Fixed(100),
                            new Distribution.Fixed(1_000)),
                    1);
        }

        World machines() {
            List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0, Wire.duplex(1e6))));
            for (int i = 0; i < speeds.length; i++) {
                hosts.add(new Host("h" + i, 0, Wire.duplex(10e6)).withSlots(1, speeds[i]));
            }
            return World.all(new NetworkView("bodies", List.of(new Link("lan", Wire.UNLIMITED)), hosts), 0);
        }

        Tuned tuned(Script.Step... steps) {
            SimulationTerms terms = SimulationTerms.DEFAULT.withScript(Script.of(steps));
            Workload workload = workload(cycles);
            SimulatedTuning tuning = new SimulatedTuning(workload, machines().with(OVERHEADS, terms));
            SimulationReport report =
                    Simulation.run(workload, machines().with(OVERHEADS, terms), Timeline.NONE, tuning);
            assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
            return new Tuned(report, tuning.steps(), tuning.now(), speeds.length);
        }

        /** A cycle with the first hosts at this share of their processors. */
        double seconds(int workers, double share) {
            World all = machines();
            int[] first = IntStream.range(0, workers).map(all::worker).toArray();
            Script.Step[] steps = IntStream.of(first)
                    .mapToObj(host -> new Script.Load(0, host, share))
                    .toArray(Script.Step[]::new);
            return Simulation.run(
                            workload(2),
                            new World(all.view(), all.master(), first)
                                    .with(OVERHEADS, SimulationTerms.DEFAULT.withScript(Script.of(steps))))
                    .seconds();
        }

        double leastSeconds(double share) {
            return IntStream.rangeClosed(1, speeds.length)
                    .mapToDouble(workers -> seconds(workers, share))
                    .min()
                    .orElseThrow();
        }

        Script.Step[] load(long nanos, double share) {
            return IntStream.range(0, speeds.length)
                    .mapToObj(worker -> new Script.Load(nanos, machines().worker(worker), share))
                    .toArray(Script.Step[]::new);
        }
    }

    private record Tuned(SimulationReport report, List<TunedStep> steps, Setting last, int hosts) {
        int atWork() {
            return hosts - last.parked().size();
        }

        /** Hosts at work from this time on [ns]. */
        int atWork(double nanos) {
            return hosts
                    - steps.stream()
                            .filter(step -> step.change().seconds() * 1e9 <= nanos)
                            .reduce((first, second) -> second)
                            .map(step -> step.change().to().parked().size())
                            .orElse(0);
        }

        /** Whole cycles between this time and the first change after it [ns]. */
        long cyclesUntilChange(long nanos) {
            double change = steps.stream()
                    .mapToDouble(step -> step.change().seconds() * 1e9)
                    .filter(at -> at >= nanos)
                    .findFirst()
                    .orElse(Double.POSITIVE_INFINITY);
            return report.cycles().stream()
                    .filter(cycle -> cycle.fromNanos() >= nanos && cycle.toNanos() <= change + 1)
                    .count();
        }

        CycleTimes cycle(int index) {
            return report.cycles().get(index);
        }
    }

    /** Equations 1 to 9 and the flow model suggest the number, and simulations of every number find none better. */
    @SeededTest(runs = 6)
    void shouldChooseTheNumberThatTheSimulationConfirms(SplittableRandom random) {
        double compute = Math.exp(random.nextDouble(Math.log(1), Math.log(20)));
        double setup = compute * Math.exp(random.nextDouble(Math.log(0.001), Math.log(0.1)));
        Bodies bodies = Bodies.alike(14, setup, compute);
        Tuned tuned = bodies.tuned();

        assertThat(bodies.seconds(tuned.atWork(), 1))
                .as("setup %s s, %s s of computing: %d at work, %s", setup, compute, tuned.atWork(), tuned.steps())
                .isLessThan(1.03 * bodies.leastSeconds(1));
    }

    @Test
    void shouldParkTheSlowestFirst() {
        Bodies bodies = new Bodies(20, 0.1, 4, 1, 0.3, 1, 0.4, 1, 0.5, 1, 0.6);
        Tuned tuned = bodies.tuned();

        Set<Integer> parked = tuned.last().parked();
        assertThat(parked).isNotEmpty();
        double fastestParked = parked.stream()
                .mapToDouble(host -> bodies.speeds()[host - 1])
                .max()
                .orElseThrow();
        for (int host = 1; host <= bodies.speeds().length; host++) {
            if (!parked.contains(host)) {
                assertThat(bodies.speeds()[host - 1]).isGreaterThanOrEqualTo(fastestParked);
            }
        }
    }

    @Test
    void shouldUnparkWithinACycleWhenTheLoadGoesUp() {
        Bodies bodies = Bodies.alike(60, 0.0768, 4.8);
        Tuned tuned = bodies.tuned(bodies.load(40 * SECOND, 0.25));

        assertThat(tuned.cycle(40).fromNanos()).isGreaterThan(40 * SECOND);
        assertThat(tuned.cyclesUntilChange(40 * SECOND)).isLessThanOrEqualTo(1);
        assertThat(tuned.atWork()).isGreaterThan(tuned.atWork(40 * SECOND) + 3);
        assertThat(bodies.seconds(tuned.atWork(), 0.25)).isLessThan(1.03 * bodies.leastSeconds(0.25));
    }

    @Test
    void shouldParkWithinACycleWhenTheLoadGoesDown() {
        Bodies bodies = Bodies.alike(60, 0.0768, 4.8);
        List<Script.Step> steps = new ArrayList<>(Arrays.asList(bodies.load(0, 0.25)));
        steps.addAll(Arrays.asList(bodies.load(60 * SECOND, 1)));
        Tuned tuned = bodies.tuned(steps.toArray(Script.Step[]::new));

        assertThat(tuned.cyclesUntilChange(60 * SECOND)).isLessThanOrEqualTo(1);
        assertThat(tuned.atWork()).isLessThan(tuned.atWork(60 * SECOND) - 3);
        assertThat(bodies.seconds(tuned.atWork(), 1)).isLessThan(1.03 * bodies.leastSeconds(1));
    }

    /** After the first choice a steady run goes on as it is; small changes of the load do not move the number. */
    @Test
    void shouldNotOscillate() {
        Bodies bodies = Bodies.alike(40, 0.0768, 4.8);
        List<Script.Step> steps = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            steps.addAll(Arrays.asList(bodies.load(2 * i * SECOND, i % 2 == 0 ? 1 : 0.95)));
        }

        assertThat(bodies.tuned().steps()).hasSizeBetween(1, 2);
        assertThat(bodies.tuned(steps.toArray(Script.Step[]::new)).steps()).hasSizeBetween(1, 3);
    }

    /** Parks and unparks drawn hosts at every checkpoint. */
    private static final class Restless implements Steering {
        private final SplittableRandom random;
        private final int hosts;

        Restless(SplittableRandom random, int hosts) {
            this.random = random;
            this.hosts = hosts;
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            for (int i = random.nextInt(4); i > 0; i--) {
                int host = random.nextInt(1, hosts + 1);
                if (random.nextBoolean()) {
                    controls.park(host);
                } else {
                    controls.unpark(host);
                }
            }
        }
    }

    /** Counts how often each unit was computed. */
    private static final class Counted implements Timeline {
        private final Map<Long, Integer> times = new HashMap<>();

        @Override
        public void computed(
                int host, int slot, int cycle, long first, int units, long from, long to, boolean finished) {
            for (long unit = first; unit < first + units; unit++) {
                times.merge(cycle * 1_000_000L + unit, 1, Integer::sum);
            }
        }
    }

    @SeededTest(runs = 25)
    void shouldLoseNothingAndComputeNothingTwiceThroughParking(SplittableRandom random) {
        double[] speeds = random.doubles(random.nextInt(2, 9), 0.2, 1).toArray();
        double setup = random.nextBoolean() ? 0 : random.nextDouble(0.5);
        Bodies bodies = new Bodies(random.nextInt(1, 5), setup, random.nextDouble(1, 30), speeds);
        Counted counted = new Counted();
        Workload workload = bodies.workload(bodies.cycles());
        SimulationReport report = Simulation.run(
                workload,
                bodies.machines().with(OVERHEADS, SimulationTerms.DEFAULT.withSpeculation(0)),
                counted,
                new Restless(random, speeds.length));

        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.acceptedUnits()).isEqualTo(bodies.cycles() * workload.units(0));
        assertThat(counted.times).hasSize((int) report.acceptedUnits());
        assertThat(counted.times.values()).allMatch(times -> times == 1);
        assertThat(report.idle().total()).isEqualTo(report.slotNanos());
    }
}
