package dev.sluice.worker.unit;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.parent.Outgoing;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** The outcome of a unit; reused for the next unit. Confined to the slot's thread. */
public final class Outcome {
    private @Nullable Object result;
    private boolean encoded;
    private ErrorCode code = ErrorCode.NONE;
    private String type = "";
    private String message = "";
    private String stack = "";
    private long nanos;
    private long endNanos;
    private long peakBytes;

    public void clear() {
        result = null;
        code = ErrorCode.NONE;
        nanos = 0;
        peakBytes = 0;
    }

    /** Records a value, computed between these times [ns, monotonic]. */
    public void computed(Object value, long from, long to) {
        result = value;
        encoded = false;
        nanos = to - from;
        endNanos = to;
    }

    /** Records a value encoded to these bytes. */
    public void encoded(byte[] bytes, long computeNanos) {
        result = bytes;
        encoded = true;
        nanos = computeNanos;
        endNanos = System.nanoTime();
    }

    /** Records a value encoded to this file. */
    public void encoded(FileChannel file, long computeNanos) {
        result = file;
        encoded = true;
        nanos = computeNanos;
        endNanos = System.nanoTime();
    }

    /** Records the largest memory of the processes of the unit [bytes]. */
    public void used(long memoryBytes) {
        peakBytes = memoryBytes;
    }

    /** Records an exception thrown in this stage. */
    public void failed(ErrorCode stage, Throwable thrown) {
        Throwable cause = causeOf(thrown);
        result = null;
        code = codeOf(thrown, stage);
        type = FailureText.type(cause);
        message = "no memory was left to describe it";
        stack = "";
        try {
            message = FailureText.message(code == ErrorCode.CLASS_MISSING ? thrown : cause);
            if (cause instanceof OutOfMemoryError) {
                message += " in a heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB";
            }
            stack = FailureText.stack(cause);
        } catch (Throwable e) {
            return; // the constant says it
        }
    }

    /** Records a failure with these details. */
    public void failed(ErrorCode with, String thrownType, String text, String where) {
        result = null;
        code = with;
        type = thrownType;
        message = text;
        stack = where;
    }

    /** Records how long the unit computed before it failed [ns]. */
    public void took(long computeNanos) {
        nanos = computeNanos;
    }

    public boolean isFailure() {
        return code != ErrorCode.NONE;
    }

    /** The value, or its bytes or its file if it {@link #isEncoded}; null if the unit failed. */
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

    /** Largest memory of the processes of the unit [bytes]; 0: unknown. */
    public long peakBytes() {
        return peakBytes;
    }

    public ErrorCode code() {
        return code;
    }

    /** The class of the exception; empty if there is none. */
    public String type() {
        return type;
    }

    public String message() {
        return message;
    }

    public String stack() {
        return stack;
    }

    /** The failure of this unit as a message to the master. */
    public Outgoing.Failure failure(int cycle, HeldUnits unit) {
        return Outgoing.Failure.of(cycle, unit, code, type, message, stack, 1);
    }

    /** When the result was complete [ns, monotonic]. */
    public long endNanos() {
        return endNanos;
    }

    private static ErrorCode codeOf(Throwable failure, ErrorCode stage) {
        if (failure instanceof CodecException && failure.getCause() instanceof IOException) {
            return ErrorCode.DISK_FULL; // a result too large for memory found no room
        }
        if (causeOf(failure) instanceof OutOfMemoryError && stage != ErrorCode.STATE_NOT_LOADED) {
            return ErrorCode.UNIT_OUT_OF_MEMORY;
        }
        if (!(failure instanceof ApplicationException said)) {
            return stage;
        }
        return switch (said.kind()) {
            case GIVEN_UP -> ErrorCode.UNIT_GIVEN_UP;
            case RETURNED_NULL -> ErrorCode.UNIT_RETURNED_NULL;
            case MISSING_CLASS -> ErrorCode.CLASS_MISSING;
            default -> stage;
        };
    }

    /** The application's own exception, without the wrapper of {@link dev.sluice.api.Hosted}. */
    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof ApplicationException && cause != null ? cause : failure;
    }
}
