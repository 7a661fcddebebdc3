package dev.sluice.app.each.job;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Names files by bytes. {@link Path#of(String, String...)} cannot name a file whose name is not text in the character
 * set of the locale; the path of a URI with percent-encoded bytes can. Pure.
 */
public final class BytePath {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private BytePath() {}

    /** Resolves a name, which is {@link ByteText}. */
    public static Path resolve(Path directory, String name) {
        return ByteText.isText(name) ? directory.resolve(name) : resolve(directory, ByteText.bytes(name));
    }

    /** Resolves a name of any bytes but NUL. */
    public static Path resolve(Path directory, byte[] name) {
        StringBuilder uri = new StringBuilder("file:///");
        for (byte each : name) {
            if (each == '/') {
                uri.append('/');
            } else {
                uri.append('%').append(HEX.toHexDigits(each));
            }
        }
        Path absolute = Path.of(URI.create(uri.toString()));
        return name.length > 0 && name[0] == '/' || absolute.getNameCount() == 0
                ? absolute
                : directory.resolve(absolute.subpath(0, absolute.getNameCount()));
    }

    /** The form of a path for people. */
    public static String shown(Path path) {
        String bytes = ByteText.text(bytes(path));
        return ByteText.isText(bytes) ? path.toString() : ByteText.shown(bytes);
    }

    /** Returns the bytes of a path. */
    public static byte[] bytes(Path path) {
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
