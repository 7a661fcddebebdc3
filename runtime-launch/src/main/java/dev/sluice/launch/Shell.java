package dev.sluice.launch;

import java.util.List;
import java.util.stream.Collectors;

/** Text that a POSIX shell reads as it is meant. */
public final class Shell {
    /**
     * Before a command: Ctrl-C, which reaches all processes of a terminal, does not end it. It is to do first what it
     * was started for.
     */
    public static final List<String> DEAF = List.of("/bin/sh", "-c", "trap '' INT QUIT; exec \"$@\"", "sluice");

    private Shell() {}

    /** One word. */
    public static String quote(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** A command of several. */
    public static String command(List<String> words) {
        return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
    }
}
