package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Something looks at a simulated run at its checkpoints and changes how it goes on. */
class SteeringTest {
    private static final World FOUR = World.star(4, 2, Wire.duplex(12.5e6));
    private static final Workload TWO_CYCLES = Workloads.constant(2, 1_000, new UnitCosts(0.01, 0, 100, 100, 1e6));

    private static SimulationReport run(Steering steering) {
        return Simulation.run(TWO_CYCLES, FOUR.with(Overheads.NONE, SimulationTerms.DEFAULT), Timeline.NONE, steering);
    }

    @Test
    void shouldCallAtEachTenthAndAtTheEndOfEachCycle() {
        List<Steering.SteeringPoint> points = new ArrayList<>();
        SimulationReport report = run((now, controls) -> points.add(now));
        assertThat(points).hasSize(20);
        for (int i = 0; i < points.size(); i++) {
            Steering.SteeringPoint point = points.get(i);
            assertThat(point.cycle()).isEqualTo(i / 10);
            assertThat(point.tenth()).isEqualTo(i % 10 + 1);
            assertThat(point.isEnd()).isEqualTo(i % 10 == 9);
            assertThat(point.finishedUnits()).isBetween(100L * point.tenth(), 100L * point.tenth() + 99);
        }
        assertThat(points.get(19).nanos()).isEqualTo(report.makespanNanos());
    }

    @Test
    void shouldCallAtAFurtherTime() {
        List<Steering.SteeringPoint> points = new ArrayList<>();
        run(new Steering() {
            @Override
            public void at(SteeringPoint now, Controls controls) {
                points.add(now);
            }

            @Override
            public long alsoAtNanos() {
                return 700_000_001L;
            }
        });
        assertThat(points).hasSize(21);
        assertThat(points).anySatisfy(point -> {
            assertThat(point.nanos()).isEqualTo(700_000_001L);
            assertThat(point.finishedUnits()).isBetween(100L * point.tenth(), 100L * point.tenth() + 99);
            assertThat(point.isEnd()).isFalse();
        });
    }

    @Test
    void shouldCallAtEachFurtherTimeThatIsStillWanted() {
        long everyNanos = 10_000_001L;
        List<Long> further = new ArrayList<>();
        SimulationReport report = run(new Steering() {
            private long dueNanos = everyNanos;

            @Override
            public void at(SteeringPoint now, Controls controls) {
                if (now.nanos() == dueNanos) {
                    further.add(now.nanos());
                }
                dueNanos = now.nanos() + everyNanos; // a tenth puts the further time off
            }

            @Override
            public long alsoAtNanos() {
                return dueNanos;
            }
        });
        assertThat(further).hasSizeGreaterThan(20).doesNotHaveDuplicates().isSorted();
        assertThat(further.size()).isLessThanOrEqualTo((int) (report.makespanNanos() / everyNanos));
    }

    @Test
    void shouldChangeNothingByLooking() {
        SimulationReport alone = Simulation.run(TWO_CYCLES, FOUR.with(Overheads.NONE, SimulationTerms.DEFAULT));
        SimulationReport looked = run((now, controls) -> controls.state());
        assertThat(looked.makespanNanos()).isEqualTo(alone.makespanNanos());
        assertThat(looked.counters()).isEqualTo(alone.counters());
        assertThat(looked.cycles()).isEqualTo(alone.cycles());
    }

    @Test
    void shouldHearTheTimesOfAllUnits() {
        long[] heard = new long[2];
        run(new Steering() {
            @Override
            public void at(SteeringPoint now, Controls controls) {}

            @Override
            public void returned(int host, int cycle, List<ResultRun> runs) {
                runs.forEach(run -> heard[cycle] += run.units());
            }
        });
        assertThat(heard).containsExactly(1_000, 1_000);
    }

    @Test
    void shouldParkAndUnparkWorkers() {
        SimulationReport report = run((now, controls) -> {
            if (now.cycle() == 0 && now.tenth() == 3) {
                controls.park(FOUR.worker(0));
            } else if (now.cycle() == 1 && now.tenth() == 3) {
                controls.unpark(FOUR.worker(0));
            }
        });
        assertThat(report.workers().get(0).times().of(Cause.PARKED)).isGreaterThan(0);
        assertThat(report.workers().get(0).units())
                .isLessThan(report.workers().get(1).units());
    }
}
