package dev.sluice.app.each.output;

import java.io.IOException;

/** A file that an option names cannot serve. The message names the option or the file, and the remedy. */
public final class RefusedLogException extends IOException {
    private static final long serialVersionUID = 1;

    /** The kinds of refusals. */
    public enum Why {
        /** The log is no file, or the system does not let it be written; the cause says why. */
        UNUSABLE,
        /** Another run writes it. */
        IN_USE,
        /** The log was written by something else, or with other options. */
        FOREIGN,
        /** The log does not tell which commands an earlier run has run. */
        UNKNOWN
    }

    private final Why why;

    RefusedLogException(Why why, String message) {
        super(message);
        this.why = why;
    }

    private RefusedLogException(String option, IOException cause) {
        super(option, cause);
        this.why = Why.UNUSABLE;
    }

    /** A step that opens the file of an option. */
    @FunctionalInterface
    interface Opening<T> {
        T open() throws IOException;
    }

    /** Opens the file of an option, and names the option where the system refuses. */
    static <T> T opening(String option, Opening<T> step) throws IOException {
        try {
            return step.open();
        } catch (RefusedLogException explained) {
            throw explained;
        } catch (IOException refused) {
            throw new RefusedLogException(option, refused);
        }
    }

    public Why why() {
        return why;
    }
}
