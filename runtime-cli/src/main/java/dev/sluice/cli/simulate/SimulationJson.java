package dev.sluice.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.insight.replay.Replay;
import dev.sluice.json.Json;
import dev.sluice.master.RunTerms;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Expectation;
import dev.sluice.model.tune.TunedStep;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Simulated runs as {@code docs/simulation.schema.json} has them. */
final class SimulationJson {
    static final String SCHEMA = "sluice-simulation-1";

    private final SimulatedRuns runs;
    private final JsonGenerator json;

    /** Null if no run is replayed. */
    private final @Nullable Replay replay;

    private SimulationJson(SimulatedRuns runs, @Nullable Replay replay, JsonGenerator json) {
        this.runs = runs;
        this.replay = replay;
        this.json = json;
    }

    static String of(SimulatedRuns runs) {
        return of(runs, null);
    }

    static String of(SimulatedRuns runs, @Nullable Replay replay) {
        return Json.object(json -> new SimulationJson(runs, replay, json).write());
    }

    private void writeReplay(Replay same) throws IOException {
        json.writeObjectFieldStart("replay");
        json.writeStringField("run", same.recorded().run());
        json.writeNumberField("actualSeconds", same.recorded().seconds());
        json.writeNumberField("seconds", same.seconds());
        json.writeNumberField("error", same.error());
        json.writeBooleanField("fits", same.fits());
        json.writeNumberField("units", same.recorded().units());
        json.writeNumberField("recordedUnits", same.recorded().recordedUnits());
        json.writeEndObject();
    }

    private void write() throws IOException {
        json.writeStringField("schema", SCHEMA);
        json.writeStringField("view", runs.machines().view().name());
        json.writeStringField("master", runs.host(runs.machines().master()));
        json.writeNumberField("workers", runs.machines().workers());
        json.writeNumberField("slots", runs.slots());
        json.writeNumberField("cycles", runs.workload().cycles());
        json.writeNumberField("units", runs.units());
        Replay same = replay;
        if (same != null) {
            writeReplay(same);
        }
        Json.objects(json, "runs", runs.runs(), run -> {
            terms(run.terms());
            report(run.report());
            changes(run.steps());
        });
    }

    private void changes(List<TunedStep> steps) throws IOException {
        Json.objects(json, "changes", steps, step -> {
            Adjustment change = step.change();
            json.writeNumberField("seconds", change.seconds());
            json.writeStringField("knob", change.knob());
            json.writeStringField("from", change.was());
            json.writeStringField("to", change.becomes());
            json.writeStringField("why", change.why());
            Expectation expected = change.expected();
            if (expected != null) {
                json.writeNumberField("expectedGain", expected.gain());
                json.writeNumberField("expectedError", expected.error());
            }
            json.writeStringField("outcome", step.outcome());
        });
    }

    private void terms(SimulationTerms terms) throws IOException {
        Handout now = terms.handout();
        json.writeStringField("policy", now.policy().name());
        json.writeStringField("weights", Json.lower(now.used()));
        json.writeStringField("prefetch", RunTerms.prefetch(now.prefetch()));
        json.writeNumberField("speculationPercent", now.speculation());
        json.writeStringField("results", Json.lower(terms.results()));
        json.writeStringField(
                "congestion", terms.delivery().congestion().toString().toLowerCase(Locale.ROOT));
        json.writeStringField("setups", Json.lower(terms.delivery().setups(now)));
        json.writeStringField("network", Json.lower(terms.network()));
        json.writeNumberField("seed", terms.seed());
    }

    private void report(SimulationReport report) throws IOException {
        json.writeStringField("ending", Json.lower(report.ending()));
        json.writeNumberField("seconds", report.seconds());
        json.writeNumberField("acceptedUnits", report.acceptedUnits());
        json.writeNumberField("unitsPerSecond", report.rateWups());
        json.writeArrayFieldStart("cycleSeconds");
        for (SimulationReport.CycleTimes cycle : report.cycles()) {
            json.writeNumber(cycle.nanos() / 1e9);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("ledger");
        json.writeNumberField("slotSeconds", report.slotNanos() / 1e9);
        causes(report.idle());
        json.writeEndObject();
        workers(report);
        servers("processors", report.processors());
        servers("links", report.links());
        counters(report);
        traffic(report.traffic());
        grants(report.grants());
        json.writeStringField("verdict", report.verdict(true).sentence());
        Json.objects(json, "resources", report.resources().uses(), use -> {
            json.writeStringField("name", use.name());
            json.writeBooleanField("ofRun", use.ofRun());
            json.writeNumberField("total", use.total());
            json.writeNumberField("used", use.used());
            json.writeNumberField("shortSeconds", use.shortNanos() / 1e9);
        });
    }

    private void causes(CauseTimes times) throws IOException {
        json.writeObjectFieldStart("causeSeconds");
        for (Cause cause : Cause.values()) {
            json.writeNumberField(Json.lower(cause), times.of(cause) / 1e9);
        }
        json.writeEndObject();
    }

    private void workers(SimulationReport report) throws IOException {
        Json.objects(json, "workers", report.workers(), worker -> {
            json.writeStringField("worker", "w" + worker.worker());
            json.writeStringField("host", runs.host(worker.host()));
            json.writeNumberField("slots", worker.slots());
            json.writeNumberField("fromSeconds", worker.fromNanos() / 1e9);
            json.writeNumberField("toSeconds", worker.toNanos() / 1e9);
            json.writeNumberField("units", worker.units());
            causes(worker.times());
        });
    }

    private void servers(String name, List<ServerUse> uses) throws IOException {
        Json.objects(json, name, uses, use -> {
            json.writeStringField("name", use.name());
            json.writeStringField("part", Json.lower(use.part()));
            json.writeNumberField("utilisation", use.utilisation());
            json.writeNumberField("meanQueue", use.meanQueue());
            json.writeNumberField("maxQueue", use.maxQueue());
            json.writeNumberField("amount", use.amount());
        });
    }

    private void counters(SimulationReport report) throws IOException {
        json.writeObjectFieldStart("counters");
        json.writeNumberField("assigned", report.counters().assigned());
        json.writeNumberField("accepted", report.counters().accepted());
        json.writeNumberField("duplicates", report.counters().duplicates());
        json.writeNumberField("quarantined", report.counters().quarantined());
        json.writeNumberField("handedBack", report.counters().handedBack());
        json.writeNumberField("reassigned", report.counters().reassigned());
        json.writeNumberField("copies", report.counters().copies());
        json.writeNumberField("copiesWon", report.counters().copiesWon());
        json.writeNumberField("workersJoined", report.counters().workersJoined());
        json.writeNumberField("workersLost", report.counters().workersLost());
        json.writeEndObject();
    }

    private void traffic(SimulationReport.Traffic traffic) throws IOException {
        json.writeObjectFieldStart("traffic");
        json.writeNumberField("messagesToWorkers", traffic.messagesDown());
        json.writeNumberField("messagesToMaster", traffic.messagesUp());
        json.writeNumberField("bytesToWorkers", traffic.bytesDown());
        json.writeNumberField("bytesToMaster", traffic.bytesUp());
        json.writeNumberField("assignments", traffic.assignments());
        json.writeNumberField("events", traffic.events());
        json.writeEndObject();
    }

    private void grants(SimulationReport.Grants grants) throws IOException {
        json.writeObjectFieldStart("congestionControl");
        json.writeNumberField("granted", grants.results());
        json.writeNumberField("grantedBytes", grants.bytes());
        json.writeNumberField("mostAtOnce", grants.most());
        Json.field(json, "changes", grants.history());
        json.writeEndObject();
    }
}
