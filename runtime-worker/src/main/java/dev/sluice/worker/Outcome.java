package dev.sluice.worker;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** What came of a unit, filled again for each. Confined to the slot's thread. */
final class Outcome {
    private @Nullable Object result;
    private boolean encoded;
    private ErrorCode code = ErrorCode.NONE;
    private String type = "";
    private String message = "";
    private String stack = "";
    private long nanos;
    private long endNanos;

    void clear() {
        result = null;
        code = ErrorCode.NONE;
        nanos = 0;
    }

    /** The unit gave this value, computed between these times [ns, monotonic]. */
    void computed(Object value, long from, long to) {
        result = value;
        encoded = false;
        nanos = to - from;
        endNanos = to;
    }

    /** The unit gave a value, which was encoded to these bytes. */
    void encoded(byte[] bytes, long computeNanos) {
        result = bytes;
        encoded = true;
        nanos = computeNanos;
        endNanos = System.nanoTime();
    }

    /** The unit gave a value, which was encoded to this file. */
    void encoded(FileChannel file, long computeNanos) {
        result = file;
        encoded = true;
        nanos = computeNanos;
        endNanos = System.nanoTime();
    }

    /** The unit failed with what was thrown in this stage. */
    void failed(ErrorCode stage, Throwable thrown) {
        Throwable cause = causeOf(thrown);
        result = null;
        code = codeOf(thrown, stage);
        type = cause.getClass().getName();
        message = "no memory was left to describe it";
        stack = "";
        try {
            message = FailureText.message(cause);
            stack = FailureText.stack(cause);
        } catch (Throwable e) {
            return; // the constant says it
        }
    }

    /** The unit failed as told. */
    void failed(ErrorCode with, String thrownType, String text, String where) {
        result = null;
        code = with;
        type = thrownType;
        message = text;
        stack = where;
    }

    boolean isFailure() {
        return code != ErrorCode.NONE;
    }

    /** The value, or its bytes or the file of them if it {@link #isEncoded}; null when it failed. */
    @Nullable
    Object result() {
        return result;
    }

    boolean isEncoded() {
        return encoded;
    }

    /** Wall time in compute [ns]. */
    long nanos() {
        return nanos;
    }

    ErrorCode code() {
        return code;
    }

    /** The class of what was thrown; empty when nothing was. */
    String type() {
        return type;
    }

    String message() {
        return message;
    }

    String stack() {
        return stack;
    }

    /** When the result was there [ns, monotonic]. */
    long endNanos() {
        return endNanos;
    }

    private static ErrorCode codeOf(Throwable failure, ErrorCode stage) {
        if (failure instanceof CodecException && failure.getCause() instanceof IOException) {
            return ErrorCode.DISK_FULL; // a result too large for memory found no room
        }
        if (causeOf(failure) instanceof OutOfMemoryError) {
            return ErrorCode.UNIT_OUT_OF_MEMORY;
        }
        return failure instanceof ApplicationException said && said.kind() == ApplicationException.Kind.RETURNED_NULL
                ? ErrorCode.UNIT_RETURNED_NULL
                : stage;
    }

    /** What the application itself threw, out of what {@link dev.sluice.api.Hosted} put around it. */
    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof ApplicationException && cause != null ? cause : failure;
    }
}
