package dev.sluice.api;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An application cannot be used, or one of its methods failed. The message is a sentence for people; the cause is the
 * exception that the application threw.
 */
public final class ApplicationException extends Exception {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final String method;
    private final long unit;

    /** The kinds of errors. */
    public enum Kind {
        /** No class is named, several are, or the named class does not exist. */
        NO_APPLICATION,
        /** The class is no usable subclass of {@link Application}, or its types have no codec. */
        BAD_APPLICATION,
        /** The application's arguments are wrong. */
        ARGUMENTS,
        /** There is no such unit or cycle. */
        NO_UNIT,
        /** A method needs a class that the jars lack; the same would happen on every host. */
        MISSING_CLASS,
        /** A method threw; its name is {@link ApplicationException#method()}. */
        THREW,
        /** A unit's method threw, and the application gives the unit up. */
        GIVEN_UP,
        /** A method returned null; its name is {@link ApplicationException#method()}. */
        RETURNED_NULL
    }

    private ApplicationException(Kind kind, String method, long unit, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.method = method;
        this.unit = unit;
    }

    static ApplicationException none(String message, @Nullable Throwable cause) {
        return new ApplicationException(Kind.NO_APPLICATION, "", -1, message, cause);
    }

    static ApplicationException bad(String message, @Nullable Throwable cause) {
        return new ApplicationException(Kind.BAD_APPLICATION, "", -1, message, cause);
    }

    static ApplicationException arguments(String message, @Nullable Throwable cause) {
        return new ApplicationException(Kind.ARGUMENTS, "", -1, message, cause);
    }

    static ApplicationException noUnit(String message) {
        return new ApplicationException(Kind.NO_UNIT, "", -1, message, null);
    }

    static ApplicationException threw(String method, Throwable cause) {
        if (cause instanceof ArgumentException) {
            return arguments(String.valueOf(cause.getMessage()), cause);
        }
        Optional<String> missing = MissingClass.explain(cause);
        if (missing.isPresent()) {
            return new ApplicationException(Kind.MISSING_CLASS, method, -1, missing.get(), cause);
        }
        return new ApplicationException(Kind.THREW, method, -1, method + " threw " + cause, cause);
    }

    static ApplicationException returnedNull(String method, String expected) {
        String message = method + " returned null (expected: " + expected + ")";
        return new ApplicationException(Kind.RETURNED_NULL, method, -1, message, null);
    }

    /** The same error of a unit that the application gives up. */
    ApplicationException givenUp() {
        ApplicationException last =
                new ApplicationException(Kind.GIVEN_UP, method, unit, String.valueOf(getMessage()), getCause());
        last.setStackTrace(getStackTrace());
        return last;
    }

    /** The same error with the index of the unit. */
    ApplicationException atUnit(long index) {
        ApplicationException located =
                new ApplicationException(kind, method, index, "unit " + index + ": " + getMessage(), getCause());
        located.setStackTrace(getStackTrace());
        return located;
    }

    public Kind kind() {
        return kind;
    }

    /** The method of the application that failed, or empty when none was called. */
    public String method() {
        return method;
    }

    /** The unit that failed, if the error belongs to one. */
    public OptionalLong unit() {
        return unit < 0 ? OptionalLong.empty() : OptionalLong.of(unit);
    }
}
