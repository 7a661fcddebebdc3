package dev.sluice.model.simulate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Mean times of the units of a cycle by bins of their indices. Bins without a timed unit take their mean from the last
 * cycle, if the two cycles resemble each other; else from the timed bins beside them. Confined to its owner.
 */
final class BinMeans {
    static final int BINS = 64;

    /** Two cycles resemble each other from this correlation of their bins on. */
    private static final double ALIKE = 0.5;

    /** Bins that must be timed before two cycles are compared. */
    private static final int LEAST_COMPARED = 4;

    /** Standard errors by which the latest quarter of the timed bins must differ to stand for those that follow. */
    private static final double CLEAR_ERRORS = 3;

    private final long units;
    private final double @Nullable [] before;
    private final double[] counts = new double[BINS];
    private final double[] sums = new double[BINS];
    private final double[] all = new double[BINS];

    BinMeans(long units) {
        this(units, null);
    }

    private BinMeans(long units, double @Nullable [] before) {
        this.units = units;
        this.before = before;
        if (before != null) {
            System.arraycopy(before, 0, all, 0, BINS);
        }
    }

    /** The means of the next cycle before any of its units is timed. */
    BinMeans next(long nextUnits) {
        return new BinMeans(nextUnits, all[0] > 0 ? all.clone() : before);
    }

    /** Units of the cycle. */
    long units() {
        return units;
    }

    /** The bin of a unit. */
    int bin(long unit) {
        return units == 0 ? 0 : (int) Math.max(0, Math.min(BINS - 1, unit * BINS / units));
    }

    void clear() {
        Arrays.fill(counts, 0);
        Arrays.fill(sums, 0);
    }

    void add(int bin, double count, double seconds) {
        counts[bin] += count;
        sums[bin] += seconds;
    }

    /** Mean of the timed units of a bin, else its forecast [s]. */
    double mean(int bin) {
        return counts[bin] > 0 ? sums[bin] / counts[bin] : all[bin];
    }

    /** Forecast time of a unit [s]. */
    double seconds(long unit) {
        return all[bin(unit)];
    }

    /** Forecast time of these units [s]. */
    double seconds(long from, long to) {
        if (from >= to) {
            return 0;
        }
        double sum = 0;
        int last = bin(to - 1);
        for (int bin = bin(from); bin <= last; bin++) {
            long begins = Math.max(from, begin(bin));
            long ends = bin == last ? to : begin(bin + 1);
            sum += (ends - begins) * all[bin];
        }
        return sum;
    }

    /** The first unit of a bin. */
    private long begin(int bin) {
        return (bin * units + BINS - 1) / BINS;
    }

    /** Forecasts all bins from those that were timed. */
    void settle() {
        int last = -1;
        for (int bin = 0; bin < BINS; bin++) {
            last = counts[bin] > 0 ? bin : last;
        }
        if (last < 0) {
            return;
        }
        double scale = before == null ? 0 : scale(before);
        for (int bin = 0; bin < BINS; bin++) {
            all[bin] = counts[bin] > 0 ? sums[bin] / counts[bin] : 0;
            if (all[bin] == 0 && before != null && scale > 0) {
                all[bin] = before[bin] * scale;
            }
        }
        fill(last);
    }

    /** The times of this cycle in times of the last one; 0 if the cycles do not resemble each other. */
    private double scale(double[] earlier) {
        int compared = 0;
        double now = 0;
        double then = 0;
        for (int bin = 0; bin < BINS; bin++) {
            if (counts[bin] > 0) {
                compared++;
                now += sums[bin] / counts[bin];
                then += earlier[bin];
            }
        }
        double ratio = then > 0 ? now / then : 0;
        return compared < LEAST_COMPARED || correlation(earlier, now / compared, then / compared) > ALIKE ? ratio : 0;
    }

    private double correlation(double[] earlier, double meanNow, double meanThen) {
        double both = 0;
        double now = 0;
        double then = 0;
        for (int bin = 0; bin < BINS; bin++) {
            if (counts[bin] > 0) {
                double here = sums[bin] / counts[bin] - meanNow;
                double there = earlier[bin] - meanThen;
                both += here * there;
                now += here * here;
                then += there * there;
            }
        }
        return now > 0 && then > 0 ? both / Math.sqrt(now * then) : 0;
    }

    /** Fills bins without a mean: those between two others from these, those at an end from the level there. */
    private void fill(int last) {
        double level = level(last);
        int previous = -1;
        for (int bin = 0; bin < BINS; bin++) {
            if (all[bin] == 0) {
                continue;
            }
            for (int gap = previous + 1; gap < bin; gap++) {
                double share = (double) (gap - previous) / (bin - previous);
                all[gap] = previous < 0 ? all[bin] : all[previous] + share * (all[bin] - all[previous]);
            }
            previous = bin;
        }
        for (int bin = previous + 1; bin < BINS; bin++) {
            all[bin] = level;
        }
    }

    /** The level of the units after the last timed bin: the mean, unless the latest quarter differs clearly. */
    private double level(int last) {
        BinLevel whole = new BinLevel();
        BinLevel late = new BinLevel();
        for (int bin = 0; bin <= last; bin++) {
            if (counts[bin] > 0) {
                whole.add(counts[bin], sums[bin] / counts[bin]);
                if (bin > last - Math.max(1, (last + 1) / 4)) {
                    late.add(counts[bin], sums[bin] / counts[bin]);
                }
            }
        }
        boolean clear = late.bins >= 2
                && Math.abs(late.mean() - whole.mean()) > CLEAR_ERRORS * Math.max(late.error(), 1e-9 * late.mean());
        return clear ? late.mean() : whole.mean();
    }

    /** Weighted mean of bins, and its standard error. */
    private static final class BinLevel {
        int bins;
        double weight;
        double sum;
        double squares;

        void add(double count, double mean) {
            bins++;
            weight += count;
            sum += count * mean;
            squares += count * mean * mean;
        }

        double mean() {
            return sum / weight;
        }

        double error() {
            double variance = Math.max(0, squares / weight - mean() * mean());
            return Math.sqrt(variance / Math.max(1, bins - 1));
        }
    }
}
