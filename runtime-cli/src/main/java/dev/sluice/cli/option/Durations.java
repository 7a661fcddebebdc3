package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people type them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ms|s|m|h)");

    private Durations() {}

    /** Nanoseconds, at least one; a usage error that names the option otherwise. */
    public static long nanos(String option, String text) {
        Matcher matcher = FORM.matcher(text);
        double nanos = matcher.matches() ? Double.parseDouble(matcher.group(1)) * unitNanos(matcher.group(2)) : 0;
        if (nanos < 1 || nanos > TimeUnit.DAYS.toNanos(3_650)) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + text + " (expected: a time such as 500ms, 30s, 5m or 2h)");
        }
        return (long) nanos;
    }

    private static long unitNanos(String unit) {
        return switch (unit) {
            case "ms" -> TimeUnit.MILLISECONDS.toNanos(1);
            case "s" -> TimeUnit.SECONDS.toNanos(1);
            case "m" -> TimeUnit.MINUTES.toNanos(1);
            default -> TimeUnit.HOURS.toNanos(1);
        };
    }
}
