package dev.sluice.net.message;

import dev.sluice.api.InputFile;

/**
 * One file that the application reads on workers.
 *
 * @param name by which the application asks for it; a relative path that leads out of no directory
 * @param sha256 of its content, 64 lower-case hexadecimal digits
 * @param size of its content [bytes]
 * @param unpack whether workers see the directory in this archive
 * @param executable whether its owner may execute it
 * @param path of the original; empty if unknown
 * @param machine {@link dev.sluice.net.runfile.ThisHost#machine} of the original: the path may exist on others
 */
public record FileInfo(
        String name, String sha256, long size, boolean unpack, boolean executable, String path, String machine) {
    public FileInfo {
        if (!InputFile.isName(name)) {
            throw new IllegalArgumentException("file name: (expected: a relative path of 1 to 255 characters)");
        }
        Checks.sha256(sha256);
        Checks.notNegative("size", size);
    }

    /** The same file, not unpacked. */
    public FileInfo packed() {
        return new FileInfo(name, sha256, size, false, executable, path, machine);
    }
}
