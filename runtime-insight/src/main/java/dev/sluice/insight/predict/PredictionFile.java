package dev.sluice.insight.predict;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.Verdict;
import dev.sluice.insight.history.Origin;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.master.RunTerms;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The JSON form of a prediction; the schema is {@code docs/prediction.schema.json}. */
public final class PredictionFile {
    static final String SCHEMA = "sluice-prediction-1";

    private PredictionFile() {}

    /** Writes the fields of the object except those of the forecast. */
    static void write(JsonGenerator json, Prediction prediction) throws IOException {
        Sampled sampled = prediction.sampled();
        json.writeStringField("schema", SCHEMA);
        json.writeStringField("created", prediction.created().toString());
        json.writeStringField("host", prediction.host());
        Json.field(json, "origin", prediction.origin());
        json.writeObjectFieldStart("cycle");
        json.writeNumberField("number", 0);
        json.writeBooleanField("last", sampled.last());
        json.writeNumberField("cycles", sampled.cycles());
        json.writeNumberField("units", sampled.cycle().units());
        json.writeStringField("results", Json.lower(sampled.mode()));
        json.writeNumberField("setupBytes", sampled.cycle().setupBytes());
        CombinedValue combined = sampled.cycle().combined();
        if (combined != CombinedValue.NONE) {
            json.writeNumberField("valueBytes", combined.bytes());
            json.writeNumberField("valueBytesPerUnit", combined.bytesPerUnit());
            json.writeNumberField("mergeSeconds", combined.mergeSeconds());
        }
        json.writeStringField("setupSha256", sampled.setupSha256());
        json.writeStringField("verdict", Json.lower(sampled.verdict()));
        json.writeEndObject();
        Json.field(json, "files", sampled.files());
        writeTotal(json, prediction);
        writeSample(json, sampled);
        Json.objects(json, "failures", sampled.failures(), failure -> {
            json.writeNumberField("unit", failure.unit());
            json.writeStringField("text", failure.text());
        });
        json.writeObjectFieldStart("kept");
        json.writeStringField("file", prediction.results().getFileName().toString());
        json.writeNumberField("units", sampled.kept().positions().size());
        json.writeNumberField("bytes", sampled.kept().bytes());
        json.writeStringField("sha256", sampled.kept().sha256());
        json.writeEndObject();
    }

    private static void writeTotal(JsonGenerator json, Prediction prediction) throws IOException {
        Sampled sampled = prediction.sampled();
        Interval inOrder = sampled.cycle().intervalInOrder();
        json.writeObjectFieldStart("total");
        json.writeNumberField("seconds", prediction.totalSeconds());
        json.writeNumberField("low", sampled.interval().low());
        json.writeNumberField("high", sampled.interval().high());
        json.writeNumberField("lowInOrder", inOrder.low());
        json.writeNumberField("highInOrder", inOrder.high());
        json.writeNumberField("errorAsked", prediction.asked().error());
        json.writeNumberField("mostWorkers", prediction.asked().workers());
        json.writeStringField("stop", Json.lower(sampled.stop()));
        json.writeNumberField("tookSeconds", sampled.nanos() / 1e9);
        json.writeEndObject();
    }

    private static void writeSample(JsonGenerator json, Sampled sampled) throws IOException {
        List<SampledUnit> units = sampled.cycle().sample();
        Map<Long, Long> positions = sampled.kept().positions();
        json.writeObjectFieldStart("sample");
        json.writeFieldName("unit");
        json.writeArray(whole(units, SampledUnit::index), 0, units.size());
        json.writeFieldName("computeSeconds");
        json.writeArray(numbers(units, SampledUnit::computeSeconds), 0, units.size());
        json.writeFieldName("inputBytes");
        json.writeArray(whole(units, SampledUnit::inputBytes), 0, units.size());
        json.writeFieldName("resultBytes");
        json.writeArray(whole(units, SampledUnit::resultBytes), 0, units.size());
        json.writeFieldName("acceptSeconds");
        json.writeArray(numbers(units, SampledUnit::acceptSeconds), 0, units.size());
        if (units.stream().allMatch(unit -> unit.cpuSeconds() >= 0)) {
            json.writeFieldName("cpuSeconds");
            json.writeArray(numbers(units, SampledUnit::cpuSeconds), 0, units.size());
        }
        json.writeFieldName("position");
        json.writeArray(whole(units, unit -> positions.getOrDefault(unit.index(), -1L)), 0, units.size());
        json.writeEndObject();
    }

    private static long[] whole(List<SampledUnit> units, ToLongFunction<SampledUnit> field) {
        return units.stream().mapToLong(field).toArray();
    }

