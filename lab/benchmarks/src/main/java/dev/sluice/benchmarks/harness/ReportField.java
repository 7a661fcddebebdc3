package dev.sluice.benchmarks.harness;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads single fields of the JSON report of a run. */
public final class ReportField {
    private ReportField() {}

    /** The number of the first field of this name. */
    public static double number(String report, String field) throws IOException {
        Matcher found =
                Pattern.compile("\"" + Pattern.quote(field) + "\":([-+.\\dE]+)").matcher(report);
        if (!found.find()) {
            throw new IOException(
                    "no number \"" + field + "\" in the report of a run (expected: one); it says: " + report);
        }
        return Double.parseDouble(found.group(1));
    }
}
