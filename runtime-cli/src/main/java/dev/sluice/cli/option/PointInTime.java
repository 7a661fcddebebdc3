package dev.sluice.cli.option;

import dev.sluice.cli.process.CommandClock;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/** A point in time as people write it: a time of day, which is the next such time, or a date with a time. */
public final class PointInTime {
    private PointInTime() {}

    /** Reads the finish time of {@code --by}, or of {@code --within} from the command on; null if neither is told. */
    public static @Nullable Instant asked(@Nullable String by, @Nullable String within) {
        if (by != null && within != null) {
            throw new SluiceException(ErrorCode.USAGE, "--by: with --within (expected: only one of the two)");
        }
        return within != null
                ? CommandClock.began().plusNanos(Math.round(Quantity.DURATION.of("--within", within)))
                : by == null ? null : of("--by", by);
    }

    /**
     * Reads {@code 17:00}, {@code 2026-01-31T08:00}, or one with its zone, {@code 2026-01-31T08:00+01:00}.
     *
     * @throws SluiceException if it is none of these
     */
    public static Instant of(String option, String text) {
        return of(option, text, ZonedDateTime.now(ZoneId.systemDefault()));
    }

    static Instant of(String option, String text, ZonedDateTime now) {
        try {
            if (!text.contains("T")) {
                ZonedDateTime today = now.with(LocalTime.parse(text.length() == 4 ? "0" + text : text));
                return (today.isAfter(now) ? today : today.plusDays(1)).toInstant();
            }
            return dated(text, now.getZone());
        } catch (DateTimeException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    option + ": '" + text + "' (expected: a time of day such as 17:00, or a local time such as"
                            + " 2026-01-31T08:00)",
                    wrong);
        }
    }

    /**
     * Reads a date with a time, and perhaps with its zone.
     *
     * @param zone of times without one
     * @throws DateTimeException if it is none
     */
    public static Instant dated(String text, ZoneId zone) {
        return text.matches(".*T.*(Z|[+-][0-9:]+)")
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).atZone(zone).toInstant();
    }
}
