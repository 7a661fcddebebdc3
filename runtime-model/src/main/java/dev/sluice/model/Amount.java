package dev.sluice.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** Numbers for people: three digits that count, and the unit. */
public final class Amount {
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};

    /** Longer times are in minutes and seconds [s]. */
    private static final double MINUTES_FROM = 60;

    private static final double MOST_SECONDS = 1e12;

    private Amount() {}

    /** A number of anything, such as a rate: 0.0421, 4.21, 42.1, 421, 4,210. */
    public static String number(double value) {
        if (!(value > 0)) {
            return "0";
        }
        int decimals = (int) Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(value))));
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** A time of any length: 12.3 ms, 41.2 s, 3 min 5 s, 2 h 10 min, 3 days 4 h. */
    public static String seconds(double seconds) {
        if (Double.isInfinite(seconds)) {
            return "for ever";
        }
        if (seconds < MINUTES_FROM) {
            return seconds == 0 ? "0 s" : scaled(1e9 * seconds, TIMES);
        }
        Duration time = Duration.ofSeconds(Math.round(Math.min(seconds, MOST_SECONDS)));
        return time.toDays() > 0
                ? String.format(Locale.ROOT, "%,d days", time.toDays()) + part(time.toHoursPart(), " h")
                : time.toHours() > 0
                        ? time.toHours() + " h" + part(time.toMinutesPart(), " min")
                        : time.toMinutes() + " min" + part(time.toSecondsPart(), " s");
    }

    private static String part(int number, String unit) {
        return number == 0 ? "" : " " + number + unit;
    }

    /** A size: 300 B, 1.5 kB, 20 MB. */
    public static String bytes(double bytes) {
        return scaled(bytes, BYTES);
    }

    private static String scaled(double value, String... units) {
        double rest = value;
        int power = 0;
        while (Math.abs(rest) >= 999.5 && power < units.length - 1) {
            rest /= 1000;
            power++;
        }
        BigDecimal rounded = BigDecimal.valueOf(rest).round(new MathContext(3)).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString() + " " + units[power];
    }
}
