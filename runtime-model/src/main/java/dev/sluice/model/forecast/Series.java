package dev.sluice.model.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Something measured again and again, with its forecasts: the last values are kept, the forecaster has seen all. Values
 * count in the order in which they are added. Times are kept as they were handed in and decide nothing, so that a clock
 * may jump: then the times of {@link #recent()} jump, too, and the forecasts are the same.
 *
 * <p>A value that is kept takes 24 bytes. Confined to one thread at a time.
 */
public final class Series {
    private static final int MOST_KEPT = 1 << 20;
    private static final int FIRST_LENGTH = 16;

    private final Forecaster forecaster = new Forecaster();
    private final int kept;

    /** Of all three the length is the same; it grows up to {@code kept}, and only then values are overwritten. */
    private long[] timesMillis;

    private double[] values;
    private double[] forecasts;
    private long added;

    /** @param kept how many of the last values {@link #recent()} has, 1 to 1,048,576 */
    public Series(int kept) {
        if (kept < 1 || kept > MOST_KEPT) {
            throw new IllegalArgumentException(kept + " values kept (expected: 1 to " + MOST_KEPT + ")");
        }
        this.kept = kept;
        int length = Math.min(kept, FIRST_LENGTH);
        timesMillis = new long[length];
        values = new double[length];
        forecasts = new double[length];
    }

    /**
     * The next value.
     *
     * @param timeMillis when it was measured, by any clock
     * @throws IllegalArgumentException where {@link Forecaster#add} refuses the value; the series is as before
     */
    public void add(long timeMillis, double value) {
        double expected = forecaster.expected();
        forecaster.add(value);
        if (added == values.length && added < kept) {
            grow();
        }
        int slot = (int) (added % values.length);
        timesMillis[slot] = timeMillis;
        values[slot] = value;
        forecasts[slot] = expected;
        added++;
    }

    /** Of the value that will be added next; empty before the first. */
    public Optional<Forecast> forecast() {
        return forecaster.forecast();
    }

    /** How each member of the bank has done, over all values that were ever added. */
    public List<PredictorScore> standings() {
        return forecaster.standings();
    }

    /** The value added last; empty before the first. */
    public Optional<ForecastSample> latest() {
        return added == 0 ? Optional.empty() : Optional.of(measured(added - 1));
    }

    /** The values that are kept, the oldest first. */
    public List<ForecastSample> recent() {
        List<ForecastSample> recent = new ArrayList<>();
        for (long index = Math.max(0, added - values.length); index < added; index++) {
            recent.add(measured(index));
        }
        return List.copyOf(recent);
    }

    private void grow() {
        int length = Math.min(kept, 2 * values.length);
        timesMillis = Arrays.copyOf(timesMillis, length);
        values = Arrays.copyOf(values, length);
        forecasts = Arrays.copyOf(forecasts, length);
    }

    private ForecastSample measured(long index) {
        int slot = (int) (index % values.length);
        return ForecastSample.of(timesMillis[slot], values[slot], forecasts[slot]);
    }
}
