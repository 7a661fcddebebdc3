package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.model.EnumWords;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.IfKnown;
import dev.sluice.model.SluiceException;
import dev.sluice.model.Written;
import dev.sluice.net.rules.ApplicationErrors;
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

    /**
     * The reason of a failure.
     *
     * @param name of the code
     * @param remedy the next step of the user
     */
    public record Reason(ErrorCode code, String name, String text, String remedy) {
        /** The reason of this end; null if nothing went wrong. */
        public static @Nullable Reason of(RunEnd end, String remedy) {
            return end.code == ErrorCode.NONE
                    ? null
                    : new Reason(end.code, EnumWords.hyphened(end.code), end.text, remedy);
        }
    }

    /**
     * The document of an end.
     *
     * @param failedCommands null for a run without commands
     * @param note the end of a run of commands in words: an exit code alone does not say that some of them failed
     */
    public record Document(
            Outcome outcome,
            int exitCode,
            @IfKnown @Nullable Long failedCommands,
            @IfKnown String note,
            @IfKnown @Nullable Reason error) {}

    @Written
    public Document document() {
        boolean ofCommands = failedCommands >= 0;
        return new Document(
                outcome,
                exitCode,
                ofCommands ? failedCommands : null,
                ofCommands && code == ErrorCode.NONE ? text : "",
                Reason.of(this, code.remedy()));
    }

    @Written
    public static RunEnd of(Document end) {
        Reason error = end.error;
        return new RunEnd(
                end.outcome,
                error == null ? ErrorCode.NONE : error.code,
                end.exitCode,
                error == null ? end.note : error.text,
                null,
                end.failedCommands == null ? -1 : end.failedCommands);
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

    /** The end of a run whose application failed in this way. */
    static RunEnd of(Exception failure) {
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof SluiceException command) {
            return failed(command.code(), text, failure);
        }
        if (failure instanceof ApplicationException application) {
            return failed(ApplicationErrors.code(application), text, failure);
        }
        boolean input = text.startsWith("unit") || text.startsWith("setup");
        return failed(input ? ErrorCode.INPUT_ENCODING : ErrorCode.RESULT_ENCODING, text, failure);
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
