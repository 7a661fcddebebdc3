package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TunerCost;
import java.util.List;

/** The course of a run in {@code run.json}. Files of earlier versions have none. */
final class CourseReader {
    private CourseReader() {}

    static RunReport.Course read(JsonTree json) {
        return new RunReport.Course(
                verdict(json),
                new CourseView(
                        list(json, "regimes", RegimeSlice.class),
                        list(json, "cycleFigures", CycleRecord.class),
                        tuners(json)),
                list(json, "decisions", RunView.Decision.class));
    }

    /** Files of earlier versions have a sentence beside the ledger. */
    private static RunVerdict verdict(JsonTree json) {
        JsonTree sentence = json.has("verdict")
                ? json.at("verdict").at("sentence")
                : json.at("ledger").at("limit");
        return new RunVerdict(List.of(), sentence.text());
    }

    private static <T> List<T> list(JsonTree json, String field, Class<T> type) {
        return json.has(field) ? json.list(field, type) : List.of();
    }

    /** Files of earlier versions have the looks of a tuned policy among its settings. */
    private static List<TunerCost> tuners(JsonTree json) {
        if (!json.has("tuners") && json.has("tuning") && json.at("tuning").has("looks")) {
            JsonTree tuning = json.at("tuning");
            return List.of(new TunerCost(
                    "policy",
                    tuning.at("looks").integer(),
                    tuning.at("cpuSeconds").number()));
        }
        return list(json, "tuners", TunerCost.class);
    }
}
