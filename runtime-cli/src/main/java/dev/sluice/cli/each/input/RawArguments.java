package dev.sluice.cli.each.input;

import dev.sluice.api.language.UserLocale;
import dev.sluice.app.each.job.ByteText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words of the command line and the variables of the environment as {@link ByteText}. The Java runtime decodes them
 * and loses bytes that are not of the locale's encoding, such as a file name in another one; Linux has the bytes in
 * /proc/self.
 */
public final class RawArguments {
    private static final Path OF_PROCESS = Path.of("/proc/self/cmdline");
    private static final Path ENVIRONMENT = Path.of("/proc/self/environ");

    private RawArguments() {}

    /** Returns the last words of this process's command line; they stay as they are where their bytes are not known. */
    public static String[] of(String... words) {
        return of(words, read(OF_PROCESS));
    }

    /** @param line the words of a process, each with a NUL byte behind it */
    static String[] of(String[] words, byte[] line) {
        String[] all = BytesText.of(line).split("\0", -1);
        int first = all.length - 1 - words.length;
        String[] raw = words.clone();
        for (int i = 0; i < words.length; i++) {
            if (first < 0 || !isSame(words[i], all[first + i])) {
                return words;
            }
            raw[i] = ByteText.text(BytesText.bytes(all[first + i]));
        }
        return raw;
    }

    /** Tells whether two words can be the same: their ASCII characters are, in their order. */
    private static boolean isSame(String decoded, String bytes) {
        return decoded.equals(bytes)
                || decoded.replaceAll("[^\\x00-\\x7f]", "").equals(bytes.replaceAll("[^\\x00-\\x7f]", ""));
    }

    /** The value of a variable as commands see it; null if it is not set. */
    public static @Nullable String variable(String name) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        String begin = new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1) + "=";
        Arrays.stream(BytesText.of(read(ENVIRONMENT)).split("\0", -1))
                .filter(entry -> entry.startsWith(begin))
                .findFirst()
                .ifPresent(entry ->
                        environment.put(name, ByteText.text(BytesText.bytes(entry.substring(begin.length())))));
        UserLocale.restore(environment);
        return environment.get(name);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException notLinux) {
            return new byte[0];
        }
    }
}
