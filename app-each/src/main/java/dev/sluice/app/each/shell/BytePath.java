package dev.sluice.app.each.shell;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Names files by bytes. {@link Path#of(String, String...)} cannot name a file whose name is not text in the character
 * set of the locale; the path of a URI with percent-encoded bytes can. Pure.
 */
final class BytePath {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private BytePath() {}

    /** Resolves a relative name of any bytes but NUL. */
    static Path resolve(Path directory, byte[] name) {
        String base = directory.toAbsolutePath().toUri().getRawPath();
        StringBuilder uri = new StringBuilder("file://").append(base);
        if (!base.endsWith("/")) {
            uri.append('/');
        }
        for (byte each : name) {
            if (each == '/') {
                uri.append('/');
            } else {
                uri.append('%').append(HEX.toHexDigits(each));
            }
        }
        return Path.of(URI.create(uri.toString()));
    }

    /** Returns the bytes of a path. */
    static byte[] bytes(Path path) {
        String raw = path.toAbsolutePath().toUri().getRawPath();
        StringBuilder bytes = new StringBuilder();
        for (int index = 0; index < raw.length(); index++) {
            char next = raw.charAt(index);
            if (next == '%') {
                bytes.append((char) HexFormat.fromHexDigits(raw, index + 1, index + 3));
                index += 2;
            } else {
                bytes.append(next);
            }
        }
        int length = bytes.length();
        if (length > 1 && bytes.charAt(length - 1) == '/') {
            bytes.setLength(length - 1);
        }
        return bytes.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
