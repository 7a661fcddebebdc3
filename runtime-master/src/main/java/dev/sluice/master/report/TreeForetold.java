package dev.sluice.master.report;

import dev.sluice.master.RunProgress;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import dev.sluice.model.Written;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The prediction for the sub-masters of a run.
 *
 * @param subMasters number of sub-masters; at least one
 * @param units of the simulated cycle
 * @param seconds of the cycle with sub-masters [s]
 * @param secondsWithout of the cycle without sub-masters [s]
 */
public record TreeForetold(
        int subMasters,
        long units,
        @Written("predictedSeconds") double seconds,
        @Written("predictedSecondsWithout") double secondsWithout) {
    /** Parses the format of {@link #words}. */
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

    /** The prediction as text, for a master on another host. */
    public String words() {
        return subMasters + " " + units + " " + seconds + " " + secondsWithout;
    }

    /** The prediction as a sentence, printed before the run. */
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "%s: %,d units are predicted to take %.4g s, without %.4g s",
                count(subMasters),
                units,
                seconds,
                secondsWithout);
    }

    /** A suffix for a line of progress: the expected progress without sub-masters at a constant rate. */
    public String beside(RunProgress.Snapshot now) {
        if (now.cycle() != 0 || now.units() != units || !(secondsWithout > 0)) {
            return "";
        }
        double share = Math.min(1, now.nanos() / 1e9 / secondsWithout);
        return String.format(Locale.ROOT, "  (without sub-masters: %,d predicted)", Math.round(share * units));
    }

    /** The outcome; null if the cycle was another one or did not end. */
    @Nullable
    public Outcome outcome(long actualUnits, double actualSeconds) {
        return actualUnits == units && actualSeconds > 0 ? new Outcome(this, actualSeconds) : null;
    }

    /**
     * The prediction and the actual time.
     *
     * @param actualSeconds of the same cycle
     */
    public record Outcome(@Written(flat = true) TreeForetold foretold, double actualSeconds) {
        /** Tells whether the cycle was faster than the prediction without sub-masters. */
        @Written
        public boolean paid() {
            return actualSeconds < foretold.secondsWithout;
        }

        /** The outcome as a sentence, printed after the run. */
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
        return Plural.of(subMasters, "sub-master");
    }
}
