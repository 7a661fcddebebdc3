package dev.sluice.master.report;

import dev.sluice.model.Written;
import java.util.Locale;

/**
 * The figure that explains most of the difference between a forecast or a bound and the run.
 *
 * @param figure what was assumed wrongly, such as "share of a processor"
 * @param subject the host or link, or empty
 * @param assumed in {@code unit}; infinite for the rate of a link that was taken to limit nothing
 * @param measured in {@code unit}
 * @param unit of both; empty for a ratio or a number
 * @param effectSeconds time by which this figure alone changes the forecast [s]
 */
public record Blame(
        String figure,
        String subject,
        @Written(orUnlimited = true) double assumed,
        double measured,
        String unit,
        double effectSeconds) {
    /** The figure and its subject: "share of a processor on f2". */
    public String what() {
        return subject.isEmpty() ? figure : figure + " " + subject;
    }

    /**
     * A sentence for people: "the model was wrong about the share of a processor on f2: assumed 0.48, measured 0.97".
     */
    @Written
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "the model was wrong about the %s: assumed %s, measured %s",
                what(),
                number(assumed),
                number(measured));
    }

    private String number(double value) {
        if (Double.isInfinite(value)) {
            return "no limit";
        }
        double size = Math.abs(value);
        String digits = value == Math.rint(value) && size < 1e6
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.3g", value);
        String plain = digits.contains("e") ? String.format(Locale.ROOT, "%,.0f", value) : digits;
        String text = size > 0 && size < 1e-4 ? String.format(Locale.ROOT, "%.2e", value) : plain;
        return unit.isEmpty() ? text : text + " " + unit;
    }
}
