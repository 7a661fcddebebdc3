package dev.sluice.cli.report;

import dev.sluice.view.Quantity;
import java.time.Duration;
import java.util.Locale;

/** Times and rates of a running run, for people. */
public final class TimeLeft {
    /** Above this, times are shown in minutes [s]. */
    private static final double SECONDS_SHOWN = 90;

    private static final double HOURS_FROM = 7_200;
    private static final double DAYS_FROM = 172_800;

    private TimeLeft() {}

    /** An interval of the time left [s], such as "3 to 5 s"; never "0 to 0 s". */
    public static String interval(double low, double high) {
        if (high < 1) {
            return "less than 1 s";
        }
        String unit = high < SECONDS_SHOWN ? "s" : high < HOURS_FROM ? "min" : high < DAYS_FROM ? "h" : "days";
        double seconds = switch (unit) {
            case "s" -> 1;
            case "min" -> 60;
            case "h" -> 3_600;
            default -> 86_400;
        };
        long least = (long) Math.floor(low / seconds);
        long most = (long) Math.ceil(Math.min(high, 1e12) / seconds);
        String interval = least < 1 ? "up to " + most : least < most ? least + " to " + most : "about " + most;
        return interval + " " + unit;
    }

    /** A rate with three digits: 0.0421, 4.21, 42.1, 421, 4,210. */
    public static String rate(double rate) {
        if (!(rate > 0)) {
            return "0";
        }
        int decimals = (int) Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(rate))));
        return String.format(Locale.ROOT, "%,." + decimals + "f", rate);
    }

    /** Time since the start. */
    public static String elapsed(double seconds) {
        return seconds < 60 ? (long) seconds + " s" : time(seconds);
    }

    /** A time of any length: 12.3 ms, 41.2 s, 3 min 5 s, 2 h 10 min, 3 days 4 h. */
    public static String time(double seconds) {
        if (seconds < 60) {
            return Quantity.TIME.rounded(seconds);
        }
        Duration time = Duration.ofSeconds(Math.round(Math.min(seconds, 1e12)));
        return time.toDays() > 0
                ? String.format(Locale.ROOT, "%,d days %d h", time.toDays(), time.toHoursPart())
                : time.toHours() > 0
                        ? time.toHours() + " h " + time.toMinutesPart() + " min"
                        : time.toMinutes() + " min " + time.toSecondsPart() + " s";
    }
}
