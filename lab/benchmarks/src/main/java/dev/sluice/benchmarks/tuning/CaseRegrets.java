package dev.sluice.benchmarks.tuning;

import dev.sluice.model.tune.FixedChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The times of all cases under all choices, and the regret of each choice. */
final class CaseRegrets {
    private final Map<RegretCase, Map<FixedChoice, Double>> seconds = new LinkedHashMap<>();

    void add(RegretCase of, FixedChoice choice, double time) {
        seconds.computeIfAbsent(of, unused -> new LinkedHashMap<>()).put(choice, time);
    }

    List<RegretCase> cases() {
        return List.copyOf(seconds.keySet());
    }

    /** The choice with the shortest time of a case. */
    FixedChoice best(RegretCase of) {
        return times(of).entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    double seconds(RegretCase of, FixedChoice choice) {
        Double time = times(of).get(choice);
        if (time == null) {
            throw new IllegalArgumentException(choice + " was not simulated in " + of);
        }
        return time;
    }

    private Map<FixedChoice, Double> times(RegretCase of) {
        return seconds.getOrDefault(of, Map.of());
    }

    /** The time that a choice takes longer than the best one of a case [%]. */
    double percent(RegretCase of, FixedChoice choice) {
        return 100 * (seconds(of, choice) / seconds(of, best(of)) - 1);
    }

    /** The regrets of a choice in all cases, the smallest first [%]. */
    List<Double> percents(FixedChoice choice) {
        return cases().stream().map(of -> percent(of, choice)).sorted().toList();
    }

    /** The choices, the smallest sum of regrets first. */
    List<FixedChoice> ranked() {
        List<FixedChoice> choices =
                new ArrayList<>(seconds.values().iterator().next().keySet());
        choices.sort(Comparator.comparingDouble(choice ->
                percents(choice).stream().mapToDouble(Double::doubleValue).sum()));
        return choices;
    }

    /** The smallest regret that this share of the cases does not exceed [%]. */
    double quantile(FixedChoice choice, double share) {
        List<Double> percents = percents(choice);
        return percents.get((int) Math.ceil(share * percents.size()) - 1);
    }

    /** Number of cases in which a choice takes less than half a percent longer than the best one. */
    long nearBest(FixedChoice choice) {
        return percents(choice).stream().filter(percent -> percent < 0.5).count();
    }
}
