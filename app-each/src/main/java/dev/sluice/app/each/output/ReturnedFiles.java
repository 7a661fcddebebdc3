package dev.sluice.app.each.output;

import dev.sluice.app.each.job.ReturnedFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Writes files that commands made: a file is there with all its bytes, or not at all. */
final class ReturnedFiles {
    private ReturnedFiles() {}

    static void writeAll(Path directory, List<ReturnedFile> files) throws IOException {
        for (ReturnedFile file : files) {
            write(SafePath.below(directory, file.name()), file);
        }
    }

    static void write(Path to, ReturnedFile file) throws IOException {
        String name = ".sluice-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".part";
        Path part = to.resolveSibling(name);
        try {
            try (OutputStream out =
                    Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                Copying.copy(file.content(), out);
            }
            if (file.executable()) {
                allowExecution(part);
            }
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Lets those execute the file who may read it. */
    private static void allowExecution(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        Set<PosixFilePermission> allowed = EnumSet.copyOf(view.readAttributes().permissions());
        allowed.add(PosixFilePermission.OWNER_EXECUTE);
        if (allowed.contains(PosixFilePermission.GROUP_READ)) {
            allowed.add(PosixFilePermission.GROUP_EXECUTE);
        }
        if (allowed.contains(PosixFilePermission.OTHERS_READ)) {
            allowed.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        view.setPermissions(allowed);
    }
}
