package dev.sluice.cli.each;

import dev.sluice.cli.runs.OldRuns;
import dev.sluice.insight.history.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directories of runs of {@code each} on this machine. They are in the state directory of the user, because a
 * pipeline must not leave anything where it is typed.
 */
final class EachRuns {
    private static final int KEPT = 100;
    private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rwx------");

    private EachRuns() {}

    private static Path path() {
        return StateDirectory.of(System.getenv()).resolve("each-runs");
    }

    /** The directory of these directories; null if it cannot be written, so that the working directory serves. */
    static @Nullable Path directory() {
        Path path = path();
        try {
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OURS));
            return Files.isWritable(path) ? path : null;
        } catch (IOException unwritable) {
            return null;
        }
    }

    /** Deletes the oldest directories, because nobody else would. */
    static void deleteOld() {
        OldRuns.delete(path(), KEPT);
    }
}
