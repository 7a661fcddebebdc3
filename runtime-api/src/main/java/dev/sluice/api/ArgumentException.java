package dev.sluice.api;

/**
 * An option of the application whose value makes no sense. Thrown by the application; ends the run as wrongly used, not
 * as failed.
 */
public final class ArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Reads {@code --width: 0 (expected: 1 to 65536)}.
     *
     * @param option as the user writes it
     * @param value what was given
     * @param expected what would have been accepted
     */
    public ArgumentException(String option, Object value, String expected) {
        super(option + ": " + value + " (expected: " + expected + ")");
    }
}
