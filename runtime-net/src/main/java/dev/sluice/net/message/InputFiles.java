package dev.sluice.net.message;

import java.util.List;

/**
 * The files that workers have before they compute.
 *
 * @param files of different names
 * @param cacheBytes bound of each host's cache of files; 0 for the usual one [bytes]
 * @param ask whether workers ask the master, for each large file, from where to fetch it
 */
public record InputFiles(List<FileInfo> files, long cacheBytes, boolean ask) {
    /** Smaller files come from the master, because another connection costs more than they do [bytes]. */
    public static final long LEAST_SHARED_BYTES = 1 << 20;

    /** Limit of files in one run: all of them fit into one frame. */
    public static final int MOST_FILES = 512;

    public static final InputFiles NONE = new InputFiles(List.of(), 0, false);

    public InputFiles {
        Checks.between("files", files.size(), 0, MOST_FILES);
        Checks.notNegative("cacheBytes", cacheBytes);
        files = List.copyOf(files);
        if (files.stream().map(FileInfo::name).distinct().count() < files.size()) {
            throw new IllegalArgumentException("files: two of one name (expected: different names)");
        }
    }

    /** Tells whether workers ask from where to fetch this one. */
    public boolean asks(FileInfo file) {
        return ask && file.size() >= LEAST_SHARED_BYTES;
    }
}
