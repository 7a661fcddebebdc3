package dev.sluice.master.report;

import dev.sluice.model.record.PromiseNow;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/**
 * The time by which a run is to be complete.
 *
 * @param by asked for
 * @param bestEffort whether the run takes place although the time cannot be kept
 * @param low what is expected of the end since the command, at the earliest [s]; NaN if it is not known
 * @param high the same, at the latest [s]
 * @param chance that it is kept, from 0 to 1; NaN if it is not known
 */
public record Due(Instant by, boolean bestEffort, double low, double high, double chance) {
    /** A time of which nothing is expected yet. */
    public Due(Instant by, boolean bestEffort) {
        this(by, bestEffort, Double.NaN, Double.NaN, Double.NaN);
    }

    /** The same with what is expected. */
    public Due expecting(double earliest, double latest, double sure) {
        return new Due(by, bestEffort, earliest, latest, sure);
    }

    /** ISO 8601 with the zone of this machine. */
    public String text() {
        return local(by).toString();
    }

    /** Names the time for people: "by 17:00". */
    public String when() {
        return "by " + PromiseNow.words(local(by), local(Instant.now()));
    }

    /** A time in the zone of this machine. */
    public static OffsetDateTime local(Instant time) {
        return time.atZone(ZoneId.systemDefault()).toOffsetDateTime();
    }
}
