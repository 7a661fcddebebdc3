package dev.sluice.master.report;

import dev.sluice.model.Amount;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.record.PromiseNow;
import java.util.List;

/**
 * A finish time that was asked for, and what became of it. Times are since the command.
 *
 * @param by ISO 8601, with the zone
 * @param seconds until then [s]
 * @param low lower end of the interval that was said before the run began [s]; NaN if nothing was known
 * @param high its upper end [s]
 * @param chance that it would end by then, as said; from 0 to 1
 * @param takenSeconds until the end of the run [s]
 * @param complete whether the run computed all units
 * @param warnedSeconds when it was said that the time will probably not be kept [s]; NaN if it was not said
 * @param changed what the run changed to keep it
 */
public record Promise(
        String by,
        double seconds,
        @IfKnown double low,
        @IfKnown double high,
        @IfKnown double chance,
        double takenSeconds,
        boolean complete,
        @IfKnown double warnedSeconds,
        List<String> changed) {
    public Promise {
        changed = List.copyOf(changed);
    }

    /** Says it for people: "asked for within 40 min: kept, 38 min taken; said before: 36 min to 39 min (97 % sure)". */
    public String words() {
        String how = kept() ? "kept, " : complete ? "not kept, " : "not complete, ";
        String said = Double.isNaN(chance)
                ? ""
                : "; said before it began: " + Amount.seconds(low) + " to " + Amount.seconds(high) + " ("
                        + PromiseNow.sure(chance) + ")";
        String warned =
                Double.isNaN(warnedSeconds) ? "" : "; said to be in danger after " + Amount.seconds(warnedSeconds);
        return "asked for within " + Amount.seconds(seconds) + ": " + how + Amount.seconds(takenSeconds) + " taken"
                + said + warned + (changed.isEmpty() ? "" : "; changed: " + String.join(", ", changed));
    }

    /** Tells whether the run was complete by then. */
    @Written(after = "complete")
    public boolean kept() {
        return complete && takenSeconds <= seconds;
    }
}
