package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param exitCode of the command
 * @param text one sentence; empty when all went well
 */
public record RunEnd(
        Outcome outcome,
        ErrorCode code,
        int exitCode,
        String text,
        @Nullable Throwable cause) {
    /** The outcome in one word. */
    public enum Outcome {
        COMPLETE,
        FAILED,
        INTERRUPTED
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
}
