package dev.sluice.insight.history;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Unpacks the database's native library below the state directory, because {@code /tmp} is often mounted without
 * execute permission and shared by all users. The driver unpacks it for each process and deletes it at its end; copies
 * of killed processes are deleted here.
 */
final class NativeLibrary {
    private static final String DIRECTORY = "org.sqlite.tmpdir";
    private static final Duration LEFT_BEHIND = Duration.ofDays(1);

    private NativeLibrary() {}

    /** Call before the first connection of the process; later calls change nothing. */
    static synchronized void unpackBelow(Path directory) throws IOException {
        if (System.getProperty(DIRECTORY) != null) {
            return;
        }
        Path place = Files.createDirectories(directory.resolve("native"));
        System.setProperty(DIRECTORY, place.toString());
        deleteOld(place);
    }

    private static void deleteOld(Path place) {
        Instant limit = Instant.now().minus(LEFT_BEHIND);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place, "sqlite-*")) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException inUse) {
            // the copy of another process, which deletes it
        }
    }
}
