package dev.sluice.launch;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes text for a POSIX shell. */
public final class Shell {
    /**
     * Prefix of a command that ignores Ctrl-C, which reaches all processes of a terminal. The command is to complete
     * its task first.
     */
    public static final List<String> DEAF = List.of("/bin/sh", "-c", "trap '' INT QUIT; exec \"$@\"", "sluice");

    private Shell() {}

    /** Quotes one word. */
    public static String quote(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Quotes a command of several words. */
    public static String command(List<String> words) {
        return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
    }
}
