package dev.sluice.launch;

import dev.sluice.model.EnumWords;
import dev.sluice.model.ErrorCode;

/**
 * The verdict whether workers can be started at a place, and why not.
 *
 * @param reason one sentence, made printable
 * @param byHand the command that repeats the failed action, to be pasted into a shell; for a good place, the command
 *     that shows the worker there
 */
public record PlaceVerdict(Kind kind, String reason, String byHand) {
    /** The kinds of verdicts. */
    public enum Kind {
        /** Its worker has joined. */
        GOOD(ErrorCode.NONE),
        /** No such name. */
        UNKNOWN_NAME(ErrorCode.HOST_UNKNOWN),
        /** The ssh port does not answer. */
        PORT_CLOSED(ErrorCode.HOST_UNREACHABLE),
        /** The host refuses our key, or its own key is not the known one. */
        KEY_REFUSED(ErrorCode.HOST_KEY_REFUSED),
        /** No Java, or only older ones. */
        NO_JAVA(ErrorCode.HOST_WITHOUT_JAVA),
        /** The host has no room for a unit. */
        TOO_SMALL(ErrorCode.HOST_TOO_SMALL),
        /** Its worker does not reach the master. */
        CANNOT_CALL_BACK(ErrorCode.HOST_CANNOT_CALL_BACK),
        /** The host stopped answering. */
        NO_ANSWER(ErrorCode.HOST_SILENT),
        /** The batch system does not take the job. */
        NOT_SUBMITTED(ErrorCode.SLURM_REFUSED),
        /** Another failure to start workers there. */
        FAILED(ErrorCode.HOST_FAILED);

        private final ErrorCode code;

        Kind(ErrorCode code) {
            this.code = code;
        }

        /** Error code of a command if all hosts have this verdict. */
        public ErrorCode code() {
            return code;
        }

        @Override
        public String toString() {
            return EnumWords.spaced(this);
        }
    }

    /** Tells whether its worker has joined. */
    public boolean good() {
        return kind == Kind.GOOD;
    }
}
