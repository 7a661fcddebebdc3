package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Verdict;
import dev.sluice.insight.cost.InterferenceGrowth;
import dev.sluice.insight.cost.RuntimeCosts;
import dev.sluice.insight.cost.Upkeep;
import dev.sluice.insight.cost.UpkeepGrowth;
import dev.sluice.insight.history.Origin;
import dev.sluice.master.RunTerms;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.LogGp;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.simulate.Interference;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.SimulationTerms;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {
    /** A hundred units of a second. */
    private static final int UNITS = 100;

    @Test
    void shouldCountWhatProcessesDoBesideUnits() {
        assertThat(seconds(0, Upkeep.NONE)).as("on two processors").isCloseTo(50, within(0.01));
        assertThat(seconds(0, new Upkeep(2_000_000_000L, 1_000_000_000L)))
                .as("beside 100 processor seconds of units five")
                .isCloseTo(105 / 2.0, within(0.01));
        assertThat(seconds(0, new Upkeep(20_000_000_000L, 10_000_000_000L)))
                .as("beside them fifty")
                .isCloseTo(150 / 2.0, within(0.01));
    }

    @Test
    void shouldCountOnceWhatIsDoneWhileWorkersStart() {
        long second = 1_000_000_000L;
        assertThat(seconds(second, Upkeep.NONE)).isCloseTo(51, within(0.01));
        assertThat(seconds(second, new Upkeep(second, 0)))
                .as("a second of both processors, in which no slot would compute")
                .isCloseTo(51, within(0.01));
        assertThat(seconds(second, new Upkeep(2 * second, second)))
                .as("five seconds, of which two before slots compute")
                .isCloseTo(1 + 103 / 2.0, within(0.01));
    }

    @Test
    void shouldCountWhatProcessesDoInEachSecond() {
        UpkeepGrowth quiet =
                new UpkeepGrowth(List.of(), Upkeep.NONE, Upkeep.NONE, new Upkeep(20_000_000L, 60_000_000L));
        assertThat(seconds(0, quiet))
                .as("twice 0.02 and 0.06 of two processors")
                .isCloseTo(50 / 0.95, within(0.1));
    }

    @Test
    void shouldCountMessagesOnceHoweverManyWorkersShareTheProcessors() {
        Overheads.Cost none = Overheads.Cost.NONE;
        Overheads.Cost message = new Overheads.Cost(5_000_000, 0);
        Forecast forecast = forecast(costs(none, none, message, message), RunTerms.ResultMode.EACH, false);
        for (int workers : new int[] {2, 4, 10}) {
            assertThat(forecast.local(workers, 1, 2).seconds())
                    .as("100 s of units and 1 s of messages on two processors, %d workers", workers)
                    .isCloseTo(101 / 2.0, within(0.1));
        }
    }

    @Test
    void shouldCountWhatIsDoneOnceOverTheWholeRun() {
        assertThat(forecast(new UpkeepGrowth(List.of(), new Upkeep(0, 50_000_000_000L), Upkeep.NONE, Upkeep.NONE), 0)
                        .local(2, 1, 2)
                        .seconds())
                .as("half as much again as units take")
                .isCloseTo(75, within(0.01));
        assertThat(forecast(new UpkeepGrowth(List.of(), new Upkeep(0, 300_000_000_000L), Upkeep.NONE, Upkeep.NONE), 0)
                        .local(2, 1, 2)
                        .seconds())
                .as("three times what units take")
                .isCloseTo(200, within(0.01));
    }

    @Test
    void shouldCountWhatUnitsChange() {
        Interference interference = new Interference(20_000_000, 30_000_000, 50_000_000, 0, 1e-4);
        Overheads.Cost message = new Overheads.Cost(1_000_000, 0);
        RuntimeCosts costs = new RuntimeCosts(
                costs(message, message, message, message),
                new InterferenceGrowth(List.of(
                        new InterferenceGrowth.At(1, Interference.NONE), new InterferenceGrowth.At(2, interference))),
                UpkeepGrowth.NONE,
                new LogGp(0, 0, 0, 0));
        Forecast forecast =
                new Forecast(prediction(RunTerms.ResultMode.EACH), costs, SimulationTerms.DEFAULT, 10_000, false);
        assertThat(forecast.local(2, 1, 2).seconds())
                .as("4 ms of all loops for each of a hundred messages")
                .isCloseTo((100 + 0.4) / 2, within(0.02));
        assertThat(forecast.local(4, 1, 2).seconds())
                .as("beside slots that share processors 100 ms more")
                .isCloseTo((100 + 0.4 + 10) / 2, within(0.2));
    }

    @Test
    void shouldSendResultsWhenTheirModeSays() {
        Overheads.Cost none = Overheads.Cost.NONE;
        Overheads costs = costs(none, none, new Overheads.Cost(0, 1_000_000), none);
        assertThat(forecast(costs, RunTerms.ResultMode.EACH, false)
                        .local(10, 1, 2)
                        .seconds())
                .as("16 ms for each of a hundred results, beside units")
                .isCloseTo((100 + 1.6) / 2, within(0.1));
        assertThat(forecast(costs, RunTerms.ResultMode.AT_CYCLE_END, false)
                        .local(10, 1, 2)
                        .seconds())
                .as("as long when nothing computes any more")
                .isCloseTo((100 + 1.6) / 2, within(0.03));
        assertThat(forecast(costs, RunTerms.ResultMode.ACCUMULATED, false)
                        .local(10, 1, 2)
                        .seconds())
                .as("one of each worker")
                .isCloseTo((100 + 0.16) / 2, within(0.01));
    }

    @Test
    void shouldNotCountUnitsThatAreNotComputedAgain() {
        Overheads.Cost none = Overheads.Cost.NONE;
        Overheads.Cost message = new Overheads.Cost(10_000_000, 0);
        assertThat(forecast(costs(none, none, message, none), RunTerms.ResultMode.EACH, true)
                        .local(2, 1, 2)
                        .seconds())
                .as("98 s of units and a message for each")
                .isCloseTo((98 + 0.98) / 2, within(0.05));
    }

    private static Overheads costs(
            Overheads.Cost masterSends,
            Overheads.Cost masterReceives,
            Overheads.Cost workerSends,
            Overheads.Cost workerReceives) {
        return new Overheads(
                masterSends,
                masterReceives,
                workerSends,
                workerReceives,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Overheads.Travel.NONE,
                Overheads.Warming.NONE);
    }

    private static Forecast forecast(Overheads costs, RunTerms.ResultMode mode, boolean keptAreTaken) {
        RuntimeCosts all = new RuntimeCosts(costs, InterferenceGrowth.NONE, UpkeepGrowth.NONE, new LogGp(0, 0, 0, 0));
        return new Forecast(prediction(mode), all, SimulationTerms.DEFAULT, 10_000, keptAreTaken);
    }

    private static double seconds(long startNanos, Upkeep upkeep) {
        return seconds(startNanos, new UpkeepGrowth(List.of(), upkeep, Upkeep.NONE, Upkeep.NONE));
    }

    private static double seconds(long startNanos, UpkeepGrowth upkeep) {
        return forecast(upkeep, startNanos).local(2, 1, 2).seconds();
    }

    private static Forecast forecast(UpkeepGrowth upkeep, long startNanos) {
        RuntimeCosts costs = new RuntimeCosts(
                Overheads.NONE.withStart(startNanos), InterferenceGrowth.NONE, upkeep, new LogGp(0, 0, 0, 0));
        return new Forecast(prediction(RunTerms.ResultMode.EACH), costs, SimulationTerms.DEFAULT, 10_000, false);
    }

    private static Prediction prediction(RunTerms.ResultMode mode) {
        List<SampledUnit> sample = List.of(new SampledUnit(0, 1, 16, 16, 0), new SampledUnit(UNITS - 1, 1, 16, 16, 0));
        return new Prediction(
                new Origin("App", List.of(), "", List.of(), "Codec 1"),
                new SampleGrowth(0.05, 64),
                Instant.EPOCH,
                "here",
                new Sampled(
                        new PredictedCycle(UNITS, 0, sample),
                        mode,
                        true,
                        "",
                        new Interval(0, 0),
                        SampleGrowth.Stop.SHARE,
                        Verdict.CONTINUE,
                        List.of(),
                        ResultFile.Kept.NOTHING,
                        1),
                Path.of("results"));
    }
}
