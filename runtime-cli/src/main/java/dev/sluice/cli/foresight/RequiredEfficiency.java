package dev.sluice.cli.foresight;

import dev.sluice.master.RunEnd;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Locale;

/**
 * The efficiency that a run must reach: its rate over the rate that machines and links allow.
 *
 * @param share from 0.01 to 1
 */
public record RequiredEfficiency(double share) {
    private static final double LEAST = 0.01;

    /** Parses {@code 90%} or {@code 0.9}. */
    public static RequiredEfficiency parse(String option, String text) {
        boolean percent = text.endsWith("%");
        try {
            double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
            double share = percent ? number / 100 : number;
            if (share >= LEAST && share <= 1) {
                return new RequiredEfficiency(share);
            }
        } catch (NumberFormatException wrong) {
            // falls through
        }
        throw new SluiceException(
                ErrorCode.USAGE, option + ": " + text + " (expected: 1% to 100%, or a fraction from 0.01 to 1)");
    }

    /** The end of a complete run: as it was if it reached the efficiency, else an error of its own. */
    RunEnd judge(RunReport report) {
        RunEnd end = report.end();
        if (end.outcome() != RunEnd.Outcome.COMPLETE || end.exitCode() != 0) {
            return end;
        }
        if (report.expected().exceeded()) {
            return end; // a run that is faster than its bound reached any share of it
        }
        Double reached = report.expected().gains().efficiency();
        if (reached == null) {
            String why = report.expected().why();
            return failed(
                    ErrorCode.EFFICIENCY_UNKNOWN,
                    String.format(
                            Locale.ROOT,
                            "the efficiency is unknown (expected: at least %s): %s",
                            words(share),
                            why.isEmpty() ? "the possible rate was not computed" : why));
        }
        if (reached >= share) {
            return end;
        }
        String cause = report.verdict().sentence().replaceFirst("\\.$", "");
        return failed(
                ErrorCode.EFFICIENCY_TOO_LOW,
                String.format(
                        Locale.ROOT,
                        "efficiency %s (expected: at least %s): %s%s",
                        words(reached),
                        words(share),
                        cause.substring(0, 1).toLowerCase(Locale.ROOT),
                        cause.substring(1)));
    }

    private static RunEnd failed(ErrorCode code, String text) {
        return new RunEnd(RunEnd.Outcome.COMPLETE, code, code.exitCode(), text, null);
    }

    /** One decimal, rounded down, so that a share below the required one does not look like it. */
    private static String words(double share) {
        double tenths = Math.floor(share * 1_000 + 1e-9) / 10;
        return String.format(Locale.ROOT, tenths == Math.rint(tenths) ? "%.0f %%" : "%.1f %%", tenths);
    }
}
