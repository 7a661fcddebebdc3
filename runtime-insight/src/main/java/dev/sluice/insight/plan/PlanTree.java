package dev.sluice.insight.plan;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.hosts.HostTree;
import dev.sluice.json.Json;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.plan.SubMasterCandidate;
import dev.sluice.model.plan.SubMasterPlan;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The plan of the sub-masters of a run, and the reasons.
 *
 * @param units that were simulated
 * @param secondsWithout simulated without any, on the best hosts for that [s]
 */
public record PlanTree(SubMasterPlan plan, long units, double secondsWithout) {
    private static final long MOST_UNITS = 200_000;
    private static final int MOST_SHOWN = 12;

    /**
     * The plan with a worker on each host of this world, or a sub-master in its place.
     *
     * @param units of a cycle
     * @param minGain least relative gain of time by a sub-master: 0.01 for 1 %
     */
    public static PlanTree of(World flat, UnitCosts costs, long units, double minGain) {
        long simulated = Math.min(units, MOST_UNITS);
        SubMasterPlan plan = SubMasterPlan.of(new Run(flat, Workloads.constant(1, simulated, costs)), costs, minGain);
        return new PlanTree(plan, simulated, plan.secondsWithout());
    }

    /**
     * The better plan of two: with the workers that are best without sub-masters, or with all hosts, of which some may
     * be worth a worker only with a sub-master between. Both are compared with the best run without sub-masters.
     *
     * @param few the workers of a plan without sub-masters
     * @param all with a worker on each host that may have one
     */
    public static PlanTree best(int[] few, World all, UnitCosts costs, long units, double minGain) {
        PlanTree ofFew = of(all.only(few), costs, units, minGain);
        if (all.workers() == few.length) {
            return ofFew;
        }
        PlanTree ofAll = of(all, costs, units, minGain).without(ofFew.secondsWithout());
        boolean better = ofAll.plan().seconds() < ofFew.plan().seconds() * (1 - minGain);
        return better && !ofAll.isFlat() ? ofAll : ofFew;
    }

    /** The same plan, compared with fewer workers without sub-masters. */
    private PlanTree without(double seconds) {
        return new PlanTree(plan, units, Math.min(seconds, secondsWithout));
    }

    /** Tells whether no sub-master pays. */
    public boolean isFlat() {
        return plan.chosen().isEmpty();
    }

    boolean isSimulated() {
        return Double.isFinite(plan.seconds()) && plan.seconds() > 0;
    }

    /** The simulated rate with the sub-masters [units/s]. */
    double rate() {
        return units / plan.seconds();
    }

    /** Number of sub-masters. */
    public int subMasters() {
        return plan.chosen().size();
    }

    /** Number of workers, those below sub-masters included. */
    public int workers() {
        return plan.machines().workers();
    }

    /** Hosts of workers and sub-masters. */
    int[] hosts() {
        World machines = plan.machines();
        return IntStream.concat(
                        machines.subMasters().stream().mapToInt(World.SubMaster::host), IntStream.of(machines.hosts()))
                .toArray();
    }

    /** The hosts in the form for the launcher. */
    public HostTree launched() {
        World machines = plan.machines();
        List<Host> hosts = machines.view().hosts();
        HostTree.Foretold foretold = isSimulated() && Double.isFinite(secondsWithout)
                ? new HostTree.Foretold(units, plan.seconds(), secondsWithout)
                : null;
        return new HostTree(
                hosts.get(machines.master()).name(),
                List.of(),
                machines.subMasters().stream()
                        .map(each -> new HostTree.SubMaster(
                                hosts.get(each.host()).name(),
                                0,
                                each.children().stream()
                                        .map(child -> hosts.get(child).name())
                                        .toList()))
                        .toList(),
                foretold);
    }

    /** The plan as lines for a terminal. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean none = isFlat();
        lines.add(
                none
                        ? String.format(
                                Locale.ROOT, "Sub-masters: none (simulated, %,d units: %.4g s)", units, secondsWithout)
                        : String.format(
                                Locale.ROOT,
                                "Sub-masters: %d (simulated, %,d units: %.4g s, without %.4g s)",
                                subMasters(),
                                units,
                                plan.seconds(),
                                secondsWithout));
        List<SubMasterCandidate> candidates = plan.candidates();
        for (SubMasterCandidate each : candidates.subList(0, Math.min(MOST_SHOWN, candidates.size()))) {
            lines.add((each.chosen() ? "  + " : "  - ") + each.reason());
        }
        if (candidates.size() > MOST_SHOWN) {
            lines.add("  and " + (candidates.size() - MOST_SHOWN) + " further places, see --json");
        }
        if (secondsWithout < plan.secondsWithout()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  each compared with the same workers; without sub-masters fewer are best: %.4g s",
                    secondsWithout));
        }
        if (!none) {
            lines.add("");
            lines.addAll(plan.tree());
        }
        return lines;
    }

    /** Writes a field of the plan. */
    public void write(JsonGenerator json, NetworkView view) throws IOException {
        json.writeObjectFieldStart("subMasters");
        json.writeNumberField("units", units);
        seconds(json, "seconds", plan.seconds());
        seconds(json, "secondsWithout", secondsWithout);
        Json.strings(json, "tree", plan.tree());
        Json.objects(json, "candidates", plan.candidates(), each -> {
            json.writeStringField("link", view.links().get(each.link()).name());
            json.writeStringField("host", view.hosts().get(each.host()).name());
            Json.strings(
                    json,
                    "children",
                    each.children().stream()
                            .map(child -> view.hosts().get(child).name())
                            .toList());
            json.writeNumberField("unitsPerSecond", each.rateWups());
            json.writeBooleanField("chosen", each.chosen());
            json.writeBooleanField("simulated", each.simulated());
            seconds(json, "secondsWith", each.secondsWith());
            seconds(json, "secondsWithout", each.secondsWithout());
            json.writeStringField("reason", each.reason());
        });
        json.writeEndObject();
    }

    /** Writes a time; omits it if it was not simulated or is infinite. */
    private static void seconds(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        }
    }
}
