package dev.sluice.cli.config;

import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/**
 * Whose a file is. Options name jars that are executed, and a project's file is found above the working directory: what
 * somebody else has put there is not obeyed.
 */
final class FileOwner {
    private FileOwner() {}

    /** Refuses a file that neither this user nor root owns, or that everybody can write. */
    static void check(Source source, Path file) throws IOException {
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
            int owner = (Integer) Files.getAttribute(file, "unix:uid");
            int user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            if (owner != user && owner != 0) {
                throw source.wrong(0, "owned by " + attributes.owner().getName(), "a file of yours, or of root");
            }
            if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                throw source.wrong(0, "everybody can write it", "a file that its owner alone changes: chmod o-w");
            }
        } catch (UnsupportedOperationException e) {
            // no owners on this file system: nothing to tell apart
        }
    }
}
