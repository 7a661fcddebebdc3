package dev.sluice.api;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as UTF-8 without silent replacement: text or bytes that are not valid Unicode are refused. */
final class Utf8 {
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** Number of bytes that the text takes. */
    static long length(String text) {
        long bytes = text.length();
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (unit < 0x80) {
                continue;
            }
            bytes++;
            if (unit >= 0x800) {
                bytes++;
                if (Character.isSurrogate(unit)) {
                    index++; // a pair: 2 chars, 4 bytes, of which 2 + 2 are counted
                    if (!Character.isHighSurrogate(unit)
                            || index == text.length()
                            || !Character.isLowSurrogate(text.charAt(index))) {
                        throw new CodecException("text with half a surrogate pair at " + (index - 1)
                                + " (expected: well-formed Unicode)");
                    }
                }
            }
        }
        return bytes;
    }

    static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            refuseMalformed(bytes);
        }
        return text;
    }

    private static void refuseMalformed(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new CodecException("text that is not UTF-8 (expected: well-formed Unicode)", e);
        }
    }
}
