package dev.sluice.master.weather;

import dev.sluice.model.forecast.Forecast;
import dev.sluice.model.forecast.ForecastSample;
import dev.sluice.model.forecast.Series;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A series whose values each carry this run's own traffic on the link. Confined to the master loop. */
final class StampedSeries {
    /** Number of values kept. */
    static final int KEPT = 64;

    private static final int FIRST = 8;

    private final Quantity quantity;
    private final SizeClass sizes;
    private final Series series = new Series(KEPT);

    /** Own traffic of the kept values, in a ring [bytes/s]; grows as needed. */
    private float[] traffic = new float[FIRST];

    private long added;

    StampedSeries(Quantity quantity, SizeClass sizes) {
        this.quantity = quantity;
        this.sizes = sizes;
    }

    /** Adds a value; ignores values that are not finite. */
    void add(long timeMillis, double value, double ownTraffic) {
        if (!Double.isFinite(value) || !Double.isFinite(ownTraffic)) {
            return;
        }
        series.add(timeMillis, value);
        if (added == traffic.length && added < KEPT) {
            float[] longer = new float[Math.min(KEPT, 2 * traffic.length)];
            System.arraycopy(traffic, 0, longer, 0, traffic.length);
            traffic = longer;
        }
        traffic[(int) (added % traffic.length)] = (float) Math.max(0, Math.min(Float.MAX_VALUE, ownTraffic));
        added++;
    }

    /** The newest value; empty before the first. */
    Optional<ForecastSample> latest() {
        return series.latest();
    }

    /** Empty before the first value. */
    Optional<SeriesWeather> weather(boolean history) {
        Optional<Forecast> forecast = series.forecast();
        if (forecast.isEmpty() || added == 0) {
            return Optional.empty();
        }
        List<ForecastSample> values = series.recent();
        List<Measurement> recent = new ArrayList<>();
        for (int i = history ? 0 : values.size() - 1; i < values.size(); i++) {
            long index = added - values.size() + i;
            ForecastSample value = values.get(i);
            recent.add(new Measurement(
                    Math.max(0, value.timeMillis()),
                    value.value(),
                    value.forecast(),
                    value.error(),
                    traffic[(int) (index % traffic.length)]));
        }
        Measurement newest = recent.get(recent.size() - 1);
        Forecast next = forecast.get();
        Expected expected = new Expected(
                next.value(),
                next.meanAbsoluteError(),
                next.rootMeanSquareError(),
                next.predictor(),
                next.measurements());
        return Optional.of(new SeriesWeather(quantity, sizes, newest, expected, history ? recent : List.of()));
    }
}
