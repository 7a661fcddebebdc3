package dev.sluice.cli.each;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The number of commands that run at the same time, in GNU parallel's grammar. */
final class JobSlots {
    /** {@code -j 0}: more commands at a time than any machine needs. */
    static final int MANY = 256;

    private static final int MOST = 1024;
    private static final Pattern FORM = Pattern.compile("([+-]?)([0-9]{1,6})(%?)");

    private JobSlots() {}

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
