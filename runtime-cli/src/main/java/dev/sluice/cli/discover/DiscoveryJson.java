package dev.sluice.cli.discover;

import dev.sluice.json.Json;
import dev.sluice.model.Written;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.topology.DiscoveryPlan;
import dev.sluice.model.topology.Topology;
import dev.sluice.view.ViewWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A discovery as JSON (docs/discovery.schema.json): within a version of the schema fields are added, never changed. */
record DiscoveryJson(
        String schema,
        DiscoveryPlan plan,
        @Written(flat = true) @Nullable Found found) {
    private static final String SCHEMA = "sluice-discovery-1";

    private record Found(
            Instant measured,
            @Written(flat = true) Topology.Effort effort,
            List<Topology.Group> groups,
            List<Topology.Capacity> capacities,
            List<String> lost,
            List<Topology.Untested> untested,
            List<String> undecided,
            List<String> notes,
            NetworkView view) {}

    /** Describes a plan before anything was measured. */
    static String of(DiscoveryPlan plan) {
        return Json.of(new DiscoveryJson(SCHEMA, plan, null));
    }

    static String of(Topology topology, DiscoveryPlan plan, Instant measured) {
        Found found = new Found(
                measured,
                topology.effort(),
                topology.groups(),
                topology.capacities(),
                topology.lost(),
                topology.untested(),
                topology.open(),
                topology.notes(),
                topology.view());
        String view = ViewWriter.line(topology.view(), measured, topology.open());
        return Json.of(new DiscoveryJson(SCHEMA, plan, found), (name, value) -> name.equals("view") ? view : null);
    }
}
