package dev.sluice.cli.discover;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.model.topology.DiscoveryPlan;
import dev.sluice.model.topology.Topology;
import dev.sluice.view.ViewWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** A discovery as JSON (docs/discovery.schema.json): within a version of the schema fields are added, never changed. */
final class DiscoveryJson {
    static final String SCHEMA = "sluice-discovery-1";

    private DiscoveryJson() {}

    /** Describes a plan before anything was measured. */
    static void plan(JsonGenerator json, DiscoveryPlan plan) throws IOException {
        json.writeStringField("schema", SCHEMA);
        writePlan(json, plan);
    }

    private static void writePlan(JsonGenerator json, DiscoveryPlan plan) throws IOException {
        json.writeObjectFieldStart("plan");
        json.writeNumberField("hosts", plan.hosts());
        json.writeNumberField("mostTests", plan.mostTests());
        json.writeNumberField("alikeTests", plan.alikeTests());
        json.writeNumberField("mostBytes", plan.mostBytes());
        json.writeNumberField("alikeSeconds", plan.alikeSeconds());
        json.writeNumberField("mostSeconds", plan.mostSeconds());
        json.writeNumberField("linkSeconds", plan.linkSeconds());
        json.writeEndObject();
    }

    static String of(Topology topology, DiscoveryPlan plan, Instant measured) {
        return Json.object(json -> {
            plan(json, plan);
            json.writeStringField("measured", measured.toString());
            json.writeNumberField("tests", topology.tests());
            json.writeNumberField("transfers", topology.transfers());
            json.writeNumberField("bytes", topology.bytes());
            json.writeNumberField("busiestLinkSeconds", topology.busiestLinkSeconds());
            Json.objects(json, "groups", topology.groups(), group -> {
                json.writeStringField("link", group.link());
                json.writeStringField("kind", Json.lower(group.kind()));
                texts(json, "hosts", group.hosts());
            });
            Json.objects(json, "capacities", topology.capacities(), capacity -> {
                json.writeStringField("of", capacity.of());
                json.writeNumberField("downBytesPerSecond", capacity.downBytesPerSecond());
                json.writeNumberField("upBytesPerSecond", capacity.upBytesPerSecond());
                json.writeNumberField("spread", capacity.spread());
                if (!capacity.doubt().isEmpty()) {
                    json.writeStringField("undecided", capacity.doubt());
                }
            });
            texts(json, "lost", topology.lost());
            Json.objects(json, "untested", topology.untested(), pair -> {
                texts(json, "hosts", List.of(pair.one(), pair.other()));
                json.writeStringField("why", pair.why());
                json.writeStringField("assumed", pair.assumed());
            });
            texts(json, "undecided", topology.open());
            texts(json, "notes", topology.notes());
            json.writeFieldName("view");
            ViewWriter.write(json, topology.view(), measured, topology.open());
        });
    }

    private static void texts(JsonGenerator json, String field, List<String> texts) throws IOException {
        Json.strings(json, field, texts);
    }
}
