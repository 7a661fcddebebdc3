package dev.sluice.cli.run;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.HostKnowledge;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.UnitTime;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PlannedWeights.Rate;
import dev.sluice.model.policy.Weighting;
import dev.sluice.net.runfile.ThisHost;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Unit times from earlier runs, if chunk sizes follow rates. Under {@link Weighting#MEASURED} they are used until units
 * have been timed. Under {@link Weighting#PLANNED} they are the plan of a run for which none was made.
 */
final class EarlierUnitTimes {
    private EarlierUnitTimes() {}

    /**
     * Returns the expected time of a unit by host.
     *
     * @param say receives what is known of several hosts
     */
    static PlannedWeights of(RunRequest request, History history, ApplicationKey key, Consumer<String> say) {
        Weighting weighting = request.scheduling().rules().handout().weighting();
        PlannedWeights planned = request.scheduling().rules().planned();
        if (weighting == Weighting.PLANNED && !planned.isNone()) {
            return planned;
        }
        boolean byRate = weighting != Weighting.EQUAL;
        boolean others = request.planned() == null && !request.workers().hosts().isEmpty();
        PlannedWeights known = PlannedWeights.NONE;
        if (request.reporting().history() && (byRate || others)) {
            Set<String> names = names(request.workers());
            Knowledge knowledge = Knowledge.ofHistory(history);
            Map<String, UnitTime> times = knowledge.unitSeconds(key, names);
            if (others) { // of this host alone the forecast says it, of a plan the plan
                HistoryForecast.sentences(times, names.size()).forEach(say);
            }
            known = switch (weighting) {
                case EQUAL -> PlannedWeights.NONE;
                case MEASURED -> PlannedWeights.expected(HistoryForecast.sure(times));
                case PLANNED -> bySpeed(request.workers(), HostKnowledge.of(knowledge, key, names, Instant.now()));
            };
        }
        if (weighting == Weighting.PLANNED) {
            say.accept(
                    known.isNone()
                            ? "--weights planned: there is no plan, and no earlier run tells the speed of a host; all "
                                    + "slots weigh the same"
                            : known.sentence());
        }
        return known;
    }

    private static Set<String> names(WorkersToStart workers) {
        Set<String> names = new LinkedHashSet<>();
        if (workers.local() > 0) {
            names.add(ThisHost.name());
        }
        workers.hosts().forEach(host -> names.add(host.name()));
        return names;
    }

    /**
     * Weights by speed and availability, without limits of links. A host of which no time is known has the mean speed
     * of the others. A host whose slots are not told counts as one slot.
     */
    static PlannedWeights bySpeed(WorkersToStart workers, HostKnowledge known) {
        if (known.unitSeconds().isEmpty() && known.available().isEmpty()) {
            return PlannedWeights.NONE;
        }
        double usual = known.unitSeconds().values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(1);
        Map<String, Rate> all = new LinkedHashMap<>();
        if (workers.local() > 0) {
            all.put(ThisHost.name(), rate(ThisHost.name(), workers.local() * workers.localSlots(), known, usual));
        }
        for (HostSpec host : workers.hosts()) {
            all.put(host.name(), rate(host.name(), host.slots(), known, usual));
        }
        HostTree tree = workers.reached().tree();
        Map<String, Rate> subMasters = new LinkedHashMap<>();
        List<HostTree.SubMaster> subs = tree.subMasters();
        for (int i = subs.size() - 1; i >= 0; i--) {
            HostTree.SubMaster sub = subs.get(i);
            Rate own = rate(sub.host(), sub.slots(), known, usual);
            all.remove(sub.host());
            Rate sum = sub.slots() > 0 ? own : new Rate(0, 0);
            for (String child : sub.children()) {
                Rate below = subMasters.get(child);
                sum = sum.plus(below != null ? below : all.getOrDefault(child, new Rate(0, 0)));
            }
            subMasters.put(sub.host(), sum);
            if (sub.slots() > 0) {
                all.put(sub.host(), own);
            }
        }
        return PlannedWeights.of(all, subMasters);
    }

    private static Rate rate(String host, int slots, HostKnowledge known, double usualSeconds) {
        int told = Math.max(1, slots);
        double seconds = known.unitSeconds().getOrDefault(host, usualSeconds);
        return new Rate(told, told * known.available().getOrDefault(host, 1.0) / seconds);
    }
}
