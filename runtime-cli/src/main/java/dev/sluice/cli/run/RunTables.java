package dev.sluice.cli.run;

import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import java.time.DateTimeException;

/** The tables of a finished run, from its {@code run.json}. */
public final class RunTables {
    private RunTables() {}

    /**
     * The table that the run printed at its end, or the long form of it.
     *
     * @param json of mode "cluster"
     */
    public static String of(JsonTree json, boolean whole) {
        RunReport report;
        try {
            report = ReportReader.read(json);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException wrong) {
            throw json.wrong("a report of this version: " + wrong.getMessage());
        }
        return whole ? ReportTable.of(report) : ShortTable.of(report);
    }
}
