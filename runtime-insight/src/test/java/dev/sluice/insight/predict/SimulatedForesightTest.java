package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.master.RunTerms;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forecasts of cycles of a hundred units of a second, on two slots that need one second to start. */
class SimulatedForesightTest {
    private static final List<SampledUnit> SAMPLE =
            List.of(new SampledUnit(0, 1, 16, 16, 0), new SampledUnit(RunTimeForecastTest.UNITS - 1, 1, 16, 16, 0));

    private static final long BUDGET_NANOS = 600_000_000;

    /** @param cycles of the run; 0 if unknown */
    private static SimulatedForesight foresight(int cycles) {
        return new SimulatedForesight(
                RunTimeForecastTest.prediction(RunTerms.ResultMode.EACH, SAMPLE, cycles),
                new RuntimeCosts(0, 0, 0, 0, 1e9),
                SimulationTerms.DEFAULT,
                false,
                new SimulatedForesight.Frame(kind -> Calibration.SHIPPED, 2, StartKnowledge.NOTHING, 3));
    }

    private static World machines() {
        return PredictedMachines.local(2, 1, 1);
    }

    @Test
    void shouldAddLaterCyclesInWhichNoWorkerStarts() {
        for (MakespanForecast expected : List.of(
                foresight(4).of(machines(), RunKind.HOSTS, BUDGET_NANOS),
                foresight(4).here(2, 1, 2, RunKind.LOCAL))) {
            assertThat(expected.seconds())
                    .as("command, start, four cycles, end")
                    .isCloseTo(2 + 1 + 4 * 50 + 3, within(0.05));
            assertThat(expected.startSeconds()).isCloseTo(3, within(1e-9));
            assertThat(expected.firstCycleSeconds()).isCloseTo(50, within(0.01));
            assertThat(expected.laterCycleSeconds()).isCloseTo(50, within(0.01));
            assertThat(expected.cycles()).isEqualTo(4);
            assertThat(expected.words()).contains("3 cycles of 50.0 s after the first");
            double sigma = expected.kind().sigma();
            assertThat(expected.high()).isCloseTo(expected.seconds() * Math.exp(1.96 * sigma), within(1e-6));
        }
    }

    @Test
    void shouldAddCyclesOfSlotsThatAreBusyAllTheTime() {
        MakespanForecast expected = foresight(4).busy(2, RunKind.SLURM);
        assertThat(expected.seconds()).isCloseTo(2 + 1 + 4 * 50 + 3, within(1e-9));
        assertThat(expected.laterCycleSeconds()).isCloseTo(50, within(1e-9));
    }

    @Test
    void shouldForetellTheFirstCycleAloneIfTheirNumberIsUnknown() {
        MakespanForecast expected = foresight(0).of(machines(), RunKind.HOSTS, BUDGET_NANOS);
        assertThat(expected.seconds()).isCloseTo(2 + 51 + 3, within(0.05));
        assertThat(expected.cycles()).isEqualTo(1);
        assertThat(expected.laterCycleSeconds()).isZero();
    }

    @Test
    void shouldStartEachWorkerAtItsTime() {
        MakespanForecast expected =
                foresight(2).of(machines().starting(host -> host == 1 ? 11 : 1), RunKind.HOSTS, BUDGET_NANOS);
        assertThat(expected.startSeconds()).as("the first slot").isCloseTo(3, within(1e-9));
        assertThat(expected.firstCycleSeconds())
                .as("one slot waits for ten seconds")
                .isCloseTo(55, within(0.05));
        assertThat(expected.laterCycleSeconds()).isCloseTo(50, within(0.05));
    }
}
