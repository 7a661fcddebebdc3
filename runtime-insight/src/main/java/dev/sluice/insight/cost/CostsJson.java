package dev.sluice.insight.cost;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.io.IOException;

/** Writes the runtime's own costs as JSON. */
public final class CostsJson {
    private CostsJson() {}

    /** Writes one field for each figure; an unknown figure is null. */
    public static void write(JsonGenerator json, RuntimeCosts costs) throws IOException {
        writeKnown(json, "masterMessageNanos", costs.masterMessageNanos());
        writeKnown(json, "workerMessageNanos", costs.workerMessageNanos());
        writeKnown(json, "unitNanos", costs.unitNanos());
        writeKnown(json, "secondNanos", costs.secondNanos());
        writeKnown(json, "startNanos", costs.startNanos());
    }

    private static void writeKnown(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isNaN(value)) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, value);
        }
    }
}