    private static double[] numbers(List<SampledUnit> units, ToDoubleFunction<SampledUnit> field) {
        return units.stream().mapToDouble(field).toArray();
    }

    /** Reads a file of {@link #write}; any other content is an error that names file and field. */
    public static Prediction read(Path file) {
        JsonTree json = JsonTree.read(file);
        if (!json.at("schema").text().equals(SCHEMA)) {
            throw json.at("schema").wrong(SCHEMA + "; 'sluice predict' writes it");
        }
        JsonTree asked = json.at("total");
        return new Prediction(
                json.at("origin").made("an application", PredictionFile::origin),
                asked.made(
                        "what was asked",
                        total -> new SampleGrowth(
                                total.at("errorAsked").number(),
                                total.at("mostWorkers").integer())),
                json.at("created").time(),
                json.at("host").text(),
                json.made("a file written by 'sluice predict'", PredictionFile::sampled),
                json.at("kept").at("file").made("the name of a file", kept -> file.resolveSibling(kept.text())));
    }

    private static Origin origin(JsonTree json) {
        return new Origin(
                json.at("application").text(),
                json.at("jars").elements().stream().map(JsonTree::text).toList(),
                json.at("argumentsSha256").text(),
                json.at("arguments").elements().stream().map(JsonTree::text).toList(),
                json.at("codec").text());
    }

    private static Sampled sampled(JsonTree json) {
        JsonTree cycle = json.at("cycle");
        JsonTree total = json.at("total");
        JsonTree kept = json.at("kept");
        List<SampledUnit> units = new ArrayList<>();
        Map<Long, Long> positions = new HashMap<>();
        readSample(json.at("sample"), units, positions);
        return new Sampled(
                new PredictedCycle(
                        cycle.at("units").whole(), cycle.at("setupBytes").whole(), units, combined(cycle)),
                cycle.at("results").oneOf(RunTerms.ResultMode.class),
                cycle.at("last").truth(),
                cycle.has("cycles") ? cycle.at("cycles").integer() : 0,
                cycle.at("setupSha256").text(),
                new Interval(total.at("low").number(), total.at("high").number()),
                total.at("stop").oneOf(SampleGrowth.Stop.class),
                cycle.at("verdict").oneOf(Verdict.class),
                json.at("failures").elements().stream()
                        .map(failure -> new Sampled.Failure(
                                failure.at("unit").whole(), failure.at("text").text()))
                        .toList(),
                new ResultFile.Kept(
                        positions, kept.at("bytes").whole(), kept.at("sha256").text()),
                Math.round(total.at("tookSeconds").number() * 1e9),
                files(json));
    }

    private static CombinedValue combined(JsonTree cycle) {
        return !cycle.has("valueBytes")
                ? CombinedValue.NONE
                : new CombinedValue(
                        cycle.at("valueBytes").number(),
                        cycle.at("valueBytesPerUnit").number(),
                        cycle.at("mergeSeconds").number());
    }

    /** The files; none in predictions of earlier versions. */
    private static List<PredictedFile> files(JsonTree json) {
        return !json.has("files")
                ? List.of()
                : json.at("files").elements().stream()
                        .map(file -> new PredictedFile(
                                file.at("name").text(),
                                file.at("bytes").whole(),
                                file.at("sha256").text()))
                        .toList();
    }

    private static void readSample(JsonTree sample, List<SampledUnit> units, Map<Long, Long> positions) {
        List<JsonTree> indices = sample.at("unit").elements();
        List<JsonTree> compute = sample.at("computeSeconds").elements();
        List<JsonTree> inputs = sample.at("inputBytes").elements();
        List<JsonTree> results = sample.at("resultBytes").elements();
        List<JsonTree> accept = sample.at("acceptSeconds").elements();
        List<JsonTree> position = sample.at("position").elements();
        List<JsonTree> cpu = sample.has("cpuSeconds") ? sample.at("cpuSeconds").elements() : compute;
        for (List<JsonTree> each : List.of(compute, inputs, results, accept, position, cpu)) {
            if (each.size() != indices.size()) {
                throw sample.wrong("arrays of one length");
            }
        }
        for (int i = 0; i < indices.size(); i++) {
            long unit = indices.get(i).whole();
            units.add(new SampledUnit(
                    unit,
                    compute.get(i).number(),
                    inputs.get(i).whole(),
                    results.get(i).whole(),
                    accept.get(i).number(),
                    sample.has("cpuSeconds") ? cpu.get(i).number() : Double.NaN));
            if (position.get(i).whole() >= 0) {
                positions.put(unit, position.get(i).whole());
            }
        }
    }
}
