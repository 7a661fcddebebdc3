package dev.sluice.net.rules;

import dev.sluice.api.ApplicationException;
import dev.sluice.model.ErrorCode;

/** The error codes with which masters, workers and commands report that an application failed. */
public final class ApplicationErrors {
    private ApplicationErrors() {}

    public static ErrorCode code(ApplicationException failure) {
        return switch (failure.kind()) {
            case NO_APPLICATION -> ErrorCode.NO_APPLICATION;
            case BAD_APPLICATION -> ErrorCode.BAD_APPLICATION;
            case NO_UNIT -> ErrorCode.NO_SUCH_UNIT;
            case ARGUMENTS -> ErrorCode.APPLICATION_ARGUMENTS;
            case MISSING_CLASS -> ErrorCode.CLASS_MISSING;
            case GIVEN_UP -> ErrorCode.UNIT_GIVEN_UP;
            case THREW, RETURNED_NULL ->
                switch (failure.method()) {
                    case "compute" -> ErrorCode.UNIT_THREW;
                    case "codec of the setup", "codec of the unit" -> ErrorCode.INPUT_ENCODING;
                    case "codec of the result" -> ErrorCode.RESULT_ENCODING;
                    case "loadState" -> ErrorCode.STATE_NOT_LOADED;
                    default -> ErrorCode.APPLICATION_FAILED;
                };
        };
    }
}
