package dev.sluice.app.each;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A word of a failed command that names a file of the user which the directory of the command did not have. Nothing is
 * sent unasked: a command may mean to write the file, and would write through the link to the original.
 */
final class UnsentFile {
    private static final String BETWEEN = "[\\x00\\n;|&<>()]+";

    private UnsentFile() {}

    /**
     * Finds the first such word.
     *
     * @param command as logs show it
     * @param here the directory of the user
     * @param sent names that commands find in their directories
     */
    static Optional<String> of(byte[] command, Path here, List<String> sent) {
        for (String word : EarlierLog.unquoted(command).split(BETWEEN)) {
            String name = new String(word.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                    .replaceFirst("^(\\./+)+", "");
            boolean inside = !name.isEmpty() && !name.startsWith("/") && !name.matches("(.*/)?\\.\\.(/.*)?");
            if (inside && !sent.contains(name) && isFile(here, name)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static boolean isFile(Path here, String name) {
        try {
            return Files.isRegularFile(here.resolve(name));
        } catch (InvalidPathException noName) {
            return false;
        }
    }
}
