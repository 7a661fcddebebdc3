package dev.sluice.cli.each.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of command-line words. The Java runtime decodes them and may lose bytes that are not of the locale's
 * encoding, such as a file name in another one; Linux has the bytes in /proc/self/cmdline.
 */
public final class RawArguments {
    private static final Path OF_PROCESS = Path.of("/proc/self/cmdline");

    private RawArguments() {}

    /** Returns the bytes of the last words of this process's command line; UTF-8 where they are not known. */
    public static List<byte[]> of(List<String> words) {
        try {
            return Files.isReadable(OF_PROCESS) ? of(words, Files.readAllBytes(OF_PROCESS)) : encoded(words);
        } catch (IOException unreadable) {
            return encoded(words);
        }
    }

    /** @param line the words of a process, each with a NUL byte behind it */
    static List<byte[]> of(List<String> words, byte[] line) {
        String[] all = BytesText.of(line).split("\0", -1);
        int first = all.length - 1 - words.size();
        if (first < 0) {
            return encoded(words);
        }
        List<byte[]> raw = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String told = all[first + i];
            if (!isSame(words.get(i), told)) {
                return encoded(words);
            }
            raw.add(BytesText.bytes(told));
        }
        return raw;
    }

    /** Tells whether two words can be the same: their ASCII characters are, in their order. */
    private static boolean isSame(String decoded, String bytes) {
        return decoded.replaceAll("[^\\x00-\\x7f]", "").equals(bytes.replaceAll("[^\\x00-\\x7f]", ""));
    }

    private static List<byte[]> encoded(List<String> words) {
        return words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
    }
}
