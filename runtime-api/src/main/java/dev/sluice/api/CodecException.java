package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * A value that cannot be encoded, bytes that are no value, or a type for which no codec can be derived; says where
 * inside the value.
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

    /** Where: {@code Counts.iterations}, {@code Scene.shapes[3].radius}, or empty when the whole value is meant. */
    public String path() {
        return path;
    }

    @Override
    public String getMessage() {
        String detail = String.valueOf(super.getMessage());
        return path.isEmpty() ? detail : path + ": " + detail;
    }

    /** Puts a component, an {@code [index]} or the type's name in front of the path; returns this, to be thrown on. */
    CodecException inside(String outer) {
        path = path.isEmpty() || path.startsWith("[") || path.startsWith("(") ? outer + path : outer + "." + path;
        return this;
    }
}
