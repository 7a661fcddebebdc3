package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * A value cannot be encoded, bytes cannot be decoded, or no codec can be derived for a type. The exception names the
 * place inside the value.
 */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private String path = "";

    public CodecException(String message) {
        super(message);
    }

    public CodecException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The place, such as {@code Counts.iterations} or {@code Scene.shapes[3].radius}; empty for the whole value. */
    public String path() {
        return path;
    }

    @Override
    public String getMessage() {
        String detail = String.valueOf(super.getMessage());
        return path.isEmpty() ? detail : path + ": " + detail;
    }

    /** Puts a component, an {@code [index]} or the type's name in front of the path; returns this, for rethrowing. */
    CodecException inside(String outer) {
        path = path.isEmpty() || path.startsWith("[") || path.startsWith("(") ? outer + path : outer + "." + path;
        return this;
    }
}
