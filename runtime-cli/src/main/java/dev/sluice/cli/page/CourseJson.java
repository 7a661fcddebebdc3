package dev.sluice.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.RegimeSlice;
import java.io.IOException;

/** The course of a run in JSON: the same fields on pages and in {@code run.json}. */
public final class CourseJson {
    private CourseJson() {}

    /** Writes the fields {@code regimes} and {@code tuners}, and a field for the cycles. */
    public static void write(JsonGenerator json, CourseView course, String cycles) throws IOException {
        Json.objects(json, "regimes", course.regimes(), slice -> write(json, slice));
        Json.objects(json, cycles, course.cycles(), cycle -> write(json, cycle));
        Json.field(json, "tuners", course.tuners());
    }

    private static void write(JsonGenerator json, RegimeSlice slice) throws IOException {
        json.writeNumberField("fromSeconds", slice.fromSeconds());
        json.writeNumberField("toSeconds", slice.toSeconds());
        json.writeStringField("regime", slice.regime());
        json.writeStringField("resource", slice.resource());
        json.writeNumberField("computation", share(slice.computation()));
        json.writeNumberField("communication", share(slice.communication()));
        json.writeNumberField("overhead", share(slice.overhead()));
    }

    private static double share(double load) {
        return Math.round(load * 1e4) / 1e4;
    }

    private static void write(JsonGenerator json, CycleRecord cycle) throws IOException {
        json.writeNumberField("cycle", cycle.cycle());
        json.writeNumberField("ended", cycle.ended());
        json.writeNumberField("fromSeconds", cycle.fromSeconds());
        json.writeNumberField("seconds", cycle.seconds());
        json.writeNumberField("units", cycle.units());
        json.writeNumberField("slots", cycle.slots());
        json.writeNumberField("computeSeconds", cycle.computeSeconds());
        json.writeNumberField("bytesOut", cycle.bytesOut());
        json.writeNumberField("bytesIn", cycle.bytesIn());
        json.writeNumberField("messages", cycle.messages());
        writeSeconds(json, "causes", cycle.causes());
        json.writeStringField("regime", cycle.regime());
        json.writeStringField("resource", cycle.resource());
    }

    /** Writes slot time by cause. */
    public static void writeSeconds(JsonGenerator json, String name, CauseTimes times) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("compute", times.of(Cause.COMPUTE) / 1e9);
        json.writeNumberField("runtime", times.of(Cause.RUNTIME) / 1e9);
        json.writeNumberField("waitingForMaster", times.of(Cause.MASTER) / 1e9);
        json.writeNumberField("waitingForResultsLink", times.of(Cause.RESULTS_LINK) / 1e9);
        json.writeNumberField("waitingForInputsLink", times.of(Cause.INPUTS_LINK) / 1e9);
        json.writeNumberField("waitingForSetup", times.of(Cause.SETUP) / 1e9);
        json.writeNumberField("noWorkLeft", times.of(Cause.NO_WORK) / 1e9);
        json.writeNumberField("starting", times.of(Cause.STARTING) / 1e9);
        json.writeNumberField("parked", times.of(Cause.PARKED) / 1e9);
        json.writeEndObject();
    }
}
