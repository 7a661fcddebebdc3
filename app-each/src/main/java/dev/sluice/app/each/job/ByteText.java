package dev.sluice.app.each.job;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text that stands for bytes: they are UTF-8, but each byte that is not stands as one of the characters U+DC80 to
 * U+DCFF, as in Python. Texts without such bytes are what they seem. Pure.
 */
public final class ByteText {
    /** Stands for the byte 0; no byte below 0x80 stands so. */
    private static final char ESCAPE = '\uDC00';

    private ByteText() {}

    /** The text of these bytes, from which {@link #bytes} makes the same bytes. */
    public static String text(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, text, true);
        while (result.isError()) {
            text.put((char) (ESCAPE + (in.get() & 0xff)));
            result = decoder.reset().decode(in, text, true);
        }
        return text.flip().toString();
    }

    public static byte[] bytes(String text) {
        if (isText(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        text.codePoints().forEach(each -> {
            if (isByte(each)) {
                bytes.write(each);
            } else {
                bytes.writeBytes(Character.toString(each).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    /** Tells whether all bytes are text. */
    public static boolean isText(String text) {
        return text.codePoints().noneMatch(ByteText::isByte);
    }

    private static boolean isByte(int character) {
        return character >= ESCAPE + 0x80 && character <= ESCAPE + 0xff;
    }

    /** The form for people: bytes that are no text are written as shells read them, such as {@code $'a\xff'}. */
    public static String shown(String text) {
        if (isText(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder("$'");
        text.codePoints().forEach(each -> {
            if (isByte(each)) {
                shown.append("\\x").append(Integer.toHexString(each & 0xff));
            } else {
                shown.append(each == '\\' || each == '\'' ? "\\" : "").appendCodePoint(each);
            }
        });
        return shown.append('\'').toString();
    }

    /** The form of bytes for people. */
    public static String shown(byte[] bytes) {
        return shown(text(bytes));
    }
}
