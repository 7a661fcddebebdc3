package dev.sluice.app.each.output;

import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Names the directory of an input in GNU parallel's layout: name and value of each source in turn. */
final class ResultNames {
    /** The longest name that file systems take [B]. */
    private static final int LONGEST = 255;

    private static final int HASH_BYTES = 8;

    private ResultNames() {}

    /**
     * Returns the directory with a slash at its end. An input without values gets its number, because all such inputs
     * would share a directory otherwise.
     *
     * @param sources names of the input sources: 1, 2…, or those of {@code --header}
     */
    static byte[] directory(List<String> sources, Input input) {
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        List<byte[]> values = input.values();
        for (int index = 0; index < values.size(); index++) {
            String source = sources.isEmpty() ? Integer.toString(index + 1) : sources.get(index % sources.size());
            name.writeBytes(escape(ByteText.bytes(source)));
            name.write('/');
            name.writeBytes(escape(values.get(index)));
            name.write('/');
        }
        if (values.isEmpty()) {
            name.writeBytes((input.number() + "/").getBytes(StandardCharsets.US_ASCII));
        }
        return name.toByteArray();
    }

    /**
     * Makes a name of one directory. Backslash, slash, tab and NUL become {@code \\}, {@code \_}, {@code \t} and
     * {@code \0} as in GNU parallel. The values {@code .}, {@code ..} and the empty one become {@code \.}, {@code \..}
     * and {@code \e}. The end of a longer name than file systems take becomes a hash.
     */
    static byte[] escape(byte[] value) {
        if (value.length == 0) {
            return ascii("\\e");
        }
        boolean dots =
                (value.length == 1 && value[0] == '.') || (value.length == 2 && value[0] == '.' && value[1] == '.');
        ByteArrayOutputStream name = new ByteArrayOutputStream(value.length + 8);
        if (dots) {
            name.write('\\');
        }
        for (byte each : value) {
            switch (each) {
                case '\\' -> name.writeBytes(ascii("\\\\"));
                case '\t' -> name.writeBytes(ascii("\\t"));
                case 0 -> name.writeBytes(ascii("\\0"));
                case '/' -> name.writeBytes(ascii("\\_"));
                default -> name.write(each);
            }
        }
        byte[] whole = name.toByteArray();
        return whole.length <= LONGEST ? whole : shortened(whole, value);
    }

    private static byte[] shortened(byte[] name, byte[] value) {
        byte[] hash = FileHashes.sha256().digest(value);
        byte[] end = ascii("\\~" + HexFormat.of().formatHex(hash, 0, HASH_BYTES));
        byte[] cut = Arrays.copyOf(name, LONGEST);
        System.arraycopy(end, 0, cut, LONGEST - end.length, end.length);
        return cut;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
