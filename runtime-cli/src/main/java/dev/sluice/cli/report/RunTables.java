package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.record.RunView;
import java.nio.file.Path;
import java.time.DateTimeException;

/** Makes the tables and the view of a finished run again, from its {@code run.json} of mode "cluster". */
public final class RunTables {
    /** The value of the field {@code schema} in {@code run.json} and in what commands print of a run. */
    public static final String SCHEMA = "sluice-run-2";

    /** The same in files of earlier versions. */
    public static final String EARLIER = "sluice-run-1";

    private RunTables() {}

    /** The table that the run printed at its end, or the long form of it. */
    public static String of(JsonTree json, boolean whole) {
        RunReport report = report(json);
        return whole ? ReportTable.of(report) : ShortTable.of(report);
    }

    /** The view of the run for its page, without its course over time. */
    public static RunView view(JsonTree json, Path directory) {
        return ReportView.of(report(json), directory);
    }

    /** The view of a run that left no report. */
    public static RunView view(RunView.About about) {
        return ReportView.of(about);
    }

    /** The report. A wrong or missing field is an error of {@link JsonTree}. */
    public static RunReport report(JsonTree json) {
        try {
            boolean isEarlier = json.at("schema").text().equals(EARLIER);
            return (isEarlier ? EarlierReport.upgraded(json) : json).as(RunReport.class);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException wrong) {
            throw json.wrong("a report of this version: " + wrong.getMessage());
        }
    }
}
