package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param exitCode of the command
 * @param text one sentence; empty when all went well
 * @param failedCommands commands that failed, of a run of commands; negative for another run
 */
public record RunEnd(
        Outcome outcome,
        ErrorCode code,
        int exitCode,
        String text,
        @Nullable Throwable cause,
        long failedCommands) {
    /** The outcome in one word. */
    public enum Outcome {
        COMPLETE,
        FAILED,
        INTERRUPTED
    }

    public RunEnd(Outcome outcome, ErrorCode code, int exitCode, String text, @Nullable Throwable cause) {
        this(outcome, code, exitCode, text, cause, -1);
    }

    public static RunEnd complete() {
        return new RunEnd(Outcome.COMPLETE, ErrorCode.NONE, 0, "", null);
    }

    public static RunEnd failed(ErrorCode code, String text) {
        return new RunEnd(Outcome.FAILED, code, code.exitCode(), text, null);
    }

    public static RunEnd failed(ErrorCode code, String text, Throwable cause) {
        return new RunEnd(Outcome.FAILED, code, code.exitCode(), text, cause);
    }

    public static RunEnd interrupted(int exitCode) {
        return new RunEnd(
                Outcome.INTERRUPTED, ErrorCode.NONE, exitCode, "interrupted; finished units were delivered", null);
    }

    /** The application failed to save its results. */
    public static RunEnd interrupted(int exitCode, Exception failure) {
        return new RunEnd(
                Outcome.INTERRUPTED,
                ErrorCode.NONE,
                exitCode,
                "interrupted, and the application failed to save its results: " + failure.getMessage(),
                failure);
    }

    /** The same end of a run of commands, so many of which failed, with the exit code of their command. */
    public RunEnd ofCommands(long failed, int exit) {
        return new RunEnd(outcome, code, exit, text, cause, failed);
    }
}
