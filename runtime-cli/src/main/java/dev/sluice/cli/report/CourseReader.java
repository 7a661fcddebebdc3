package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TunerCost;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The course of a run in {@code run.json}. Files of earlier versions have none. */
final class CourseReader {
    private static final Map<Cause, String> FIELDS = new EnumMap<>(Map.of(
            Cause.COMPUTE, "compute",
            Cause.RUNTIME, "runtime",
            Cause.MASTER, "waitingForMaster",
            Cause.RESULTS_LINK, "waitingForResultsLink",
            Cause.INPUTS_LINK, "waitingForInputsLink",
            Cause.SETUP, "waitingForSetup",
            Cause.NO_WORK, "noWorkLeft",
            Cause.STARTING, "starting",
            Cause.PARKED, "parked"));

    private CourseReader() {}

    static RunReport.Course read(JsonTree json) {
        return new RunReport.Course(
                verdict(json),
                new CourseView(
                        elements(json, "regimes").stream()
                                .map(CourseReader::slice)
                                .toList(),
                        elements(json, "cycleFigures").stream()
                                .map(CourseReader::cycle)
                                .toList(),
                        tuners(json)),
                elements(json, "decisions").stream().map(CourseReader::decision).toList());
    }

    /** Files of earlier versions have a sentence beside the ledger. */
    private static RunVerdict verdict(JsonTree json) {
        JsonTree sentence = json.has("verdict")
                ? json.at("verdict").at("sentence")
                : json.at("ledger").at("limit");
        return new RunVerdict(List.of(), sentence.text());
    }

    private static List<JsonTree> elements(JsonTree json, String field) {
        return json.has(field) ? json.at(field).elements() : List.of();
    }

    /** Files of earlier versions have the looks of a tuned policy among its settings. */
    private static List<TunerCost> tuners(JsonTree json) {
        if (!json.has("tuners") && json.has("tuning") && json.at("tuning").has("looks")) {
            return List.of(tuner("policy", json.at("tuning")));
        }
        return elements(json, "tuners").stream()
                .map(each -> tuner(each.at("knob").text(), each))
                .toList();
    }

    private static TunerCost tuner(String knob, JsonTree json) {
        return new TunerCost(
                knob, json.at("looks").integer(), json.at("cpuSeconds").number());
    }

    private static RegimeSlice slice(JsonTree json) {
        return new RegimeSlice(
                json.at("fromSeconds").number(),
                json.at("toSeconds").number(),
                json.at("regime").text(),
                json.at("resource").text(),
                json.at("computation").number(),
                json.at("communication").number(),
                json.at("overhead").number());
    }

    private static CycleRecord cycle(JsonTree json) {
        return new CycleRecord(
                json.at("cycle").integer(),
                json.at("ended").integer(),
                json.at("fromSeconds").number(),
                json.at("seconds").number(),
                json.at("units").whole(),
                json.at("slots").number(),
                json.at("computeSeconds").number(),
                json.at("bytesOut").whole(),
                json.at("bytesIn").whole(),
                json.at("messages").whole(),
                times(json.at("causes")),
                json.at("regime").text(),
                json.at("resource").text());
    }

    private static CauseTimes times(JsonTree json) {
        Map<Cause, Long> times = new EnumMap<>(Cause.class);
        FIELDS.forEach(
                (cause, field) -> times.put(cause, Math.round(json.at(field).number() * 1e9)));
        return CauseTimes.of(times);
    }

    private static RunView.Decision decision(JsonTree json) {
        return new RunView.Decision(
                json.at("number").integer(),
                json.at("seconds").number(),
                json.at("kind").text(),
                json.at("what").text(),
                json.at("why").text(),
                json.at("gain").text(),
                json.at("outcome").text());
    }
}
