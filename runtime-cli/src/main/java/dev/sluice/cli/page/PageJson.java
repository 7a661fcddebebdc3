package dev.sluice.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A view of a run as JSON on one line, as {@code docs/page.schema.json} defines it. Its fields are the components of
 * {@link RunView}. Numbers that are not known, NaN in the view, are null.
 */
public final class PageJson {
    /** The value of the field {@code schema}. */
    public static final String SCHEMA = "sluice-page-1";

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
        parts.write(json, "about", view.about(), part -> write(part, view.about()));
        write(json, view.overview());
        parts.write(
                json,
                "lanes",
                view.lanes(),
                part -> Json.objects(part, "lanes", view.lanes(), lane -> write(part, lane)));
        StreamJson.write(json, view.bands());
        StreamJson.write(json, view.spans());
        StreamJson.write(json, view.transfers());
        StreamJson.write(json, view.series());
        parts.write(
                json,
                "links",
                view.links(),
                part -> Json.objects(part, "links", view.links(), link -> write(part, link)));
        parts.write(json, "ledger", view.ledger(), part -> write(part, view.ledger()));
        RunView.Scaling scaling = view.scaling();
        if (scaling == null) {
            json.writeNullField("scaling");
        } else {
            parts.write(json, "scaling", scaling, part -> write(part, scaling));
        }
        write(json, view.forecasts());
        parts.write(
                json,
                "hosts",
                view.hosts(),
                part -> Json.objects(part, "hosts", view.hosts(), host -> write(part, host)));
        Json.objects(json, "decisions", view.decisions(), decision -> CourseJson.write(json, decision));
        Json.objects(json, "failures", view.failures(), failure -> write(json, failure));
        parts.write(json, "course", view.course(), part -> write(part, view.course()));
    }

    private static void write(JsonGenerator json, RunView.About about) throws IOException {
        json.writeObjectFieldStart("about");
        json.writeStringField("kind", Json.lower(about.kind()));
        json.writeStringField("run", about.run());
        json.writeStringField("application", about.application());
        Json.strings(json, "arguments", about.arguments());
        json.writeStringField("started", about.started());
        json.writeStringField("master", about.master());
        json.writeStringField("policy", about.policy());
        json.writeStringField("sluiceVersion", about.sluiceVersion());
        json.writeStringField("javaVersion", about.javaVersion());
        json.writeStringField("directory", about.directory());
        json.writeStringField("end", about.end());
        json.writeNumberField("exitCode", about.exitCode());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RunView.Overview overview) throws IOException {
        json.writeObjectFieldStart("overview");
        number(json, "seconds", overview.seconds());
        json.writeNumberField("cycle", overview.cycle());
        json.writeNumberField("cycles", overview.cycles());
        json.writeNumberField("units", overview.units());
        json.writeNumberField("done", overview.done());
        json.writeNumberField("doneInAll", overview.doneInAll());
        number(json, "rateNow", overview.rateNow());
        number(json, "rateMean", overview.rateMean());
        number(json, "ratePossible", overview.ratePossible());
        number(json, "efficiency", overview.efficiency());
        number(json, "etaLow", overview.etaLow());
        number(json, "etaHigh", overview.etaHigh());
        json.writeNumberField("workers", overview.workers());
        json.writeNumberField("workersExpected", overview.workersExpected());
        json.writeNumberField("slots", overview.slots());
        json.writeNumberField("parkedSlots", overview.parkedSlots());
        json.writeNumberField("failures", overview.failures());
        json.writeStringField("bottleneck", overview.bottleneck());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RunView.Lane lane) throws IOException {
        json.writeNumberField("number", lane.number());
        json.writeStringField("worker", lane.worker());
        json.writeStringField("host", lane.host());
        json.writeNumberField("slot", lane.slot());
        json.writeNumberField("slots", lane.slots());
        number(json, "fromSeconds", lane.fromSeconds());
        number(json, "toSeconds", lane.toSeconds());
        json.writeStringField("state", Json.lower(lane.state()));
    }

    private static void write(JsonGenerator json, RunView.Link link) throws IOException {
        json.writeNumberField("number", link.number());
        json.writeNumberField("parent", link.parent());
        json.writeStringField("name", link.name());
        json.writeNumberField("slots", link.slots());
        number(json, "capacityUp", link.capacityUp());
        number(json, "capacityDown", link.capacityDown());
        number(json, "usedUp", link.usedUp());
        number(json, "usedDown", link.usedDown());
        number(json, "bestUp", link.bestUp());
        number(json, "bestDown", link.bestDown());
        json.writeBooleanField("binding", link.binding());
    }

    private static void write(JsonGenerator json, RunView.Ledger ledger) throws IOException {
        json.writeObjectFieldStart("ledger");
        number(json, "slotSeconds", ledger.slotSeconds());
        Json.objects(json, "lines", ledger.lines(), line -> {
            json.writeStringField("field", line.field());
            json.writeStringField("words", line.words());
            number(json, "seconds", line.seconds());
            number(json, "percent", line.percent());
        });
        Json.objects(json, "links", ledger.links(), wait -> {
            json.writeStringField("from", wait.from());
            json.writeStringField("to", wait.to());
            number(json, "seconds", wait.seconds());
        });
        Json.objects(json, "changes", ledger.changes(), change -> {
            json.writeStringField("what", change.what());
            number(json, "seconds", change.seconds());
            number(json, "gain", change.gain());
        });
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RunView.Scaling scaling) throws IOException {
        json.writeObjectFieldStart("scaling");
        StreamJson.numbers(json, "slots", scaling.slots());
        StreamJson.numbers(json, "seconds", scaling.seconds());
        StreamJson.numbers(json, "low", scaling.low());
        StreamJson.numbers(json, "high", scaling.high());
        json.writeNumberField("knee", scaling.knee());
        json.writeNumberField("hereSlots", scaling.hereSlots());
        number(json, "hereSeconds", scaling.hereSeconds());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RunView.Forecasts forecasts) throws IOException {
        json.writeObjectFieldStart("forecasts");
        StreamJson.numbers(json, "at", forecasts.at());
        StreamJson.numbers(json, "low", forecasts.low());
        StreamJson.numbers(json, "high", forecasts.high());
        number(json, "actual", forecasts.actual());
        number(json, "held", forecasts.held());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RunView.Host host) throws IOException {
        json.writeStringField("name", host.name());
        json.writeNumberField("workers", host.workers());
        json.writeNumberField("slots", host.slots());
        json.writeNumberField("units", host.units());
        number(json, "unitSeconds", host.unitSeconds());
        number(json, "load", host.load());
        number(json, "roundTripSeconds", host.roundTripSeconds());
        number(json, "bytesPerSecond", host.bytesPerSecond());
        json.writeStringField("transport", host.transport());
        json.writeStringField("state", Json.lower(host.state()));
        json.writeStringField("log", host.log());
    }

    private static void write(JsonGenerator json, CourseView course) throws IOException {
        json.writeObjectFieldStart("course");
        CourseJson.write(json, course, "cycles");
        CourseJson.writeTuners(json, course);
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RunView.Failure failure) throws IOException {
        number(json, "seconds", failure.seconds());
        json.writeNumberField("cycle", failure.cycle());
        json.writeFieldName("unit");
        StreamJson.unit(json, failure.unit());
        json.writeStringField("worker", failure.worker());
        json.writeStringField("host", failure.host());
        json.writeBooleanField("given", failure.given());
        json.writeNumberField("tries", failure.tries());
        json.writeStringField("type", failure.type());
        json.writeStringField("message", failure.message());
        json.writeStringField("stack", failure.stack());
        Json.strings(json, "log", failure.log());
    }

    private static void number(JsonGenerator json, String name, double value) throws IOException {
        json.writeFieldName(name);
        StreamJson.number(json, value);
    }
}
