package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.rules.WorkerExits;
import dev.sluice.worker.Ending;
import dev.sluice.worker.output.WorkerOutput;
import java.util.Optional;

/** Prints errors and their remedies on standard error, and returns the exit code. */
final class Report {
    private Report() {}

    /** Prints error and expectation on the first line, the remedy on the second. */
    static int error(ErrorCode code, String message) {
        WorkerOutput.lines().println("sluice-worker: " + code + " " + message);
        WorkerOutput.lines().println("  " + code.remedy());
        return WorkerExits.of(code);
    }

    /** Reports what a command has thrown. Without an error code it is a defect, and is printed with its stack. */
    static int failure(Throwable failure) {
        if (failure instanceof SluiceException known) {
            return error(known.code(), String.valueOf(known.getMessage()));
        }
        Optional<ErrorCode> refused = FileTrouble.of(failure);
        if (refused.isPresent()) {
            return error(refused.get(), FileTrouble.words(failure));
        }
        failure.printStackTrace(WorkerOutput.lines());
        return error(ErrorCode.INTERNAL, failure.toString());
    }

    /** Reports the end of a worker. */
    static int ending(Ending ending) {
        if (ending.code() == ErrorCode.NONE) {
            return 0;
        }
        return error(ending.code(), ending.text());
    }
}
