package dev.sluice.cli.foresight;

import dev.sluice.insight.history.Origin;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionStore;
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
    private final Consumer<String> news;
    private final @Nullable Prediction known;
    private boolean begun;

    private SerialForecast(Consumer<String> news, @Nullable Prediction known) {
        this.news = news;
        this.known = known;
    }

    /** Throws when the run is given a prediction of something else. */
    public static SerialForecast of(@Nullable Path prediction, Origin origin, Consumer<String> news) {
        return new SerialForecast(news, PredictionStore.of(prediction, origin).orElse(null));
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
            Interval interval = expected.sampled().interval();
            news.accept(String.format(
                    Locale.ROOT,
                    "predicted%s: %.2f s (%.2f to %.2f) in one thread",
                    expected.sampled().last() ? "" : " for the first cycle",
                    seconds,
                    seconds * (1 + interval.low()),
                    seconds * (1 + interval.high())));
        }
    }

    /** A run of one cycle is complete. */
    public void completed(double seconds) {
        Prediction expected = known;
        if (expected != null && expected.sampled().last() && seconds > 0) {
            news.accept(String.format(
                    Locale.ROOT,
                    "predicted %.2f s, actual %.2f s: %+.1f %%",
                    seconds(expected),
                    seconds,
                    100 * (seconds(expected) / seconds - 1)));
        }
    }

    private static double seconds(Prediction of) {
        PredictedCycle cycle = of.sampled().cycle();
        return cycle.totalSeconds() + cycle.acceptSeconds(0, cycle.units());
    }
}
