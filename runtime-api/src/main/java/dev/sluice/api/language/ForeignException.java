package dev.sluice.api.language;

import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * A failure in a program of another language, or of its process. Thrown by applications whose methods run there; the
 * runtime then reports the type and the trace of that language instead of those of Java. Immutable.
 */
public final class ForeignException extends Exception {
    private static final long serialVersionUID = 1;

    private final String type;
    private final String trace;
    private final boolean givesUp;

    /**
     * Makes a failure that prints as its type, a colon and its message.
     *
     * @param type of the failure in its language, such as {@code ValueError}; empty if it has none
     * @param message one sentence for people
     * @param trace stack trace as text, as its language prints it; empty if there is none
     */
    public ForeignException(String type, String message, String trace) {
        this(type, message, trace, false);
    }

    /** @param givesUp whether the program gives the unit up, so that no other worker is to try it */
    public ForeignException(String type, String message, String trace, boolean givesUp) {
        super(message, null, false, false);
        this.type = type;
        this.trace = trace;
        this.givesUp = givesUp;
    }

    /** Tells whether no other worker is to try the unit. */
    public boolean givesUp() {
        return givesUp;
    }

    /** The type of the failure in its language; empty if it has none. */
    public String type() {
        return type;
    }

    /** The stack trace as its language prints it; empty if there is none. */
    public String trace() {
        return trace;
    }

    @Override
    public String toString() {
        return type.isEmpty() ? String.valueOf(getMessage()) : type + ": " + getMessage();
    }

    @Override
    public void printStackTrace(PrintWriter out) {
        out.println(this);
        out.println(trace);
    }

    @Override
    public void printStackTrace(PrintStream out) {
        out.println(this);
        out.println(trace);
    }
}
