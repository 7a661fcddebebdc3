package dev.sluice.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;

/** The files of an application in this process, and how each was when the process got it. Immutable; any thread. */
final class FilesHere {
    static final FilesHere NONE = new FilesHere(Map.of());

    private final Map<String, Known> files;

    private record Known(Path path, boolean plain, long size, FileTime modified) {}

    private FilesHere(Map<String, Known> files) {
        this.files = files;
    }

    /** @param paths by name; each exists */
    static FilesHere of(Map<String, Path> paths) throws IOException {
        Map<String, Known> files = new HashMap<>();
        for (Map.Entry<String, Path> each : paths.entrySet()) {
            Path path = each.getValue().toAbsolutePath();
            BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
            files.put(each.getKey(), new Known(path, is.isRegularFile(), is.size(), is.lastModifiedTime()));
        }
        return new FilesHere(Map.copyOf(files));
    }

    /** Returns the file with this name, which must still have its size and time. */
    Path get(String name) {
        Known known = files.get(name);
        if (known == null) {
            throw new IllegalArgumentException("file: " + name + " (expected: "
                    + (files.isEmpty() ? "one that files() or --file names" : "one of " + names()) + ")");
        }
        if (known.plain) {
            try {
                BasicFileAttributes is = Files.readAttributes(known.path, BasicFileAttributes.class);
                if (is.size() != known.size || !is.lastModifiedTime().equals(known.modified)) {
                    throw new IllegalStateException("file " + name + ": " + known.path
                            + " has changed since this process got it (expected: it stays as it is during the run)");
                }
            } catch (IOException e) {
                throw new UncheckedIOException("file " + name, e);
            }
        }
        return known.path;
    }

    private String names() {
        return String.join(", ", files.keySet().stream().sorted().toList());
    }
}
