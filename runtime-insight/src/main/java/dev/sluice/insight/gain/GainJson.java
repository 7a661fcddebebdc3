package dev.sluice.insight.gain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.insight.gain.GainNetwork.GainSubMaster;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The measurements of a run as {@code model.json}, of which the run can be replayed. The ledger is left out: it is in
 * {@code run.json}. An unlimited bandwidth is null.
 */
public final class GainJson {
    /** The schema of the file. */
    public static final String SCHEMA = "sluice-model-1";

    private GainJson() {}

    /** The measurements as JSON. */
    public static String of(String run, GainInput input) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("run", run);
            json.writeNumberField("seconds", input.seconds());
            Json.field(json, "work", input.work());
            network(json, input.network());
            Json.objects(json, "workers", input.workers(), worker -> worker(json, worker));
            terms(json, input.terms());
            overheads(json, input.overheads());
        });
    }

    private static void network(JsonGenerator json, GainNetwork network) throws IOException {
        json.writeObjectFieldStart("network");
        Json.objects(json, "links", network.links(), link -> {
            json.writeStringField("name", link.name());
            json.writeArrayFieldStart("parents");
            for (int parent : link.parents()) {
                json.writeNumber(parent);
            }
            json.writeEndArray();
            Json.field(json, "wire", link.wire());
        });
        json.writeNumberField("masterLink", network.masterLink());
        Json.field(json, "masterPort", network.masterPort());
        Json.objects(json, "subMasters", network.subMasters(), sub -> {
            json.writeStringField("host", sub.host());
            json.writeNumberField("link", sub.link());
            Json.field(json, "port", sub.port());
            json.writeNumberField("readySeconds", sub.readySeconds());
        });
        json.writeBooleanField("known", network.known());
        json.writeEndObject();
    }

    private static void worker(JsonGenerator json, GainWorker worker) throws IOException {
        json.writeStringField("worker", worker.name());
        json.writeStringField("host", worker.host());
        json.writeNumberField("slots", worker.slots());
        json.writeNumberField("unitSeconds", worker.unitSeconds());
        json.writeNumberField("readySeconds", worker.readySeconds());
        json.writeNumberField("link", worker.link());
        Json.field(json, "port", worker.port());
        json.writeNumberField("above", worker.above());
        json.writeNumberField("linkWaitSeconds", worker.linkWaitSeconds());
        json.writeNumberField("spareSlots", worker.spareSlots());
    }

    private static void terms(JsonGenerator json, SimulationTerms terms) throws IOException {
        json.writeObjectFieldStart("terms");
        json.writeStringField("policy", terms.policy().name());
        json.writeStringField("weights", Json.lower(terms.weighting()));
        json.writeNumberField("prefetch", terms.prefetch());
        json.writeNumberField("speculationPercent", terms.speculation());
        json.writeStringField("results", Json.lower(terms.results()));
        json.writeStringField("congestion", terms.congestion().toString().toLowerCase(Locale.ROOT));
        json.writeNumberField("resultMemoryBytes", terms.resultMemoryBytes());
        json.writeStringField("setups", Json.lower(terms.setups()));
        Json.objects(json, "changes", terms.script().switches(), change -> change(json, terms, change));
        Json.objects(json, "steps", terms.script().withoutSwitches().steps(), step -> step(json, step));
        json.writeEndObject();
    }

    /** A change of a host or of a link. */
    private static void step(JsonGenerator json, Script.Step step) throws IOException {
        json.writeNumberField("seconds", step.atNanos() / 1e9);
        json.writeStringField("step", step.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        if (step instanceof Script.OfHost of) {
            json.writeNumberField("host", of.host());
        }
        if (step instanceof Script.Expect expect) {
            json.writeNumberField("slots", expect.slots());
        } else if (step instanceof Script.Capacity capacity) {
            json.writeNumberField("link", capacity.link());
            limited(json, "downBytesPerSecond", capacity.downBytesPerSecond());
            limited(json, "upBytesPerSecond", capacity.upBytesPerSecond());
        }
    }

    /** A change of the hand-out. What it leaves open stays as it was. */
    private static void change(JsonGenerator json, SimulationTerms terms, Script.SwitchPolicy change)
            throws IOException {
        Handout to = change.from(terms.handout());
        json.writeNumberField("seconds", change.atNanos() / 1e9);
        json.writeStringField("policy", to.policy().name());
        json.writeStringField("weights", Json.lower(to.weighting()));
        json.writeNumberField("prefetch", to.prefetch());
    }

    private static void limited(JsonGenerator json, String field, double bytesPerSecond) throws IOException {
        if (Double.isFinite(bytesPerSecond)) {
            json.writeNumberField(field, bytesPerSecond);
        }
    }

    private static void overheads(JsonGenerator json, Overheads costs) throws IOException {
        json.writeObjectFieldStart("overheads");
        cost(json, "masterSends", costs.masterSends());
        cost(json, "masterReceives", costs.masterReceives());
        cost(json, "workerSends", costs.workerSends());
        cost(json, "workerReceives", costs.workerReceives());
        json.writeNumberField("handOutNanos", costs.handOutNanos());
        json.writeNumberField("takeNanos", costs.takeNanos());
        json.writeNumberField("unitNanos", costs.unitNanos());
        json.writeNumberField("claimNanos", costs.claimNanos());
        json.writeNumberField("frameBytes", costs.frameBytes());
        json.writeNumberField("unitBytes", costs.unitBytes());
        json.writeNumberField("startNanos", costs.startNanos());
        json.writeNumberField("delayNanos", costs.travel().delayNanos());
        json.writeNumberField("segmentBytes", costs.travel().segmentBytes());
        json.writeNumberField("segmentHeaderBytes", costs.travel().segmentHeaderBytes());
        decline(json, "masterWarming", costs.warming().master());
        decline(json, "workerWarming", costs.warming().worker());
        decline(json, "slotWarming", costs.warming().slot());
        json.writeEndObject();
    }

    private static void cost(JsonGenerator json, String name, Overheads.Cost cost) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("messageNanos", cost.messageNanos());
        json.writeNumberField("peerNanos", cost.peerNanos());
        json.writeNumberField("byteNanos", cost.byteNanos());
        json.writeEndObject();
    }

    private static void decline(JsonGenerator json, String name, Overheads.Decline decline) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("more", decline.more());
        json.writeNumberField("count", decline.count());
        json.writeEndObject();
    }

    // ---- reading

    /** Reads what {@link #of} has written; any other content is an error that names file and field. */
    public static GainInput read(JsonTree json) {
        if (!json.at("schema").text().equals(SCHEMA)) {
            throw json.at("schema").wrong(SCHEMA);
        }
        return json.made(
                "measurements of a run",
                all -> new GainInput(
                        all.at("seconds").number(),
                        all.at("work").made("the work of a run", GainJson::work),
                        all.at("workers").elements().stream()
                                .map(each -> each.made("a worker", GainJson::worker))
                                .toList(),
                        all.at("network").made("a network", GainJson::network),
                        all.at("terms").made("the terms of a run", GainJson::terms),
                        all.at("overheads").made("the costs of a run", GainJson::overheads),
                        IdleLedger.NONE));
    }

    private static GainWork work(JsonTree json) {
        return new GainWork(
                whole(json, "cycles"),
                json.at("units").whole(),
                json.at("doneUnits").whole(),
                json.at("unitSeconds").number(),
                json.at("spreadSeconds").number(),
                json.at("acceptSeconds").number(),
                json.at("inputBytes").number(),
                json.at("resultBytes").number(),
                json.at("setupBytes").number(),
                json.at("accumulatedBytes").number());
    }

    private static int whole(JsonTree json, String field) {
        return json.at(field).integer();
    }

    private static GainNetwork network(JsonTree json) {
        return new GainNetwork(
                json.at("links").elements().stream()
                        .map(each -> each.made(
                                "a link",
                                link -> new Link(
                                        link.at("name").text(),
                                        link.at("parents").elements().stream()
                                                .map(JsonTree::integer)
                                                .toList(),
                                        wire(link.at("wire")))))
                        .toList(),
                whole(json, "masterLink"),
                wire(json.at("masterPort")),
                json.at("subMasters").elements().stream()
                        .map(sub -> new GainSubMaster(
                                sub.at("host").text(),
                                whole(sub, "link"),
                                wire(sub.at("port")),
                                sub.has("readySeconds") ? sub.at("readySeconds").number() : 0))
                        .toList(),
                json.at("known").truth());
    }

    private static Wire wire(JsonTree json) {
        return json.made("a wire", GainJson::limits);
    }

    private static Wire limits(JsonTree json) {
        return new Wire(
                limited(json, "downBytesPerSecond"),
                limited(json, "upBytesPerSecond"),
                json.at("shared").truth(),
                json.at("latencyNanos").whole(),
                json.at("bufferBytes").whole());
    }

    private static double limited(JsonTree json, String field) {
        return json.has(field) ? json.at(field).number() : Double.POSITIVE_INFINITY;
    }

    private static GainWorker worker(JsonTree json) {
        return new GainWorker(
                json.at("worker").text(),
                json.at("host").text(),
                whole(json, "slots"),
                json.at("unitSeconds").number(),
                json.at("readySeconds").number(),
                whole(json, "link"),
                wire(json.at("port")),
                whole(json, "above"),
                json.at("linkWaitSeconds").number(),
                whole(json, "spareSlots"));
    }

    /** Runs of earlier versions whose policy was AUTO say with which one they began. */
    private static SimulationTerms terms(JsonTree json) {
        JsonTree congestion = json.at("congestion");
        return SimulationTerms.DEFAULT
                .withPolicy(json.at(json.has("begins") ? "begins" : "policy").oneOf(PolicyName.class))
                .withWeighting(json.at("weights").oneOf(Weighting.class))
                .withPrefetch(whole(json, "prefetch"))
                .withSpeculation(whole(json, "speculationPercent"))
                .withResults(json.at("results").oneOf(ResultsKind.class))
                .withCongestion(GrantMode.named(congestion.text())
                        .orElseThrow(() -> congestion.wrong("a value that this version knows")))
                .withResultMemory(json.at("resultMemoryBytes").whole())
                .withSetups(json.has("setups") ? json.at("setups").oneOf(SetupOrder.class) : SetupOrder.AT_ONCE)
                .withScript(new Script(Stream.concat(
                                elements(json, "changes").map(GainJson::change),
                                elements(json, "steps").map(each -> each.made("a step", GainJson::step)))
                        .toList()));
    }

    /** Files of earlier versions have fewer fields. */
    private static Stream<JsonTree> elements(JsonTree json, String field) {
        return json.has(field) ? json.at(field).elements().stream() : Stream.of();
    }

    private static Script.Step step(JsonTree json) {
        long at = nanos(json);
        int host = json.has("host") ? whole(json, "host") : 0;
        return switch (json.at("step").text()) {
            case "join" -> new Script.Join(at, host);
            case "drain" -> new Script.Drain(at, host);
            case "park" -> new Script.Park(at, host);
            case "unpark" -> new Script.Unpark(at, host);
            case "lose" -> new Script.Lose(at, host);
            case "die" -> new Script.Die(at, host);
            case "expect" -> new Script.Expect(at, whole(json, "slots"));
            case "capacity" ->
                new Script.Capacity(
                        at,
                        whole(json, "link"),
                        Math.max(1, limited(json, "downBytesPerSecond")),
                        Math.max(1, limited(json, "upBytesPerSecond")));
            default -> throw json.at("step").wrong("a step that this version knows");
        };
    }

    private static long nanos(JsonTree json) {
        return Math.round(json.at("seconds").number() * 1e9);
    }

    private static Script.Step change(JsonTree json) {
        return new Script.SwitchPolicy(
                nanos(json),
                json.at("policy").oneOf(PolicyName.class),
                json.at("weights").oneOf(Weighting.class),
                whole(json, "prefetch"));
    }

    private static Overheads overheads(JsonTree json) {
        return new Overheads(
                cost(json.at("masterSends")),
                cost(json.at("masterReceives")),
                cost(json.at("workerSends")),
                cost(json.at("workerReceives")),
                json.at("handOutNanos").number(),
                json.at("takeNanos").number(),
                json.at("unitNanos").number(),
                json.at("claimNanos").number(),
                whole(json, "frameBytes"),
                whole(json, "unitBytes"),
                json.at("startNanos").whole(),
                new Overheads.Travel(
                        json.at("delayNanos").whole(), whole(json, "segmentBytes"), whole(json, "segmentHeaderBytes")),
                new Overheads.Warming(
                        decline(json.at("masterWarming")),
                        decline(json.at("workerWarming")),
                        decline(json.at("slotWarming"))));
    }

    private static Overheads.Cost cost(JsonTree json) {
        return new Overheads.Cost(
                json.at("messageNanos").number(),
                json.at("peerNanos").number(),
                json.at("byteNanos").number());
    }

    private static Overheads.Decline decline(JsonTree json) {
        return new Overheads.Decline(json.at("more").number(), json.at("count").number());
    }
}
