package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.master.report.Expected;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Predicts a serial run from a prediction that the user asked for: the time to compute all units and accept their
 * results one after another. Used by the run's thread.
 */
public final class SerialForecast {
    /** The interval of unit times reaches so many standard deviations to each side. */
    private static final double REACH = 1.96;

    private final Consumer<String> news;
    private final @Nullable Prediction known;
    private final String source;
    private final Calibration calibration;
    private boolean begun;

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

    /** A cycle begins: what is expected is said at the first. */
    public void cycleBegun() {
        if (begun) {
            return;
        }
        begun = true;
        Prediction expected = known;
        if (expected != null) {
            double seconds = seconds(expected);
            double sigma = sigma(expected);
            news.accept(String.format(
                    Locale.ROOT,
                    "predicted%s: %.2f s (%.2f to %.2f) in one thread",
                    expected.sampled().last() ? "" : " for the first cycle",
                    calibration.corrected(seconds),
                    calibration.low(seconds, sigma),
                    calibration.high(seconds, sigma)));
        }
    }

    /**
     * The forecast of a run of one cycle that is complete; null if there was none.
     *
     * @param actualSeconds of the run
     */
    public Expected.@Nullable Foretold outcome(double actualSeconds) {
        Prediction expected = known;
        if (expected == null || !expected.sampled().last() || !(actualSeconds > 0)) {
            return null;
        }
        double seconds = seconds(expected);
        double sigma = sigma(expected);
        return new Expected.Foretold(
                calibration.corrected(seconds),
                calibration.low(seconds, sigma),
                calibration.high(seconds, sigma),
                actualSeconds,
                false,
                true,
                true,
                0,
                new Expected.Basis(RunKind.SERIAL.word(), source, calibration.bias(), sigma, 0, 0));
    }

    private static double sigma(Prediction of) {
        Interval interval = of.sampled().interval();
        double units = Math.log((1 + interval.high()) / Math.max(0.05, 1 + interval.low())) / (2 * REACH);
        return Math.hypot(units, RunKind.SERIAL.sigma());
    }

    private static double seconds(Prediction of) {
        PredictedCycle cycle = of.sampled().cycle();
        return cycle.totalSeconds() + cycle.acceptSeconds(0, cycle.units());
    }
}
