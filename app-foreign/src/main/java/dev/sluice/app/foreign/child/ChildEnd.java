package dev.sluice.app.foreign.child;

import java.util.Map;

/** Puts the end of a process into words. */
final class ChildEnd {
    private static final int SIGNALLED = 128;
    private static final int KILLED = SIGNALLED + 9;

    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(5, "SIGTRAP"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"),
            Map.entry(24, "SIGXCPU"),
            Map.entry(25, "SIGXFSZ"),
            Map.entry(31, "SIGSYS"));

    private ChildEnd() {}

    /** Says how a process with this exit code ended, such as {@code was killed by SIGSEGV (exit code 139)}. */
    static String words(int exitCode) {
        String signal = SIGNALS.get(exitCode - SIGNALLED);
        if (signal == null) {
            return "ended with exit code " + exitCode;
        }
        String memory = exitCode == KILLED ? "; the system does so for want of memory" : "";
        return "was killed by " + signal + " (exit code " + exitCode + memory + ")";
    }
}
