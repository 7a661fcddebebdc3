package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.Origin;
import dev.sluice.master.RunTerms;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTimeForecastTest {
    /** A hundred units of a second. */
    static final int UNITS = 100;

    private static final RuntimeCosts FORECAST_COSTS = new RuntimeCosts(0, 0, 0, 8e6, 0);

    /** A worker's first message costs so much more, and after so many a third of that is left. */
    private static final double WARM_MESSAGES = 1.35 * 1_400;

    private static final double WARM_COUNT = 1_400;

    @Test
    void shouldTakeNothingWhereNothingCosts() {
        assertThat(seconds(RuntimeCosts.NONE, 2)).as("on two processors").isCloseTo(50, within(0.01));
    }

    @Test
    void shouldCountTheStartOfWorkers() {
        assertThat(seconds(new RuntimeCosts(0, 0, 0, 0, 1e9), 2)).isCloseTo(51, within(0.01));
    }

    @Test
    void shouldCountBackgroundThreadsAndWarmUp() {
        double second = 8e6;
        double ofWorkers = 2 * FORECAST_COSTS.workerWarmUpNanos(50, 50);
        double warmUp = (FORECAST_COSTS.masterWarmUpNanos(100, 100) + ofWorkers) / 1e9;
        assertThat(warmUp).isBetween(1.5, 2.5);
        assertThat(seconds(new RuntimeCosts(0, 0, 0, second, 0), 2))
                .as("the warm-up of three processes once, and 24 ms of two processors in each second")
                .isCloseTo((100 + warmUp) / (2 - 3 * second / 1e9), within(0.1));
    }

    @Test
    void shouldCountMessagesOnceHoweverManyWorkersShareTheProcessors() {
        RuntimeCosts costs = new RuntimeCosts(0, 2_000_000, 0, 0, 0);
        for (int workers : new int[] {2, 4, 10}) {
            double warm = WARM_MESSAGES * workers * -Math.expm1(-200.0 / workers / WARM_COUNT);
            assertThat(seconds(costs, workers))
                    .as("100 s of units and 200 messages of 2 ms on two processors, %d workers", workers)
                    .isCloseTo((100 + 0.002 * (200 + warm)) / 2, within(0.1));
        }
    }

    @Test
    void shouldCountSlotsByMessages() {
        assertThat(seconds(new RuntimeCosts(0, 0, 10_000, 0, 0), 2) - 50)
                .as("a message of a slot costs as much as 600 units, and until code is compiled 1,000 more")
                .isCloseTo(100 * 1_600 * 10e-6 / 2, within(0.1));
    }

    @Test
    void shouldNotCountUnitsThatAreNotComputedAgain() {
        assertThat(forecast(RuntimeCosts.NONE, RunTerms.ResultMode.EACH, true)
                        .local(2, 1, 2)
                        .seconds())
                .isCloseTo(49, within(0.01));
    }

    @Test
    void shouldSendResultsWhenTheirModeSays() {
        double accumulated = forecast(RuntimeCosts.NONE, prediction(RunTerms.ResultMode.ACCUMULATED, 10_000_000), false)
                .local(2, 1, 2)
                .seconds();
        assertThat(accumulated).as("10 MB of each worker").isCloseTo(50, within(0.2));
        assertThat(forecast(RuntimeCosts.NONE, prediction(RunTerms.ResultMode.EACH, 10_000_000), false)
                        .local(2, 1, 2)
                        .seconds())
                .as("14 ms of both loops for each of a hundred results of 10 MB")
                .isGreaterThan(accumulated + 0.4);
    }

    @Test
    void shouldShareProcessorsAmongUnitsThatMostlyWait() {
        // Units of a second that compute for 0.2 s: two processors are enough for ten slots, and 20 slots need twice.
        assertThat(waiting(0.2, 10)).isCloseTo(10, within(0.01));
        assertThat(waiting(0.2, 20)).isCloseTo(10, within(0.01));
        assertThat(waiting(0.01, 20)).isCloseTo(5, within(0.01));
        assertThat(waiting(1, 20)).isCloseTo(50, within(0.01));
    }

    private static double waiting(double cpuSeconds, int workers) {
        List<SampledUnit> sample =
                List.of(new SampledUnit(0, 1, 16, 16, 0, cpuSeconds), new SampledUnit(99, 1, 16, 16, 0, cpuSeconds));
        Prediction like = prediction(RunTerms.ResultMode.EACH, sample, 1);
        return forecast(RuntimeCosts.NONE, like, false).local(workers, 1, 2).seconds();
    }

    private static double seconds(RuntimeCosts costs, int workers) {
        return forecast(costs, RunTerms.ResultMode.EACH, false)
                .local(workers, 1, 2)
                .seconds();
    }

    private static RunTimeForecast forecast(RuntimeCosts costs, RunTerms.ResultMode mode, boolean keptAreTaken) {
        return forecast(costs, prediction(mode, 16), keptAreTaken);
    }

    private static RunTimeForecast forecast(RuntimeCosts costs, Prediction prediction, boolean keptAreTaken) {
        return new RunTimeForecast(prediction, costs, SimulationTerms.DEFAULT, 10_000, keptAreTaken);
    }

    @Test
    void shouldNameNoLimitOfARunThatIsTooShort() {
        ScalingCurve.Point point = new ScalingCurve.Point(1, 1, 1, 1, 1, RunTimeForecast.NO_LIMIT, 0);
        PredictionReport report = new PredictionReport(
                prediction(RunTerms.ResultMode.EACH, 16),
                KnownCosts.DEFAULT,
                null,
                "here",
                new ScalingCurve(List.of(point)),
                0,
                0);
        assertThat(report.table(Path.of("p.json"))).contains("More than 1 worker would still help.");
    }

    private static Prediction prediction(RunTerms.ResultMode mode, long resultBytes) {
        List<SampledUnit> sample =
                List.of(new SampledUnit(0, 1, 16, resultBytes, 0), new SampledUnit(UNITS - 1, 1, 16, resultBytes, 0));
        return prediction(mode, sample, 1);
    }

    /** @param cycles of the run; 0 if unknown */
    static Prediction prediction(RunTerms.ResultMode mode, List<SampledUnit> sample, int cycles) {
        return new Prediction(
                new Origin("App", List.of(), "", List.of(), "Codec 1"),
                new SampleGrowth(0.05, 64),
                Instant.EPOCH,
                "here",
                new Sampled(
                        new PredictedCycle(UNITS, 0, sample),
                        Sampled.Course.of(mode, cycles == 1, cycles),
                        new Interval(0, 0),
                        SampleGrowth.Stop.SHARE,
                        List.of(),
                        ResultFile.Kept.NOTHING,
                        1,
                        List.of()),
                Path.of("results"));
    }
}
