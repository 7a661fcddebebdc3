package dev.sluice.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.record.RunView;
import java.io.IOException;

/** The parts of a view that are columns: an array for each component. Arrays of bytes are base64. */
final class StreamJson {
    /** The largest number up to which every whole number is exact in JavaScript: 2^53. */
    private static final long MOST_EXACT = 1L << 53;

    private StreamJson() {}

    static void write(JsonGenerator json, RunView.Spans spans) throws IOException {
        json.writeObjectFieldStart("spans");
        numbers(json, "lane", spans.lane());
        numbers(json, "fromMicros", spans.fromMicros());
        numbers(json, "micros", spans.micros());
        numbers(json, "cycle", spans.cycle());
        json.writeArrayFieldStart("firstUnit");
        for (long unit : spans.firstUnit()) {
            unit(json, unit);
        }
        json.writeEndArray();
        numbers(json, "units", spans.units());
        json.writeBinaryField("outcome", spans.outcome());
        json.writeNumberField("omitted", spans.omitted());
        json.writeEndObject();
    }

    /** Writes the number of a unit as text where JavaScript would round it. */
    static void unit(JsonGenerator json, long unit) throws IOException {
        if (unit > MOST_EXACT) {
            json.writeString(Long.toString(unit));
        } else {
            json.writeNumber(unit);
        }
    }

    static void numbers(JsonGenerator json, String name, int[] values) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    static void numbers(JsonGenerator json, String name, long[] values) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    /** Writes null where JSON has no number. */
    static void number(JsonGenerator json, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }
}
