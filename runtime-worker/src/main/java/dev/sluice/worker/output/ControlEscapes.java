package dev.sluice.worker.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes control characters of UTF-8 text as {@code \x1b}, so that a log cannot steer the terminal that shows it. Tabs
 * and ends of lines stay; a carriage return ends a line, too. Not thread-safe.
 */
final class ControlEscapes {
    private static final int DELETE = 0x7f;

    /** The first byte of U+0080 to U+00BF in UTF-8. */
    private static final int LATIN = 0xc2;

    private static final int FIRST_HIGH = 0x80;
    private static final int LAST_HIGH = 0x9f;
    private static final String DIGITS = "0123456789abcdef";

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private boolean afterReturn;
    private boolean afterLatin;

    /** Escapes the next bytes of the stream. The first byte of a character waits for the second. */
    byte[] of(byte[] bytes, int from, int count) {
        text.reset();
        for (int i = from; i < from + count; i++) {
            next(bytes[i] & 0xff);
        }
        return text.toByteArray();
    }

    private void next(int value) {
        if (afterLatin) {
            afterLatin = false;
            if (value >= FIRST_HIGH && value <= LAST_HIGH) {
                escape(value);
                return;
            }
            text.write(LATIN);
        }
        boolean secondHalf = afterReturn && value == '\n';
        afterReturn = value == '\r';
        if (value == LATIN) {
            afterLatin = true;
        } else if (value == '\r') {
            text.write('\n');
        } else if (value == '\n' || value == '\t') {
            if (!secondHalf) {
                text.write(value);
            }
        } else if (value < ' ' || value == DELETE) {
            escape(value);
        } else {
            text.write(value);
        }
    }

    private void escape(int value) {
        text.writeBytes(
                ("\\x" + DIGITS.charAt(value >> 4) + DIGITS.charAt(value & 0xf)).getBytes(StandardCharsets.US_ASCII));
    }
}
