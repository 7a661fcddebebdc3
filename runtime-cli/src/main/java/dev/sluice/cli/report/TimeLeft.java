package dev.sluice.cli.report;

import dev.sluice.model.Amount;

/** Times of a running run, for people. */
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

    /** Time since the start. */
    public static String elapsed(double seconds) {
        return seconds < 60 ? (long) seconds + " s" : Amount.seconds(seconds);
    }
}
