package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;

/**
 * A failed try of one unit: where, why, and the text of the exception (type, message and stack may be empty).
 *
 * @param workers that tried it: those of its branch, where the worker is a sub-master, else 1
 */
public record UnitFailure(WorkerId worker, ErrorCode code, String type, String message, String stack, int workers) {
    /** A try by that worker itself. */
    public UnitFailure(WorkerId worker, ErrorCode code, String type, String message, String stack) {
        this(worker, code, type, message, stack, 1);
    }
}
