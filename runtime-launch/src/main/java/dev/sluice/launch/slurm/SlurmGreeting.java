package dev.sluice.launch.slurm;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line that a task of {@link SlurmScript} prints: the identity of its worker's process.
 *
 * @param node the worker's name of its host
 * @param step job and step, such as {@code 12.0}, or {@code 13.batch}
 */
record SlurmGreeting(String node, long pid, int slots, String step) {
    private static final Pattern FORM = Pattern.compile(
            "sluice-worker: ([A-Za-z0-9_.-]{1,255}) process ([0-9]{1,18}) with ([0-9]{1,6}) slots in step"
                    + " ([0-9]{1,12}\\.[a-z0-9]{1,12})");

    /** Null when it is another line. */
    static @Nullable SlurmGreeting parse(String line) {
        Matcher matcher = FORM.matcher(line);
        return matcher.matches()
                ? new SlurmGreeting(
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        matcher.group(4))
                : null;
    }

    /** The first one in a log; null when there is none, or no log. */
    static @Nullable SlurmGreeting in(Path log) {
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            SlurmGreeting found = null;
            for (String line = lines.readLine(); line != null && found == null; line = lines.readLine()) {
                found = parse(line);
            }
            return found;
        } catch (IOException e) {
            return null;
        }
    }
}
