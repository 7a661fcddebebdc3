package dev.sluice.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of this process that is its own, as the system counts it: heap, direct buffers, classes, code and stacks,
 * without pages of files. Where the system does not say, 0.
 */
final class Weight {
    private static final Path STATUS = Path.of("/proc/self/status");

    private long most;

    /** Looks now; the most that was ever seen is kept. */
    void look() throws IOException {
        if (Files.isReadable(STATUS)) {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("RssAnon:")) {
                    most = Math.max(most, Long.parseLong(line.replaceAll("\\D", "")));
                }
            }
        }
    }

    long mostMebibytes() {
        return most >> 10;
    }
}
