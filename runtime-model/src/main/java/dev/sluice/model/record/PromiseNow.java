package dev.sluice.model.record;

import dev.sluice.model.Written;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A finish time that was asked for, beside what is expected now. Times are since the start of the run.
 *
 * @param by ISO 8601, with the zone
 * @param seconds until then [s]
 * @param low when the run is expected to end, at the earliest [s]; -1 if it is not known
 * @param high the same, at the latest
 * @param chance that it ends by then, from 0 to 1; -1 if it is not known
 */
public record PromiseNow(String by, double seconds, double low, double high, double chance) {
    /** The time of day, after the day if it is another one than today. */
    public static String words(OffsetDateTime time, OffsetDateTime now) {
        boolean near = time.toLocalDate().equals(now.toLocalDate());
        boolean exact = time.getSecond() == 0 && time.getNano() == 0;
        String pattern = (near ? "" : "yyyy-MM-dd ") + (exact ? "HH:mm" : "HH:mm:ss");
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }

    /** A chance for people: "97 % sure". */
    public static String sure(double chance) {
        long percent = Math.round(100 * chance);
        return (percent >= 100 ? "more than 99 %" : percent <= 0 ? "less than 1 %" : percent + " %") + " sure";
    }

    /** Says it for people: "by 17:00: 97 % sure". */
    @Written
    public String words() {
        OffsetDateTime due = OffsetDateTime.parse(by);
        String when = "by " + words(due, due);
        return chance < 0 ? when + ": not known yet" : when + ": " + sure(chance);
    }
}
