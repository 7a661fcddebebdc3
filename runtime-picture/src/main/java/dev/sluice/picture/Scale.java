package dev.sluice.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis: from values to pixels.
 *
 * @param low the value at {@code from}
 * @param high the value at {@code to}, above {@code low}
 * @param logarithmic whether equal factors are equally far apart; both ends are then positive
 */
public record Scale(double low, double high, boolean logarithmic, double from, double to) {
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final List<Double> TIMES =
            List.of(30.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 3600.0, 7200.0, 14_400.0, 28_800.0, 86_400.0);

    public Scale {
        if (!(high > low) || (logarithmic && low <= 0) || !Double.isFinite(high - low)) {
            throw new IllegalArgumentException(low + " to " + high + " (expected: ascending)");
        }
    }

    /** A linear axis from zero, or from below it, to a round number at or above these values. */
    public static Scale linear(double least, double most, double from, double to) {
        double low = Math.min(0, least);
        double high = most > low ? most : low + 1;
        double step = step(high - low, 5);
        return new Scale(Math.floor(low / step) * step, Math.ceil(high / step - 1e-9) * step, false, from, to);
    }

    /** The place of a value [px]; values beyond the ends lie at the ends. */
    public double at(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
                : (value - low) / (high - low);
        return from + (to - from) * Math.max(0, Math.min(1, share));
    }

    /** Round values, about so many; for logarithmic axes powers of ten, thinned out. */
    public List<Double> ticks(int about) {
        if (logarithmic) {
            List<Double> ticks = new ArrayList<>();
            int first = (int) Math.ceil(Math.log10(low) - 1e-9);
            int last = (int) Math.floor(Math.log10(high) + 1e-9);
            int step = Math.max(1, (last - first + about) / about);
            for (int power = first; power <= last; power += step) {
                ticks.add(Math.pow(10, power));
            }
            return ticks;
        }
        return multiples(step(high - low, about));
    }

    /** Round times [s], about so many: from two minutes on in steps of minutes, hours or days. */
    List<Double> times(int about) {
        double span = high - low;
        double step = step(span, about);
        if (span > 120) {
            step = TIMES.stream()
                    .filter(each -> each > 0.999 * span / about)
                    .findFirst()
                    .orElse(step);
        }
        return multiples(step);
    }

    private List<Double> multiples(double step) {
        List<Double> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
            ticks.add(k * step);
        }
        return ticks;
    }

    /** 1, 2 or 5 times a power of ten, so that about so many fit. */
    static double step(double span, int about) {
        double rough = span / about;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double each : STEPS) {
            if (each * power >= rough * 0.999) {
                return each * power;
            }
        }
        return 10 * power;
    }
}
