package dev.sluice.master.record;

import dev.sluice.model.record.TimeSpread;
import dev.sluice.net.message.SubMasterWorkers.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * How often something took how long, exact to 1 %. The library is loaded with the first duration, so that a run starts
 * without it. Confined to one thread.
 */
public final class Durations {
    /** Decimal digits that are exact. */
    static final int DIGITS = 2;

    private @Nullable Histogram histogram;

    /** Adds so many durations that are {@code nanos} together; each counts with the mean. */
    public void add(long number, long nanos) {
        if (number > 0) {
            made().recordValueWithCount(within(nanos / number), number);
        }
    }

    /** A duration that all instances can hold: buckets are made up to the longest one. */
    static long within(long nanos) {
        return Math.max(0, Math.min(Duration.LONGEST_NANOS, nanos));
    }

    /** Adds durations of another process, in the same buckets as if they were measured here. */
    public void add(List<Duration> others) {
        others.forEach(each -> made().recordValueWithCount(each.nanos(), each.number()));
    }

    void add(Histogram others) {
        if (others.getTotalCount() > 0) {
            made().add(others);
        }
    }

    private Histogram made() {
        Histogram counts = histogram;
        if (counts == null) {
            counts = new Histogram(DIGITS);
            histogram = counts;
        }
        return counts;
    }

    /** The number of durations. */
    public long number() {
        return histogram == null ? 0 : histogram.getTotalCount();
    }

    /** A time within which this share of the durations ended [ns]; 0 before the first. */
    public long quantileNanos(double share) {
        return histogram == null ? 0 : histogram.getValueAtPercentile(100 * share);
    }

    void clear() {
        if (number() > 0) {
            made().reset();
        }
    }

    /** Takes all durations out, at most {@value Duration#MOST} different ones. */
    List<Duration> take() {
        List<Duration> all = new ArrayList<>();
        if (number() > 0) {
            for (HistogramIterationValue each : made().recordedValues()) {
                long number = Math.min(Duration.MOST_ALIKE, each.getCountAtValueIteratedTo());
                all.add(new Duration(each.getValueIteratedTo(), number));
            }
            clear();
        }
        return all;
    }

    /** The quantiles; null before the first duration. */
    @Nullable
    TimeSpread spread() {
        return number() == 0
                ? null
                : new TimeSpread(
                        number(),
                        quantileNanos(0.5) / 1e9,
                        quantileNanos(0.95) / 1e9,
                        quantileNanos(0.99) / 1e9,
                        made().getMean() * number() / 1e9);
    }
}
