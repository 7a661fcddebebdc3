package dev.sluice.cli.each;

import dev.sluice.cli.option.PointInTime;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The time by which commands are to have ended: as it was told, or the end of the Slurm job. */
final class UntilTime {
    private static final String SLURM_END = "SLURM_JOB_END_TIME";

    /** Time to deliver results before Slurm ends the job. */
    private static final long MARGIN_SECONDS = 10;

    private UntilTime() {}

    /** @param told null if the option was not given; returns null if there is no such time */
    static @Nullable Instant of(@Nullable String told, Map<String, String> environment, Instant now) {
        if (told == null) {
            String end = environment.getOrDefault(SLURM_END, "");
            return end.matches("[0-9]{9,11}") ? Instant.ofEpochSecond(Long.parseLong(end) - MARGIN_SECONDS) : null;
        }
        Instant until = parsed(told);
        if (until == null || !until.isAfter(now)) {
            throw new SluiceException(
                    ErrorCode.UNTIL_WRONG,
                    "--until: " + told + (until == null ? "" : ": it has passed") + " (expected: a later time, such as "
                            + LocalDateTime.ofInstant(now, ZoneId.systemDefault())
                                    .plusDays(1)
                                    .withNano(0)
                                    .withSecond(0)
                            + ")");
        }
        return until;
    }

    private static @Nullable Instant parsed(String text) {
        try {
            return PointInTime.dated(text, ZoneId.systemDefault());
        } catch (DateTimeException wrong) {
            return null;
        }
    }
}
