package dev.sluice.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.regime.RegimeTimeline;
import dev.sluice.model.simulate.RecordedTimeline;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedViewTest {
    private static final long SECOND = 1_000_000_000L;
    private static final World FOUR = World.star(4, 2, Wire.duplex(125e6));

    private final RecordedTimeline timeline = new RecordedTimeline(FOUR.view());
    private final RegimeTimeline regimes = new RegimeTimeline(FOUR);

    private CourseView course(SimulationReport report) {
        return regimes.view(report.makespanNanos());
    }

    private SimulationReport run(SimulationTerms terms) {
        Workload workload = Workloads.constant(2, 400, new UnitCosts(0.02, 0, 100, 100_000, 1_000));
        return Simulation.run(workload, FOUR.with(Overheads.NONE, terms), new Timelines(List.of(timeline, regimes)));
    }

    @Test
    void shouldRecordASimulatedRun() {
        SimulationReport report = run(SimulationTerms.DEFAULT);
        RunView view = SimulatedView.of(FOUR, SimulationTerms.DEFAULT, report, timeline, course(report));
        assertThat(view.about().kind()).isEqualTo(RunView.Kind.SIMULATED);
        assertThat(view.lanes())
                .hasSize(report.workers().stream()
                        .mapToInt(SimulationReport.WorkerUse::slots)
                        .sum());
        assertThat(Arrays.stream(view.spans().units()).sum()).isEqualTo(800);
        assertThat(view.series().done()[view.series().done().length - 1]).isEqualTo(800);
        assertThat(view.transfers().bytes()).isNotEmpty();
        assertThat(view.course().regimes()).isNotEmpty();
        assertThat(view.course().cycles()).extracting(CycleRecord::units).containsExactly(400L, 400L);
        for (Cause cause : Cause.values()) {
            assertThat(timeline.recorder().total(cause) / 1e9)
                    .as("%s of %s", cause, report.idle())
                    .isCloseTo(report.idle().of(cause) / 1e9, within(0.02));
        }
        assertThat(view.ledger().lines().stream()
                        .mapToDouble(IdleLedger.Share::percent)
                        .sum())
                .isCloseTo(100, within(0.1));
    }

    @Test
    void shouldRecordWorkersThatAreLostAndJoin() {
        Script script = Script.of(new Script.Lose(SECOND / 2, 1), new Script.Join(SECOND, 1));
        SimulationReport report = run(SimulationTerms.DEFAULT.withScript(script));
        RunView view = SimulatedView.of(FOUR, SimulationTerms.DEFAULT, report, timeline, course(report));
        String host = FOUR.view().hosts().get(1).name();
        assertThat(view.lanes().stream().filter(lane -> lane.host().equals(host)))
                .extracting(RunView.Lane::worker)
                .hasSize(4)
                .endsWith("w5", "w5");
    }
}
