package dev.sluice.cli.each;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The number of commands that run at the same time, in GNU parallel's grammar. */
final class JobSlots {
    /** {@code -j 0}: more commands at a time than any machine needs. */
    static final int MANY = 256;

    private static final int MOST = 1024;
    /** Descriptors that Sluice needs besides those of commands, and for each command. */
    private static final int FILES_OWN = 32;

    private static final int FILES_EACH = 4;
    /** Processes and threads that Sluice needs besides those of commands, and for each command. */
    private static final int PROCESSES_OWN = 48;

    private static final int PROCESSES_EACH = 8;
    private static final Pattern FORM = Pattern.compile("([+-]?)([0-9]{1,6})(%?)");

    private JobSlots() {}

    /**
     * Returns how many commands can run at the same time on this machine: as many as wanted, or fewer, which is said.
     *
     * @param files descriptors that this process may still open
     * @param processes that may still be started, with threads
     * @throws SluiceException if not even one can run
     */
    static int within(int wanted, long files, long processes, Consumer<String> told) {
        long byFiles = (files - FILES_OWN) / FILES_EACH;
        long most = Math.min(byFiles, (processes - PROCESSES_OWN) / PROCESSES_EACH);
        if (most >= wanted) {
            return wanted;
        }
        boolean few = byFiles == most;
        String what = few ? "file descriptors" : "processes and threads";
        if (most < 1) {
            throw new SluiceException(
                    few ? ErrorCode.TOO_MANY_FILES : ErrorCode.TOO_MANY_THREADS,
                    Math.max(0, few ? files : processes) + " more " + what + " (expected: "
                            + (few ? FILES_OWN + FILES_EACH : PROCESSES_OWN + PROCESSES_EACH)
                            + " or more for one command at a time)");
        }
        told.accept("only enough " + what + " to run " + (most == 1 ? "1 command" : most + " commands")
                + " at a time, not " + wanted + " (ulimit " + (few ? "-n" : "-u") + " raises the limit)");
        return (int) most;
    }

    /** Returns whether the number is the same on every machine. */
    static boolean isPlain(String text) {
        return text.matches("[0-9]+");
    }

    /**
     * Reads {@code 4}, {@code 0} (many), {@code 200%} of the cores, {@code +2} more or {@code -1} fewer than cores.
     *
     * @param cores of the machine
     * @return at least 1
     */
    static int of(String text, int cores) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--jobs: " + text + " (expected: a number, 0 for many, 50% of the cores, +2 or -2)");
        }
        int number = Integer.parseInt(parts.group(2));
        double amount = parts.group(3).isEmpty() ? number : cores * number / 100.0;
        double slots = switch (parts.group(1)) {
            case "+" -> cores + amount;
            case "-" -> cores - amount;
            default -> number == 0 ? MANY : amount;
        };
        if (slots > MOST) {
            throw new SluiceException(ErrorCode.USAGE, "--jobs: " + text + " (expected: at most " + MOST + ")");
        }
        return Math.max(1, (int) slots);
    }
}
