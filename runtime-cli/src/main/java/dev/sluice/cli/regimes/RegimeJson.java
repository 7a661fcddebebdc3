package dev.sluice.cli.regimes;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.regime.Standing;
import java.io.IOException;
import java.util.List;

/** The JSON form of a map of regimes, as {@code docs/regimes.schema.json} has it. */
final class RegimeJson {
    static final String SCHEMA = "sluice-regimes-1";

    private final RegimeReport report;
    private final JsonGenerator json;

    private RegimeJson(RegimeReport report, JsonGenerator json) {
        this.report = report;
        this.json = json;
    }

    static String of(RegimeReport report) {
        return Json.object(json -> new RegimeJson(report, json).write());
    }

    private void write() throws IOException {
        json.writeStringField("schema", SCHEMA);
        json.writeStringField("view", report.view().name());
        json.writeStringField(
                "master", report.view().hosts().get(report.master()).name());
        json.writeObjectFieldStart("map");
        numbers("unitSeconds", report.grid().unitSeconds());
        numbers("resultBytes", report.grid().resultBytes());
        regimes();
        numbers(
                "unitsPerSecond",
                report.grid().standings().stream().map(Standing::rateWups).toList());
        json.writeEndObject();
        Json.objects(json, "simulated", report.probes(), probe -> {
            json.writeNumberField("unitSeconds", probe.unitSeconds());
            json.writeNumberField("resultBytes", probe.resultBytes());
            json.writeFieldName("standing");
            place(probe.place());
        });
        application();
    }

    private void numbers(String name, List<Double> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (double value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
    }

    /** A string for each row, a letter for each column. */
    private void regimes() throws IOException {
        int columns = report.grid().unitSeconds().size();
        json.writeArrayFieldStart("regimes");
        for (int row = 0; row < report.grid().resultBytes().size(); row++) {
            StringBuilder letters = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                letters.append(RegimeTable.letter(report.grid().at(row, column).regime()));
            }
            json.writeString(letters.toString());
        }
        json.writeEndArray();
    }

    private void application() throws IOException {
        RegimeReport.Application application = report.application();
        if (application == null) {
            return;
        }
        UnitCosts costs = application.costs();
        json.writeObjectFieldStart("application");
        json.writeNumberField("unitSeconds", costs.unitSeconds());
        json.writeNumberField("resultSeconds", costs.resultSeconds());
        json.writeNumberField("inputBytes", costs.inputBytes());
        json.writeNumberField("resultBytes", costs.resultBytes());
        json.writeStringField("regime", Json.lower(application.place().regime()));
        json.writeFieldName("flow");
        place(application.flow());
        if (application.simulated() != null) {
            json.writeNumberField("simulatedUnits", application.units());
            json.writeFieldName("simulation");
            place(application.simulated());
        }
        json.writeEndObject();
    }

    private void place(RegimeReport.Place place) throws IOException {
        Standing standing = place.loads();
        json.writeStartObject();
        json.writeStringField("regime", Json.lower(place.regime()));
        json.writeNumberField("unitsPerSecond", standing.rateWups());
        json.writeNumberField("computation", standing.computation());
        json.writeNumberField("communication", standing.communication());
        json.writeNumberField("overhead", standing.overhead());
        json.writeStringField("limit", place.verdict().words());
        json.writeStringField("verdict", place.verdict().sentence());
        json.writeEndObject();
    }
}
