package dev.sluice.insight.cost;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.json.Json;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.Overheads.Cost;
import dev.sluice.model.simulate.Overheads.Decline;
import dev.sluice.model.simulate.Overheads.Travel;
import dev.sluice.model.simulate.Overheads.Warming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Costs of the runtime as a flat JSON object of numbers: {@code docs/overheads.schema.json}. */
public final class OverheadsJson {
    static final String SCHEMA = "sluice-overheads-1";

    private static final JsonFactory FACTORY = new JsonFactory();

    private OverheadsJson() {}

    public static String of(Overheads overheads) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            for (Map.Entry<String, Double> each : values(overheads).entrySet()) {
                json.writeNumberField(each.getKey(), each.getValue());
            }
        });
    }

    /** The file that {@code --overheads} names. */
    public static Overheads read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--overheads: " + file + ": " + e + " (expected: what 'sluice overheads --json' prints)",
                    e);
        }
    }

    /** @throws IOException when this is no such object, or a number of it is missing or cannot be */
    static Overheads parse(String text) throws IOException {
        Map<String, Double> values = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(text)) {
            while (json.nextToken() != null) {
                JsonToken token = json.currentToken();
                if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
                    values.put(json.currentName(), json.getDoubleValue());
                }
            }
        }
        for (String name : values(Overheads.NONE).keySet()) {
            if (!values.containsKey(name)) {
                throw new IOException(
                        "overheads without '" + name + "' (expected: an object by docs/overheads.schema.json)");
            }
        }
        try {
            return of(name -> values.getOrDefault(name, 0.0));
        } catch (IllegalArgumentException e) {
            throw new IOException("overheads: " + e.getMessage(), e);
        }
    }

    /** By name, in the order in which they are written. */
    static Map<String, Double> values(Overheads of) {
        Map<String, Double> values = new LinkedHashMap<>();
        put(values, "masterSends", of.masterSends());
        put(values, "masterReceives", of.masterReceives());
        put(values, "workerSends", of.workerSends());
        put(values, "workerReceives", of.workerReceives());
        values.put("handOutNanos", of.handOutNanos());
        values.put("takeNanos", of.takeNanos());
        values.put("unitNanos", of.unitNanos());
        values.put("claimNanos", of.claimNanos());
        values.put("frameBytes", (double) of.frameBytes());
        values.put("unitBytes", (double) of.unitBytes());
        values.put("startNanos", (double) of.startNanos());
        values.put("delayNanos", (double) of.travel().delayNanos());
        values.put("segmentBytes", (double) of.travel().segmentBytes());
        values.put("segmentHeaderBytes", (double) of.travel().segmentHeaderBytes());
        put(values, "warmingMaster", of.warming().master());
        put(values, "warmingWorker", of.warming().worker());
        put(values, "warmingSlot", of.warming().slot());
        return values;
    }

    private static void put(Map<String, Double> values, String name, Decline decline) {
        values.put(name + "More", decline.more());
        values.put(name + "Count", decline.count());
    }

    private static void put(Map<String, Double> values, String name, Cost cost) {
        values.put(name + "MessageNanos", cost.messageNanos());
        values.put(name + "ByteNanos", cost.byteNanos());
    }

    /** From the numbers by name. */
    public static Overheads of(ToDoubleFunction<String> values) {
        return new Overheads(
                cost(values, "masterSends"),
                cost(values, "masterReceives"),
                cost(values, "workerSends"),
                cost(values, "workerReceives"),
                values.applyAsDouble("handOutNanos"),
                values.applyAsDouble("takeNanos"),
                values.applyAsDouble("unitNanos"),
                values.applyAsDouble("claimNanos"),
                (int) values.applyAsDouble("frameBytes"),
                (int) values.applyAsDouble("unitBytes"),
                (long) values.applyAsDouble("startNanos"),
                new Travel((long) values.applyAsDouble("delayNanos"), (int) values.applyAsDouble("segmentBytes"), (int)
                        values.applyAsDouble("segmentHeaderBytes")),
                new Warming(
                        decline(values, "warmingMaster"),
                        decline(values, "warmingWorker"),
                        decline(values, "warmingSlot")));
    }

    private static Decline decline(ToDoubleFunction<String> values, String name) {
        return new Decline(values.applyAsDouble(name + "More"), values.applyAsDouble(name + "Count"));
    }

    private static Cost cost(ToDoubleFunction<String> values, String name) {
        return new Cost(values.applyAsDouble(name + "MessageNanos"), values.applyAsDouble(name + "ByteNanos"));
    }
}
