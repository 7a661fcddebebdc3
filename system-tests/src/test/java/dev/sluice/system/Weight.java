package dev.sluice.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of this process that is its own, as the system counts it: heap, direct buffers, classes, code and stacks,
 * without pages of files. Where the system does not say, 0.
 */
final class Weight {
    private long most;

    /** Looks now; the most that was ever seen is kept. */
    void look() throws IOException {
        most = Math.max(most, mebibytes(Path.of("/proc/self/status")));
    }

    long mostMebibytes() {
        return most;
    }

    /** Returns the present memory of another process. */
    static long mebibytesOf(long pid) throws IOException {
        return mebibytes(Path.of("/proc/" + pid + "/status"));
    }

    private static long mebibytes(Path status) throws IOException {
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("RssAnon:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
                }
            }
        }
        return 0;
    }
}
