package dev.sluice.model.record;

import java.util.Arrays;

/** Forecasts of the end of the run. When there are too many, every other one is dropped and their distance doubles. */
final class ForecastLog {
    static final int MOST = 512;
    private static final double FIRST_DISTANCE = 0.1;

    private final double[] at = new double[MOST];
    private final double[] low = new double[MOST];
    private final double[] high = new double[MOST];
    private int size;
    private double distance = FIRST_DISTANCE;
    private double actual = -1;

    /** Adds a forecast, unless the last one is too recent. Times in seconds since the start. */
    void add(double atSeconds, double atLeast, double atMost) {
        if (actual >= 0 || size > 0 && atSeconds - at[size - 1] < distance) {
            return;
        }
        if (size == MOST) {
            for (int i = 0; i < MOST / 2; i++) {
                at[i] = at[2 * i];
                low[i] = low[2 * i];
                high[i] = high[2 * i];
            }
            size = MOST / 2;
            distance *= 2;
        }
        at[size] = atSeconds;
        low[size] = atLeast;
        high[size] = atMost;
        size++;
    }

    /** Records the end of the run. */
    void ended(double seconds) {
        actual = seconds;
    }

    RunView.Forecasts view() {
        int right = 0;
        for (int i = 0; i < size; i++) {
            right += low[i] <= actual && actual <= high[i] ? 1 : 0;
        }
        return new RunView.Forecasts(
                Arrays.copyOf(at, size),
                Arrays.copyOf(low, size),
                Arrays.copyOf(high, size),
                actual,
                actual < 0 || size == 0 ? -1 : (double) right / size);
    }

    long bytes() {
        return 3L * MOST * Double.BYTES;
    }
}
