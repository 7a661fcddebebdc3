package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.WorkerException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The value of an option such as {@code --file-cache-size}. */
final class CacheSize {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,11})([KMGT]?)");

    private CacheSize() {}

    /** Returns 0 if it is not told [bytes]. */
    static long parse(String option, @Nullable String told) {
        if (told == null) {
            return 0;
        }
        Matcher size = SIZE.matcher(told);
        if (!size.matches()) {
            throw new WorkerException(
                    ErrorCode.USAGE, option + ": " + told + " (expected: a size such as 500M or 10G)");
        }
        int unit = "KMGT".indexOf(size.group(2).isEmpty() ? '-' : size.group(2).charAt(0)) + 1;
        return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << 10 * unit);
    }
}
