package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.worker.Ending;

/** Tells a person on standard error what went wrong and what to do, and turns it into an exit code. */
final class Report {
    private Report() {}

    /** Offence and expectation on the first line, remedy on the second. */
    static int error(ErrorCode code, String message) {
        System.err.println("sluice-worker: " + code + " " + message);
        System.err.println("  " + code.remedy());
        return code.exitCode();
    }

    /** Whatever a command threw; what has no code is a defect and is shown whole. */
    static int failure(Throwable failure) {
        if (failure instanceof SluiceException known) {
            return error(known.code(), String.valueOf(known.getMessage()));
        }
        failure.printStackTrace();
        return error(ErrorCode.INTERNAL, failure.toString());
    }

    /** How a worker's life ended. */
    static int ending(Ending ending) {
        return ending.code() == ErrorCode.NONE ? 0 : error(ending.code(), ending.text());
    }
}
