package dev.sluice.master.report;

import dev.sluice.master.RunProgress;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was said before a run of its sub-masters.
 *
 * @param subMasters how many there are; at least one
 * @param units of the cycle that was simulated
 * @param seconds that it takes with them
 * @param secondsWithout that it takes without
 */
public record TreeForetold(int subMasters, long units, double seconds, double secondsWithout) {
    /** As {@link #words} has it. */
    public static TreeForetold parse(String option, String words) {
        String[] each = words.split(" ");
        try {
            return new TreeForetold(
                    Integer.parseInt(each[0]),
                    Long.parseLong(each[1]),
                    Double.parseDouble(each[2]),
                    Double.parseDouble(each[3]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + words + " (expected: SUBMASTERS UNITS SECONDS SECONDS)", wrong);
        }
    }

    /** For a master on another host. */
    public String words() {
        return subMasters + " " + units + " " + seconds + " " + secondsWithout;
    }

    /** For people, before the run. */
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "%s: %,d units are predicted to take %.4g s, without %.4g s",
                count(subMasters),
                units,
                seconds,
                secondsWithout);
    }

    /** Behind a line of progress: how far the run would be without, were it as even as that. */
    public String beside(RunProgress.Snapshot now) {
        if (now.cycle() != 0 || now.units() != units || !(secondsWithout > 0)) {
            return "";
        }
        double share = Math.min(1, now.nanos() / 1e9 / secondsWithout);
        return String.format(Locale.ROOT, "  (without sub-masters: %,d predicted)", Math.round(share * units));
    }

    /** What became of it; null where the cycle was another one, or did not end. */
    @Nullable
    public Outcome outcome(long actualUnits, double actualSeconds) {
        return actualUnits == units && actualSeconds > 0 ? new Outcome(this, actualSeconds) : null;
    }

    /**
     * That, and what happened.
     *
     * @param actualSeconds of the same cycle
     */
    public record Outcome(TreeForetold foretold, double actualSeconds) {
        /** Whether it took less than it was predicted to take without. */
        public boolean paid() {
            return actualSeconds < foretold.secondsWithout;
        }

        /** For people, after the run. */
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "%s: %.2f s (predicted %.2f s), without %.2f s were predicted: %s",
                    count(foretold.subMasters),
                    actualSeconds,
                    foretold.seconds,
                    foretold.secondsWithout,
                    paid()
                            ? String.format(Locale.ROOT, "it paid, by %.2f s", foretold.secondsWithout - actualSeconds)
                            : "it did not pay");
        }
    }

    private static String count(int subMasters) {
        return subMasters == 1 ? "1 sub-master" : subMasters + " sub-masters";
    }
}
