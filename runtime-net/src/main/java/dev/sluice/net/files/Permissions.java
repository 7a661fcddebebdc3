package dev.sluice.net.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Permissions of what the cache of files holds, where the file system has permissions. */
final class Permissions {
    static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("r--r--r--");
    static final Set<PosixFilePermission> PROGRAM = PosixFilePermissions.fromString("r-xr-xr-x");
    static final Set<PosixFilePermission> CLOSED = PosixFilePermissions.fromString("r-xr-xr-x");
    static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private Permissions() {}

    static void set(Path path, Set<PosixFilePermission> permissions) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            view.setPermissions(permissions);
        }
    }

    /** Takes the right to write from every directory below and including this one. */
    static void closeTree(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                set(directory, CLOSED);
                return super.postVisitDirectory(directory, failure);
            }
        });
    }

    /** Deletes a tree, also a closed one; follows no link. */
    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) throws IOException {
                set(directory, PRIVATE);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
