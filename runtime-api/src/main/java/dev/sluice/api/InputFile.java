package dev.sluice.api;

import java.nio.file.Path;
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
}
