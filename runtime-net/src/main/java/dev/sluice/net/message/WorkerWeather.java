package dev.sluice.net.message;

import java.util.List;
import java.util.Optional;

/**
 * Measurements of one worker's host and of the link to it.
 *
 * @param worker its number, from 1
 * @param present whether it is connected
 * @param reportedMillis when the newest report came, since 1970; 0 for never [ms]
 * @param report the newest, {@link HostReport#NONE} before the first
 * @param series repeated measurements
 */
public record WorkerWeather(
        int worker, String host, boolean present, long reportedMillis, HostReport report, List<SeriesWeather> series) {
    private static final int MOST_SERIES = 64;

    public WorkerWeather {
        Checks.positive("worker", worker);
        Checks.notNegative("reportedMillis", reportedMillis);
        Checks.between("series", series.size(), 0, MOST_SERIES);
        series = List.copyOf(series);
    }

    /** The series of a quantity without size classes, or of one size class. */
    public Optional<SeriesWeather> of(SeriesWeather.Quantity quantity, SizeClass sizes) {
        return series.stream()
                .filter(each -> each.quantity() == quantity && each.sizes() == sizes)
                .findFirst();
    }

    /** The series of a quantity without size classes. */
    public Optional<SeriesWeather> of(SeriesWeather.Quantity quantity) {
        return of(quantity, SizeClass.TINY);
    }
}
