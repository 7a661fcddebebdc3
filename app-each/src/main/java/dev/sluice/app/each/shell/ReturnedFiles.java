package dev.sluice.app.each.shell;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads the files that a command leaves in its directory. */
final class ReturnedFiles {
    private ReturnedFiles() {}

    /** Says what is wrong with the name of a file that is to come back; empty: nothing. */
    static Optional<String> offence(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        boolean climbs = Arrays.asList(text.split("/", -1)).contains("..");
        if (text.isEmpty() || text.startsWith("/") || climbs || text.indexOf('\0') >= 0) {
            return Optional.of("cannot return \"" + shown(name)
                    + "\" (expected: a name in the directory of the command, without \"..\")");
        }
        return Optional.empty();
    }

    /**
     * Opens the files, without reading them; leaves missing ones out.
     *
     * @throws RefusedFileException if one is outside the directory or no regular file
     */
    static List<ReturnedFile> take(Path directory, List<byte[]> names) throws IOException {
        List<ReturnedFile> files = new ArrayList<>();
        if (names.isEmpty()) {
            return files;
        }
        Path top = directory.toRealPath();
        for (byte[] name : names) {
            Path file = BytePath.resolve(directory, name);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            if (!Files.exists(file)) {
                throw new RefusedFileException(shown(name) + " is a symbolic link to nothing (expected: a file)");
            }
            Path real = file.toRealPath();
            if (!real.startsWith(top)) {
                throw new RefusedFileException(shown(name)
                        + " leads out of the directory of the command by a symbolic link (expected: a file in it)");
            }
            if (!Files.isRegularFile(real)) {
                throw new RefusedFileException(shown(name) + " is no regular file (expected: a file)");
            }
            boolean executable = Files.getPosixFilePermissions(real).contains(PosixFilePermission.OWNER_EXECUTE);
            files.add(new ReturnedFile(name, executable, Blob.of(real)));
        }
        return files;
    }

    private static String shown(byte[] name) {
        return new String(name, StandardCharsets.UTF_8);
    }

    /** A returned file that must not be read. */
    static final class RefusedFileException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedFileException(String message) {
            super(message);
        }
    }
}
