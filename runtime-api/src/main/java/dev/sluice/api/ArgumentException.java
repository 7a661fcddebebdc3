package dev.sluice.api;

/**
 * An option of the application has a value that makes no sense. Thrown by the application; the run then ends with the
 * exit code for wrong usage, not for failure.
 */
public final class ArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes a message such as {@code --width: 0 (expected: 1 to 65536)}.
     *
     * @param option as the user writes it
     * @param value the given value
     * @param expected the values that are accepted
     */
    public ArgumentException(String option, Object value, String expected) {
        super(option + ": " + value + " (expected: " + expected + ")");
    }

    /** Makes a message that is already a sentence, such as one of another argument parser. */
    public ArgumentException(String sentence) {
        super(sentence);
    }
}
