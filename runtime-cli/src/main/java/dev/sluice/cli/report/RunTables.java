package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.record.RunView;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /**
     * Makes a report of version 1 of {@code run.json} one of version 2. Fields that both have alike stay as they are.
     */
    private static final class EarlierReport {
        private final JsonTree old;
        private final Map<String, Object> fields = new LinkedHashMap<>();

        private EarlierReport(JsonTree old) {
            this.old = old;
        }

        static JsonTree upgraded(JsonTree old) {
            EarlierReport report = new EarlierReport(old);
            report.settings();
            report.ledger();
            report.expected();
            report.course();
            report.failures();
            return old.with(report.fields);
        }

        /** The policy could be tuned once, and its name was AUTO then. */
        private void settings() {
            if (old.has("tuning")) {
                fields.put("policy", old.at("tuning").at("begins"));
            }
            put("launch", List.of());
            put("costs", List.of());
        }

        /** Waiting for inputs and for results was one cause. */
        private void ledger() {
            JsonTree ledger = old.at("ledger");
            JsonTree causes = ledger.at("causes");
            double runtime = ledger.at("runtimeSeconds").number();
            Map<String, Object> times = new LinkedHashMap<>();
            for (Cause cause : List.of(Cause.MASTER, Cause.SETUP, Cause.NO_WORK, Cause.STARTING, Cause.PARKED)) {
                times.put(cause.field(), causes.has(cause.field()) ? seconds(causes, cause.field()) : 0.0);
            }
            times.put(Cause.COMPUTE.field(), Math.max(0, seconds(causes, Cause.COMPUTE.field()) - runtime));
            times.put(Cause.RUNTIME.field(), runtime);
            times.put(Cause.RESULTS_LINK.field(), seconds(causes, "waitingForLink"));
            times.put(Cause.INPUTS_LINK.field(), 0.0);
            Object changes = old.has("changes") ? old.at("changes") : List.of();
            fields.put("ledger", ledger.with(Map.of("times", times, "changes", changes)));
            if (!old.has("verdict")) {
                fields.put("verdict", Map.of("sentence", ledger.at("limit").text(), "limits", List.of()));
            }
        }

        private static double seconds(JsonTree causes, String field) {
            return causes.at(field).at("seconds").number();
        }

        private void expected() {
            put("changesNote", "");
            if (old.has("prediction")) {
                JsonTree told = old.at("prediction");
                Map<String, Object> more = new LinkedHashMap<>();
                more.put("firstCycle", told.at("of").text().equals("first-cycle"));
                more.put("shown", told.has("shown") ? told.at("shown") : told.at("asked"));
                if (!told.has("kind")) {
                    more.putAll(Map.of("kind", "", "source", "", "bias", 0.0));
                }
                fields.put("prediction", told.with(more));
            }
        }

        private void course() {
            Map<String, Object> course = new LinkedHashMap<>();
            course.put("regimes", old.has("regimes") ? old.at("regimes") : List.of());
            course.put("cycles", old.has("cycleFigures") ? old.at("cycleFigures") : List.of());
            course.put("tuners", old.has("tuners") ? old.at("tuners") : List.of());
            if (!old.has("tuners") && old.has("tuning") && old.at("tuning").has("looks")) {
                course.put("tuners", List.of(old.at("tuning").with(Map.of("knob", "policy"))));
            }
            fields.put("course", course);
            put("decisions", List.of());
        }

        private void failures() {
            fields.put(
                    "failures",
                    old.at("failures").elements().stream()
                            .map(each -> each.has("log") ? each : each.with(Map.of("log", List.of())))
                            .toList());
        }

        /** Adds a field that the first files did not have. */
        private void put(String field, Object value) {
            if (!old.has(field)) {
                fields.put(field, value);
            }
        }
    }
}
