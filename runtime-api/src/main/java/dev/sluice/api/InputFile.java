package dev.sluice.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A file that workers need. The master sends its content once to each host, and every worker of the host uses that
 * copy. Workers may not change it.
 *
 * @param name by which {@link Application#file} returns it: a relative path, 1 to 255 characters
 * @param path of the file on the master
 * @param unpack whether workers see the directory that the archive contains (tar, tar.gz or zip) and not the archive
 */
public record InputFile(String name, Path path, boolean unpack) {
    private static final int MOST_CHARACTERS = 255;

    /** @throws IllegalArgumentException if the name is empty, absolute, or leads out of a directory */
    public InputFile {
        Objects.requireNonNull(path, "path");
        if (!isName(name)) {
            throw new IllegalArgumentException("file name: '" + printable(name)
                    + "' (expected: a relative path of 1 to " + MOST_CHARACTERS + " characters without '.' or '..')");
        }
    }

    /** A file that is not unpacked, by the last part of its path. */
    public static InputFile of(Path path) {
        return new InputFile(String.valueOf(path.getFileName()), path, false);
    }

    /** Tells whether a file may have this name: no part of it is empty, {@code .} or {@code ..}. */
    public static boolean isName(String name) {
        if (name.isEmpty() || name.length() > MOST_CHARACTERS || name.indexOf('\\') >= 0) {
            return false;
        }
        for (String part : name.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return name.chars().noneMatch(Character::isISOControl);
    }

    private static String printable(String name) {
        String shown = name.replaceAll("\\p{Cntrl}", "?");
        return shown.length() <= MOST_CHARACTERS ? shown : shown.substring(0, MOST_CHARACTERS) + "…";
    }

    /** The files of an application in this process, and how each was when the process got it. Immutable; any thread. */
    static final class Here {
        static final Here NONE = new Here(Map.of());

        private final Map<String, Known> files;

        private record Known(Path path, boolean plain, long size, FileTime modified) {}

        private Here(Map<String, Known> files) {
            this.files = files;
        }

        /** @param paths by name; each exists */
        static Here of(Map<String, Path> paths) throws IOException {
            Map<String, Known> files = new HashMap<>();
            for (Map.Entry<String, Path> each : paths.entrySet()) {
                Path path = each.getValue().toAbsolutePath();
                BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
                files.put(each.getKey(), new Known(path, is.isRegularFile(), is.size(), is.lastModifiedTime()));
            }
            return new Here(Map.copyOf(files));
        }

        /** Returns the file with this name, which must still have its size and time. */
        Path get(String name) {
            Known known = files.get(name);
            if (known == null) {
                throw new IllegalArgumentException("file: " + name + " (expected: "
                        + (files.isEmpty()
                                ? "one that files() or --file names"
                                : "one of " + String.join(", ", names()))
                        + ")");
            }
            if (known.plain) {
                try {
                    BasicFileAttributes is = Files.readAttributes(known.path, BasicFileAttributes.class);
                    if (is.size() != known.size || !is.lastModifiedTime().equals(known.modified)) {
                        throw new IllegalStateException("file " + name + ": " + known.path
                                + " has changed since this process got it (expected: it stays as it is during"
                                + " the run)");
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException("file " + name, e);
                }
            }
            return known.path;
        }

        List<String> names() {
            return files.keySet().stream().sorted().toList();
        }
    }
}
