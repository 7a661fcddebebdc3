package dev.sluice.worker.sense;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files of the Linux kernel in {@code /proc} and {@code /sys}, below a root that tests replace. Immutable; any
 * thread.
 */
record HostFiles(Path root) {
    /** The files of this machine. */
    static final HostFiles SYSTEM = new HostFiles(Path.of("/"));

    /** Content of a file now; empty if it does not exist or cannot be read. */
    Optional<String> read(String file) {
        try {
            return Optional.of(new String(
                    Files.readAllBytes(root.resolve(file.startsWith("/") ? file.substring(1) : file)),
                    StandardCharsets.UTF_8));
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** The value after {@code name:} on a line of its own, as in {@code /proc/meminfo}; empty if there is none. */
    static Optional<String> field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name) && line.indexOf(':') > 0)
                .filter(line -> line.substring(0, line.indexOf(':')).strip().equals(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    /** A whole number of at most 18 digits; -1 for anything else. */
    static long number(String word) {
        if (word.isEmpty() || word.length() > 18) {
            return -1;
        }
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return -1;
            }
        }
        return Long.parseLong(word);
    }
}
