package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.master.report.Expected;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Predicts a serial run from a prediction that the user asked for: the time from the command until all units are
 * computed and accepted, one after another. Used by the run's thread.
 */
public final class SerialForecast {
    /** The interval of unit times reaches so many standard deviations to each side. */
    private static final double REACH = 1.96;

    private final Consumer<String> news;
    private final @Nullable Prediction known;
    private final String source;
    private final Calibration calibration;
    private boolean begun;
    private @Nullable MakespanForecast forecast;

    private SerialForecast(Consumer<String> news, @Nullable Prediction known, String source, Calibration calibration) {
        this.news = news;
        this.known = known;
        this.source = source;
        this.calibration = calibration;
    }

    /**
     * Throws when the run is given a prediction of something else.
     *
     * @param application calibrates the interval by its earlier outcomes
     */
    public static SerialForecast of(
            @Nullable Path prediction,
            Origin origin,
            ApplicationKey application,
            EarlierOutcomes earlier,
            Consumer<String> news) {
        return new SerialForecast(
                news,
                PredictionStore.of(prediction, origin).orElse(null),
                prediction == null ? "a sample" : "a prediction file",
                earlier.calibration(application, RunKind.SERIAL));
    }

    /**
     * A cycle begins: what is expected is said at the first.
     *
     * @param commandSeconds since the command [s]
     */
    public void cycleBegun(double commandSeconds) {
        Prediction expected = known;
        if (begun || expected == null) {
            return;
        }
        begun = true;
        forecast = forecast(expected, commandSeconds);
        news.accept("predicted: "
                + ForetoldTime.of(forecast, "", !expected.sampled().last()) + " in one thread");
    }

    private MakespanForecast forecast(Prediction of, double commandSeconds) {
        PredictedCycle cycle = of.sampled().cycle();
        double computing = cycle.totalSeconds() + cycle.acceptSeconds(0, cycle.units());
        double seconds = commandSeconds + computing;
        double sigma = Math.hypot(unitSigma(of) * computing / seconds, RunKind.SERIAL.sigma());
        return new MakespanForecast(
                calibration.corrected(seconds),
                calibration.low(seconds, sigma),
                calibration.high(seconds, sigma),
                sigma,
                commandSeconds,
                computing,
                0,
                1,
                RunKind.SERIAL,
                List.of());
    }

    /**
     * The forecast of a run of one cycle that is complete; null if there was none.
     *
     * @param actualSeconds from the command to the end [s]
     */
    public Expected.@Nullable Foretold outcome(double actualSeconds) {
        Prediction expected = known;
        MakespanForecast said = forecast;
        if (expected == null || said == null || !expected.sampled().last() || !(actualSeconds > 0)) {
            return null;
        }
        return new Expected.Foretold(
                said.seconds(),
                said.low(),
                said.high(),
                actualSeconds,
                false,
                true,
                true,
                0,
                new Expected.Basis(
                        RunKind.SERIAL.word(),
                        source,
                        calibration.bias(),
                        said.sigma(),
                        said.startSeconds(),
                        said.startSeconds()));
    }

    private static double unitSigma(Prediction of) {
        Interval interval = of.sampled().interval();
        return Math.log((1 + interval.high()) / Math.max(0.05, 1 + interval.low())) / (2 * REACH);
    }
}
