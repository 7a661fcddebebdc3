package dev.sluice.cli.runs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes UTF-8 as the inside of a JSON string. Closing it does nothing. Confined to one thread. */
final class JsonTextStream extends OutputStream {
    private static final int FIRST_PRINTABLE = 0x20;

    private final OutputStream out;

    JsonTextStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    private void escape(byte value) throws IOException {
        switch (value) {
            case '"' -> out.write(new byte[] {'\\', '"'});
            case '\\' -> out.write(new byte[] {'\\', '\\'});
            case '\n' -> out.write(new byte[] {'\\', 'n'});
            case '\r' -> out.write(new byte[] {'\\', 'r'});
            case '\t' -> out.write(new byte[] {'\\', 't'});
            default -> out.write(String.format(Locale.ROOT, "\\u%04x", value).getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int plain = offset;
        for (int at = offset; at < offset + length; at++) {
            if (isSpecial(bytes[at])) {
                out.write(bytes, plain, at - plain);
                escape(bytes[at]);
                plain = at + 1;
            }
        }
        out.write(bytes, plain, offset + length - plain);
    }

    /** Bytes of longer sequences are negative. */
    private static boolean isSpecial(byte value) {
        return value >= 0 && value < FIRST_PRINTABLE || value == '"' || value == '\\';
    }
}
