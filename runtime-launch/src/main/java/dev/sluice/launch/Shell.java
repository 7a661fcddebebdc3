package dev.sluice.launch;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Quotes text for a POSIX shell. */
public final class Shell {
    private static final String IN_OWN_GROUP =
            "if command -v setsid >/dev/null; then exec setsid \"$@\"; fi; exec \"$@\"";

    /** Prefix of a command that gets a process group of its own where setsid is installed, as on every Linux. */
    public static final List<String> GROUP = List.of("/bin/sh", "-c", IN_OWN_GROUP, "sluice");

    /**
     * The same for a command that ignores Ctrl-C, which reaches all processes of a terminal. The command is to complete
     * its task first.
     */
    public static final List<String> DEAF = List.of("/bin/sh", "-c", "trap '' INT QUIT; " + IN_OWN_GROUP, "sluice");

    private Shell() {}

    /** Kills a process that began with one of these prefixes, and all of its group, also if it has ended itself. */
    public static void killGroup(Process process) throws IOException {
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s KILL -- -" + process.pid() + " 2>/dev/null")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        kill.getOutputStream().close();
        process.descendants().forEach(ProcessHandle::destroyForcibly); // where there is no group
        process.destroyForcibly();
    }

    /** Quotes one word. */
    public static String quote(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Quotes a command of several words. */
    public static String command(List<String> words) {
        return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
    }
}
