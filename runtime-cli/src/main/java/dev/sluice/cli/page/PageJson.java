package dev.sluice.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A view of a run as JSON on one line, as {@code docs/page.schema.json} defines it. Its fields are the components of
 * {@link RunView}. Numbers that are not known, NaN in the view, are null.
 */
public final class PageJson {
    /** The value of the field {@code schema}. */
    public static final String SCHEMA = "sluice-page-1";

    /** The largest number up to which every whole number is exact in JavaScript: 2^53. */
    private static final long MOST_EXACT = 1L << 53;

    /** Writes a part that rarely changes from one view to the next. */
    interface Parts {
        /** Writes what {@code body} writes: the field {@code name}, which depends on {@code value} alone. */
        void write(JsonGenerator json, String name, Object value, Json.Body body) throws IOException;
    }

    private PageJson() {}

    /** The object in UTF-8; half of a surrogate pair, which an application may put into a message, becomes "?". */
    public static byte[] bytes(RunView view) {
        return text(view).getBytes(StandardCharsets.UTF_8);
    }

    public static String text(RunView view) {
        return text(view, (json, name, value, body) -> body.write(json));
    }

    static String text(RunView view, Parts parts) {
        return Json.object(json -> write(json, view, parts));
    }

    private static void write(JsonGenerator json, RunView view, Parts parts) throws IOException {
        json.writeStringField("schema", SCHEMA);
        json.writeNumberField("sequence", view.sequence());
        json.writeBooleanField("whole", view.whole());
        write(json, parts, "about", view.about());
        json.writeObjectFieldStart("overview");
        Json.fields(json, view.overview());
        Json.field(json, "efficiency", view.overview().efficiency());
        json.writeEndObject();
        write(json, parts, "lanes", view.lanes());
        Json.field(json, "bands", view.bands());
        write(json, view.spans());
        Json.field(json, "transfers", view.transfers());
        Json.field(json, "series", view.series());
        write(json, parts, "links", view.links());
        write(json, parts, "ledger", view.ledger());
        write(json, parts, "scaling", view.scaling());
        Json.field(json, "forecasts", view.forecasts());
        write(json, parts, "hosts", view.hosts());
        Json.field(json, "decisions", view.decisions());
        Json.objects(json, "failures", view.failures(), failure -> write(json, failure));
        parts.write(json, "course", view.course(), part -> {
            part.writeObjectFieldStart("course");
            CourseJson.write(part, view.course(), "cycles");
            part.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Parts parts, String name, @Nullable Object part) throws IOException {
        if (part == null) {
            json.writeNullField(name);
        } else {
            parts.write(json, name, part, own -> Json.field(own, name, part));
        }
    }

    private static void write(JsonGenerator json, RunView.Failure failure) throws IOException {
        Json.field(json, "seconds", failure.seconds());
        json.writeNumberField("cycle", failure.cycle());
        json.writeFieldName("unit");
        unit(json, failure.unit());
        json.writeStringField("worker", failure.worker());
        json.writeStringField("host", failure.host());
        json.writeBooleanField("given", failure.given());
        json.writeNumberField("tries", failure.tries());
        json.writeStringField("type", failure.type());
        json.writeStringField("message", failure.message());
        json.writeStringField("stack", failure.stack());
        Json.strings(json, "log", failure.log());
    }

    private static void write(JsonGenerator json, RunView.Spans spans) throws IOException {
        json.writeObjectFieldStart("spans");
        Json.field(json, "lane", spans.lane());
        Json.field(json, "fromMicros", spans.fromMicros());
        Json.field(json, "micros", spans.micros());
        Json.field(json, "cycle", spans.cycle());
        json.writeArrayFieldStart("firstUnit");
        for (long unit : spans.firstUnit()) {
            unit(json, unit);
        }
        json.writeEndArray();
        Json.field(json, "units", spans.units());
        json.writeBinaryField("outcome", spans.outcome());
        json.writeNumberField("omitted", spans.omitted());
        json.writeEndObject();
    }

    /** Writes the number of a unit as text where JavaScript would round it. */
    private static void unit(JsonGenerator json, long unit) throws IOException {
        if (unit > MOST_EXACT) {
            json.writeString(Long.toString(unit));
        } else {
            json.writeNumber(unit);
        }
    }
}
