package dev.sluice.worker.unit;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** What came of a unit, filled again for each. Confined to the slot's thread. */
public final class Outcome {
    private @Nullable Object result;
    private boolean encoded;
    private ErrorCode code = ErrorCode.NONE;
    private String type = "";
    private String message = "";
    private String stack = "";
    private long nanos;
    private long endNanos;

    public void clear() {
        result = null;
        code = ErrorCode.NONE;
        nanos = 0;
    }

    /** The unit gave this value, computed between these times [ns, monotonic]. */
    public void computed(Object value, long from, long to) {
        result = value;
        encoded = false;
        nanos = to - from;
        endNanos = to;
    }

    /** The unit gave a value, which was encoded to these bytes. */
    public void encoded(byte[] bytes, long computeNanos) {
        result = bytes;
        encoded = true;
        nanos = computeNanos;
        endNanos = System.nanoTime();
    }

    /** The unit gave a value, which was encoded to this file. */
    public void encoded(FileChannel file, long computeNanos) {
        result = file;
        encoded = true;
        nanos = computeNanos;
        endNanos = System.nanoTime();
    }

    /** The unit failed with what was thrown in this stage. */
    public void failed(ErrorCode stage, Throwable thrown) {
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
    public void failed(ErrorCode with, String thrownType, String text, String where) {
        result = null;
        code = with;
        type = thrownType;
        message = text;
        stack = where;
    }

    public boolean isFailure() {
        return code != ErrorCode.NONE;
    }

    /** The value, or its bytes or the file of them if it {@link #isEncoded}; null when it failed. */
    @Nullable
    public Object result() {
        return result;
    }

    public boolean isEncoded() {
        return encoded;
    }

    /** Wall time in compute [ns]. */
    public long nanos() {
        return nanos;
    }

    public ErrorCode code() {
        return code;
    }

    /** The class of what was thrown; empty when nothing was. */
    public String type() {
        return type;
    }

    public String message() {
        return message;
    }

    public String stack() {
        return stack;
    }

    /** When the result was there [ns, monotonic]. */
    public long endNanos() {
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
