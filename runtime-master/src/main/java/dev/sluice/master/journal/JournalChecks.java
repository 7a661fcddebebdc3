package dev.sluice.master.journal;

import java.util.regex.Pattern;

/** Checks of the components of entries. */
final class JournalChecks {
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    private JournalChecks() {}

    static void atLeast(long least, String name, long value) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: at least " + least + ")");
        }
    }

    static void sha256(String text) {
        if (!SHA_256.matcher(text).matches()) {
            throw new IllegalArgumentException("SHA-256: '" + text + "' (expected: 64 hexadecimal digits)");
        }
    }
}
