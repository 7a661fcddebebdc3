package dev.sluice.cli.each.input;

import dev.sluice.app.each.job.ByteText;
import java.nio.charset.StandardCharsets;

/** Bytes as text with one char for each byte (ISO 8859-1), on which patterns work whatever the bytes mean. */
final class BytesText {
    private BytesText() {}

    static String of(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the bytes of an option's text, one char for each. */
    static String encoded(String option) {
        return of(ByteText.bytes(option));
    }
}
