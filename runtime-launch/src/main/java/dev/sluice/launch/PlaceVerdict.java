package dev.sluice.launch;

import dev.sluice.model.ErrorCode;
import java.util.Locale;

/**
 * Whether workers can be started at a place, and if not, why.
 *
 * @param reason one sentence, made printable
 * @param byHand the command that repeats by hand what failed, to be pasted into a shell; for a good one, how to look at
 *     the worker there
 */
public record PlaceVerdict(Kind kind, String reason, String byHand) {
    /** What was found. */
    public enum Kind {
        /** Its worker has joined. */
        GOOD(ErrorCode.NONE),
        /** No such name. */
        UNKNOWN_NAME(ErrorCode.HOST_UNKNOWN),
        /** Nobody answers at the port of its ssh server. */
        PORT_CLOSED(ErrorCode.HOST_UNREACHABLE),
        /** It does not let us in, or is not the host that we know. */
        KEY_REFUSED(ErrorCode.HOST_KEY_REFUSED),
        /** No Java, or only older ones. */
        NO_JAVA(ErrorCode.HOST_WITHOUT_JAVA),
        /** Its worker does not reach the master. */
        CANNOT_CALL_BACK(ErrorCode.HOST_CANNOT_CALL_BACK),
        /** It does not say anything any more. */
        NO_ANSWER(ErrorCode.HOST_SILENT),
        /** The batch system does not take the job. */
        NOT_SUBMITTED(ErrorCode.SLURM_REFUSED),
        /** Anything else that keeps workers from being started there. */
        FAILED(ErrorCode.HOST_FAILED);

        private final ErrorCode code;

        Kind(ErrorCode code) {
            this.code = code;
        }

        /** What a command ends with when all hosts are like this. */
        public ErrorCode code() {
            return code;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Whether its worker has joined. */
    public boolean good() {
        return kind == Kind.GOOD;
    }
}
