package dev.sluice.app.render;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A picture in the binary format PPM with a byte for each colour of a pixel. */
final class PortablePixmap {
    private final byte[] file;
    /** Index of the first pixel. */
    private final int start;

    private final int width;

    private PortablePixmap(byte[] file, int start, int width) {
        this.file = file;
        this.start = start;
        this.width = width;
    }

    /** @throws IOException if it is another format or size */
    static PortablePixmap read(byte[] file, int width, int height) throws IOException {
        List<String> header = new ArrayList<>();
        int at = 0;
        while (header.size() < 4 && at < file.length) {
            int from = at;
            if (file[at] == '#') {
                at = endOfLine(file, at);
            } else if (isSpace(file[at])) {
                at++;
            } else {
                while (at < file.length && !isSpace(file[at])) {
                    at++;
                }
                header.add(new String(file, from, at - from, StandardCharsets.ISO_8859_1));
            }
        }
        int start = at + 1; // one space ends the header
        List<String> expected = List.of("P6", String.valueOf(width), String.valueOf(height), "255");
        if (!header.equals(expected) || file.length - start != 3L * width * height) {
            throw new IOException("a picture " + header + " of " + file.length + " bytes (expected: " + expected
                    + " and 3 bytes for each pixel)");
        }
        return new PortablePixmap(file, start, width);
    }

    private static int endOfLine(byte[] file, int from) {
        int at = from;
        while (at < file.length && file[at] != '\n') {
            at++;
        }
        return at;
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\n' || character == '\r' || character == '\t';
    }

    byte[] cut(Patch patch) {
        byte[] pixels = new byte[patch.bytes()];
        for (int row = 0; row < patch.rows(); row++) {
            int from = start + 3 * ((patch.y() + row) * width + patch.x());
            System.arraycopy(file, from, pixels, row * 3 * patch.columns(), 3 * patch.columns());
        }
        return pixels;
    }
}
