package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;

/** One failed try of one unit: where, why, and the text of the exception (type, message and stack may be empty). */
public record UnitFailure(WorkerId worker, ErrorCode code, String type, String message, String stack) {}
