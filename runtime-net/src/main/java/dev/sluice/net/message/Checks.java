package dev.sluice.net.message;

/** The validation that the records of this package share. */
final class Checks {
    private Checks() {}

    static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: at least 0)");
        }
    }

    static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: at least 1)");
        }
    }

    static void between(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }

    static void finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a number)");
        }
    }

    static void sha256(String value) {
        if (value.length() != 64) {
            throw new IllegalArgumentException("sha256: " + value.length() + " characters (expected: 64)");
        }
        for (int i = 0; i < 64; i++) {
            char c = value.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                throw new IllegalArgumentException("sha256: not lower-case hexadecimal at " + i);
            }
        }
    }

    static String atMost(int characters, String text) {
        return text.length() <= characters ? text : text.substring(0, characters);
    }
}
