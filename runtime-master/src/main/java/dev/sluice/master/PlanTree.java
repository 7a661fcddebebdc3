package dev.sluice.master;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.plan.SubMasterCandidate;
import dev.sluice.model.plan.SubMasterPlan;
import dev.sluice.model.plan.SubMasterQuestion;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.ResultsKind;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Which sub-masters a run should have, and why.
 *
 * @param units that were simulated
 */
record PlanTree(SubMasterPlan plan, long units) {
    private static final long MOST_UNITS = 200_000;
    private static final int MOST_SHOWN = 12;

    /** With a worker on every other host; {@code units} are those of the run. */
    static PlanTree of(
            NetworkView view,
            int master,
            UnitCosts costs,
            long units,
            Overheads overheads,
            ResultsKind results,
            double minGain) {
        int[] workers = IntStream.range(0, view.hosts().size())
                .filter(host -> host != master)
                .toArray();
        long simulated = Math.min(units, MOST_UNITS);
        SubMasterQuestion question = new SubMasterQuestion(
                view,
                master,
                workers,
                costs,
                Workloads.constant(1, simulated, costs),
                overheads,
                SimulationTerms.DEFAULT.withResults(results));
        return new PlanTree(SubMasterPlan.of(question, minGain), simulated);
    }

    /** For a terminal. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean none = plan.chosen().isEmpty();
        lines.add(
                none
                        ? String.format(
                                Locale.ROOT,
                                "Sub-masters: none (simulated, %,d units: %.4g s)",
                                units,
                                plan.secondsWithout())
                        : String.format(
                                Locale.ROOT,
                                "Sub-masters: %d (simulated, %,d units: %.4g s, without %.4g s)",
                                plan.chosen().size(),
                                units,
                                plan.seconds(),
                                plan.secondsWithout()));
        List<SubMasterCandidate> candidates = plan.candidates();
        for (SubMasterCandidate each : candidates.subList(0, Math.min(MOST_SHOWN, candidates.size()))) {
            lines.add((each.chosen() ? "  + " : "  - ") + each.reason());
        }
        if (candidates.size() > MOST_SHOWN) {
            lines.add("  and " + (candidates.size() - MOST_SHOWN) + " further places, see --json");
        }
        if (!none) {
            lines.add("");
            lines.addAll(plan.tree());
        }
        return lines;
    }

    /** As a field of the plan. */
    void write(JsonGenerator json, NetworkView view) throws IOException {
        json.writeObjectFieldStart("subMasters");
        json.writeNumberField("units", units);
        seconds(json, "seconds", plan.seconds());
        seconds(json, "secondsWithout", plan.secondsWithout());
        json.writeArrayFieldStart("tree");
        for (String line : plan.tree()) {
            json.writeString(line);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("candidates");
        for (SubMasterCandidate each : plan.candidates()) {
            json.writeStartObject();
            json.writeStringField("link", view.links().get(each.link()).name());
            json.writeStringField("host", view.hosts().get(each.host()).name());
            json.writeArrayFieldStart("children");
            for (int child : each.children()) {
                json.writeString(view.hosts().get(child).name());
            }
            json.writeEndArray();
            json.writeNumberField("unitsPerSecond", each.rateWups());
            json.writeBooleanField("chosen", each.chosen());
            json.writeBooleanField("simulated", each.simulated());
            seconds(json, "secondsWith", each.secondsWith());
            seconds(json, "secondsWithout", each.secondsWithout());
            json.writeStringField("reason", each.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Left out where it was not simulated, or would never end. */
    private static void seconds(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        }
    }
}
