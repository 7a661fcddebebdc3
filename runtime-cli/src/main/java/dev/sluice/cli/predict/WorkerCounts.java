package dev.sluice.cli.predict;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of workers as people type them: {@code 8}, {@code 1,2,4}, {@code 1-64}. */
final class WorkerCounts {
    private static final int MOST = 10_000;

    /** A longer range is reduced to powers of two and 1.5 times powers of two, as the curve bends at low counts. */
    private static final int[] STEPS = {2, 3};

    private static final int LONGEST_WHOLE_RANGE = 8;
    private static final Pattern PART = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

    private WorkerCounts() {}

    /** Returns the numbers of workers in ascending order. */
    static int[] parse(String text) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw wrong(text);
            }
            int from = Integer.parseInt(matcher.group(1));
            int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
            if (from < 1 || to < from || to > MOST) {
                throw wrong(text);
            }
            range(from, to, counts);
        }
        return counts.stream().mapToInt(Integer::intValue).toArray();
    }

    /** All of a short range; of a long one its ends, and 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on. */
    private static void range(int from, int to, TreeSet<Integer> counts) {
        counts.add(from);
        counts.add(to);
        if (to - from < LONGEST_WHOLE_RANGE) {
            for (int count = from; count < to; count++) {
                counts.add(count);
            }
            return;
        }
        for (int power = 1; power <= to; power *= 2) {
            for (int step : STEPS) {
                int count = power * step / 2;
                if (count > from && count < to) {
                    counts.add(count);
                }
            }
        }
    }

    private static SluiceException wrong(String text) {
        return new SluiceException(
                ErrorCode.USAGE,
                "--workers: " + text + " (expected: numbers from 1 to " + MOST + ", such as 1-64 or 1,2,4)");
    }
}
