package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A tuner that has nothing to gain: the machines stay as they are, and the run begins with the policy and the number of
 * workers that take the least time. {@code -Dsluice.placebos=200} tries more runs.
 */
@Tag("long")
class PlaceboTest {
    private static final Overheads OVERHEADS = Overheads.MEASURED.withStart(0);

    /** A drawn run. */
    private record Stationary(Workload workload, World machines, SimulationTerms terms) {
        static Stationary of(SplittableRandom random) {
            double mean = Math.exp(random.nextDouble(Math.log(5e6), Math.log(100e6)));
            Distribution times = DrawnWorlds.times(random, mean);
            int count = random.nextInt(3, 13);
            Workload workload = DrawnWorlds.workload(
                    new Workloads.Shape(
                            random.nextInt(4, 9), random.nextInt(50, 150) * count, random.nextInt(3) * 50_000L),
                    times,
                    random.nextLong());
            Wire wire = DrawnWorlds.wire(random);
            List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0)));
            boolean alike = random.nextBoolean();
            for (int i = 1; i <= count; i++) {
                hosts.add(new Host("h" + i, 1).withSlots(1, alike ? 1 : random.nextDouble(0.4, 1)));
            }
            World machines = DrawnWorlds.machines(hosts, wire);
            return new Stationary(workload, machines, SimulationTerms.DEFAULT).rightStart();
        }

        /** The same run with the best policy, and then with the best number of its fastest workers. */
        private Stationary rightStart() {
            SimulationTerms best = FixedChoice.all(machines).stream()
                    .filter(choice -> choice.weighting() != Weighting.PLANNED)
                    .filter(choice -> choice.prefetch() == SchedulerConfig.AUTO)
                    .map(choice -> choice.in(terms))
                    .min(Comparator.comparingDouble(each -> new Stationary(workload, machines, each)
                            .run(Steering.NONE)
                            .seconds()))
                    .orElseThrow();
            return IntStream.rangeClosed(1, machines.workers())
                    .mapToObj(count -> new Stationary(workload, fastest(count), best))
                    .min(Comparator.comparingDouble(
                            each -> each.run(Steering.NONE).seconds()))
                    .orElseThrow();
        }

        private World fastest(int count) {
            List<Host> hosts = machines.view().hosts();
            int[] first = IntStream.range(0, machines.workers())
                    .mapToObj(machines::worker)
                    .sorted(Comparator.comparingDouble(
                            (Integer host) -> -hosts.get(host).speed()))
                    .limit(count)
                    .mapToInt(Integer::intValue)
                    .toArray();
            return new World(machines.view(), machines.master(), first);
        }

        SimulationReport run(Steering steering) {
            return Simulation.run(workload, machines.with(OVERHEADS, terms), Timeline.NONE, steering);
        }
    }

    @Test
    void shouldChangeNothingWhereNothingIsToBeGained() {
        int runs = Integer.getInteger("sluice.placebos", 20);
        List<String> changed = new ArrayList<>();
        for (int seed = 0; seed < runs; seed++) {
            Stationary run = Stationary.of(new SplittableRandom(seed));
            SimulatedTuning tuning =
                    new SimulatedTuning(run.workload(), run.machines().with(OVERHEADS, run.terms()));
            double seconds = run.run(tuning).seconds();
            if (!tuning.steps().isEmpty()) {
                changed.add("seed " + seed + ", " + run.terms().handout().policy() + " on "
                        + run.machines().workers()
                        + " workers: " + seconds + " s instead of "
                        + run.run(Steering.NONE).seconds() + " s, " + tuning.steps());
            }
        }
        assertThat(changed).as("of %d runs", runs).hasSizeLessThanOrEqualTo(runs / 20);
    }
}
