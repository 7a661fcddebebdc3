package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;

/** Why a worker leaves: {@link ErrorCode#NONE} for an orderly end, and a sentence. */
public record Ending(ErrorCode code, String text) {
    /** The process of the unit is ended by the unit itself. */
    public static Ending exited(HeldUnits unit) {
        return new Ending(
                ErrorCode.UNIT_EXITED,
                "unit " + unit.firstUnit() + " called System.exit (expected: that compute returns or throws)");
    }

    static Ending orderly(String text) {
        return new Ending(ErrorCode.NONE, text);
    }
}
