package dev.sluice.model;

/**
 * Names one run of one application; unique on the machine that started it. Prints as its text, for example
 * {@code run-7f3a}.
 */
public record RunId(String text) {
    public RunId {
        if (!text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw new IllegalArgumentException(
                    "run id: '" + text + "' (expected: 1 to 64 letters, digits, '.', '_' or '-')");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
