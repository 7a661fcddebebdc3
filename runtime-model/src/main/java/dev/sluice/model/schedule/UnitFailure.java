package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;

/**
 * A failed attempt at one unit: worker, error code, and the text of the exception. Type, message and stack may be
 * empty.
 *
 * @param workers number of workers that tried it: the workers below a sub-master, else 1
 */
public record UnitFailure(WorkerId worker, int workers, ErrorCode code, String type, String message, String stack) {
    /** A failure on the worker itself. */
    public UnitFailure(WorkerId worker, ErrorCode code, String type, String message, String stack) {
        this(worker, 1, code, type, message, stack);
    }
}
