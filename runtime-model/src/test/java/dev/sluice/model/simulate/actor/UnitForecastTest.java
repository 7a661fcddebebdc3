package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Unit times of the rest of a run are forecast from those of its beginning. */
class UnitForecastTest {
    private static final double MILLI = 1e6;

    /** Error of the time that is left. */
    private static double restError(StoppedRun run, SimulationReport rest) {
        double from = run.at().nowNanos() * 1e-9;
        return (rest.seconds() - from) / (run.report().seconds() - from) - 1;
    }

    @Test
    void shouldForecastTheRestWithoutBias() {
        double sum = 0;
        int count = 0;
        for (int seed = 0; seed < 200; seed++) {
            StoppedRun run = StoppedRun.stopped(seed, SimulationTerms.DEFAULT);
            if (run.at().open().isOver() && run.at().cyclesLeft() == 0) {
                continue; // nothing is left
            }
            sum += restError(run, run.forecastRest(seed));
            count++;
        }
        assertThat(sum / count).isBetween(-0.03, 0.03);
    }

    @Test
    void shouldForecastARampFromTheLastCycle() {
        long[] nanos = new long[1_000];
        Arrays.setAll(nanos, unit -> (long) ((5 + unit * 0.05) * MILLI));
        Workload equal = Workloads.constant(2, nanos.length, new UnitCosts(0.01, 0, 100, 100, 0));
        World machines = World.star(5, 1, Wire.duplex(125e6));
        for (int checkpoint = 9; checkpoint < 19; checkpoint++) {
            StoppedRun run =
                    StoppedRun.stopped(Workloads.traced(equal, nanos), machines, SimulationTerms.DEFAULT, checkpoint);
            assertThat(restError(run, run.forecastRest(1))).isBetween(-0.02, 0.02);
        }
    }

    @Test
    void shouldSumTheTimesOfManyUnitsAtOnce() {
        for (long units : new long[] {3, 63, 64, 65, 1_000}) {
            UnitForecast forecast = new UnitForecast();
            forecast.begin(0, units);
            for (long unit = 0; unit < units; unit += 2) {
                long nanos = (long) ((5 + unit) * MILLI);
                forecast.add(1, ResultRun.of(1, 1, unit, 1, nanos, nanos * 1e-9 * nanos * 1e-9));
            }
            forecast.begin(1, units);
            for (long from = 0; from < units; from += 1 + units / 7) {
                for (long to = from; to <= units; to += 1 + units / 9) {
                    double sum = 0;
                    for (long unit = from; unit < to; unit++) {
                        sum += forecast.seconds(unit);
                    }
                    assertThat(forecast.seconds(from, to)).isCloseTo(sum, within(1e-9));
                }
            }
        }
    }

    /** Units that each stand for several fill messages and claims sooner, in the rest of a run too. */
    @Test
    void shouldForecastTheRestOfARunWhoseUnitsStandForSeveral() {
        Workload alone = Workloads.constant(1, 2_000, new UnitCosts(0.0005, 0, 100, 2_000, 0));
        Workload merged = new WorkloadLike(alone) {
            @Override
            public long together() {
                return 50;
            }
        };
        StoppedRun run = StoppedRun.stopped(merged, World.star(4, 2, Wire.duplex(12.5e6)), SimulationTerms.DEFAULT, 4);
        assertThat(run.forecast().rest(merged, run.at(), 1).together()).isEqualTo(50);
        assertThat(restError(run, run.forecastRest(1))).isBetween(-0.03, 0.03);
    }

    @Test
    void shouldForecastHowFastEachHostIs() {
        StoppedRun run = StoppedRun.stopped(3, SimulationTerms.DEFAULT);
        List<Host> hosts = run.machines().view().hosts();
        List<Host> forecast = run.forecast().machines(run.machines()).view().hosts();
        for (int i = 2; i < hosts.size(); i++) {
            double ratio = forecast.get(i).speed() / forecast.get(1).speed();
            double really = hosts.get(i).speed() / hosts.get(1).speed();
            assertThat(ratio / really).isBetween(0.9, 1.1);
        }
    }

    @Test
    void shouldFollowALoadThatBegins() {
        World machines = World.star(4, 1, Wire.duplex(125e6));
        Script script = Script.of(new Script.Load(3_000_000_000L, machines.worker(0), 0.25));
        Workload workload = Workloads.constant(1, 2_000, new UnitCosts(0.01, 0, 100, 100, 0));
        SimulationTerms terms = SimulationTerms.DEFAULT.withScript(script);
        StoppedRun run = StoppedRun.stopped(workload, machines, terms, 8);
        UnitForecast forecast = run.forecast();
        double slower = forecast.ratio(machines.worker(0)) / forecast.ratio(machines.worker(1));
        assertThat(slower).isBetween(3.5, 4.5);
    }

    /** All hosts are loaded while one of them is parked: it is as fast beside the others as it was before. */
    @Test
    void shouldKeepTheSpeedOfAParkedHostBesideTheOthers() {
        World machines = World.star(4, 1, Wire.duplex(125e6));
        List<Script.Step> steps = new ArrayList<>(List.of(new Script.Park(4_000_000_000L, machines.worker(3))));
        for (int worker = 0; worker < machines.workers(); worker++) {
            steps.add(new Script.Load(12_000_000_000L, machines.worker(worker), 0.25));
        }
        Workload workload = Workloads.constant(6, 1_000, new UnitCosts(0.01, 0, 100, 100, 0));
        SimulationTerms terms = SimulationTerms.DEFAULT.withScript(new Script(steps));
        for (int checkpoint = 44; checkpoint < 60; checkpoint++) {
            UnitForecast forecast =
                    StoppedRun.stopped(workload, machines, terms, checkpoint).forecast();
            assertThat(forecast.ratio(machines.worker(3))).isBetween(0.95, 1.05);
            assertThat(forecast.ratio(machines.worker(0))).isBetween(0.95, 1.05);
        }
    }

    @Test
    void shouldSumTheTimesOfUnits() {
        StoppedRun run = StoppedRun.stopped(3, SimulationTerms.DEFAULT);
        UnitForecast forecast = run.forecast();
        long units = run.workload().units(0);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            long from = random.nextLong(units);
            long to = random.nextLong(from, units + 10);
            double sum =
                    LongStream.range(from, to).mapToDouble(forecast::seconds).sum();
            assertThat(forecast.seconds(from, to)).isCloseTo(sum, within(1e-9 * Math.max(1, sum)));
        }
    }

    @Test
    void shouldTakeTheTimesOfTheOtherWorkloadBeforeAnyUnitIsTimed() {
        StoppedRun run = StoppedRun.stopped(3, SimulationTerms.DEFAULT);
        assertThat(new UnitForecast().rest(run.workload(), run.at(), 1)).isSameAs(run.workload());
    }

    @Test
    void shouldLetARunningUnitTakeLongerThanItHasRun() {
        for (int seed = 0; seed < 20; seed++) {
            StoppedRun run = StoppedRun.stopped(seed, SimulationTerms.DEFAULT);
            OpenCycle open = run.at().open();
            Workload rest = run.forecast().rest(run.workload(), run.at(), seed);
            for (OpenCycle.OpenWorker worker : open.workers()) {
                double ratio = run.forecast().ratio(run.at().hosts().get(worker.id()));
                for (OpenCycle.RunningAge unit : worker.running()) {
                    assertThat(rest.computeNanos(open.cycle(), unit.unit()) * ratio)
                            .isGreaterThanOrEqualTo(unit.ageNanos() - 1.0);
                }
            }
        }
    }
}
