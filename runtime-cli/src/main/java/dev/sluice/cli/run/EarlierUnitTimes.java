package dev.sluice.cli.run;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.model.policy.Weighting;
import dev.sluice.net.runfile.ThisHost;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Unit times from earlier runs, if chunk sizes follow rates; they are used until units have been timed. */
final class EarlierUnitTimes {
    private EarlierUnitTimes() {}

    /**
     * Returns the mean time of a unit by host [s].
     *
     * @param say receives what is known of several hosts
     */
    static Map<String, Double> of(RunRequest request, History history, ApplicationKey key, Consumer<String> say) {
        boolean byRate = request.scheduling().weighting() != Weighting.EQUAL;
        boolean others = request.planned() == null && !request.workers().hosts().isEmpty();
        if (!request.reporting().history() || !byRate && !others) {
            return Map.of();
        }
        Set<String> names = new LinkedHashSet<>();
        if (request.workers().local() > 0) {
            names.add(ThisHost.name());
        }
        request.workers().hosts().forEach(host -> names.add(host.name()));
        Map<String, Answer> known = HistoryForecast.unitSeconds(Knowledge.ofHistory(history), key, names);
        if (others) { // of this host alone the forecast says it, of a plan the plan
            HistoryForecast.sentences(known, names.size()).forEach(say);
        }
        return byRate ? HistoryForecast.sure(known) : Map.of();
    }
}
