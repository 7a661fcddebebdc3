package dev.sluice.net.message;

/**
 * One jar of the application.
 *
 * @param name its file name, without any directory
 * @param sha256 of its contents, 64 lower-case hexadecimal digits
 * @param size in bytes
 */
public record JarInfo(String name, String sha256, long size) {
    public JarInfo {
        boolean plain = !name.isEmpty() && name.length() <= 255 && !name.equals(".") && !name.equals("..");
        if (!plain || name.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))) {
            throw new IllegalArgumentException(
                    "jar name: (expected: a file name without directory, 1 to 255 characters)");
        }
        Checks.sha256(sha256);
        Checks.notNegative("size", size);
    }
}
