package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.record.RunView;
import java.nio.file.Path;
import java.time.DateTimeException;

/** Makes the tables and the view of a finished run again, from its {@code run.json}. */
public final class RunTables {
    private RunTables() {}

    /**
     * The table that the run printed at its end, or the long form of it.
     *
     * @param json of mode "cluster"
     */
    public static String of(JsonTree json, boolean whole) {
        RunReport report = report(json);
        return whole ? ReportTable.of(report) : ShortTable.of(report);
    }

    /**
     * The view of the run for its page, without its course over time.
     *
     * @param json of mode "cluster"
     */
    public static RunView view(JsonTree json, Path directory) {
        return ReportView.of(report(json), directory);
    }

    /** The view of a run that left no report. */
    public static RunView view(RunView.About about) {
        return ReportView.of(about);
    }

    private static RunReport report(JsonTree json) {
        try {
            return ReportReader.read(json);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException wrong) {
            throw json.wrong("a report of this version: " + wrong.getMessage());
        }
    }
}
