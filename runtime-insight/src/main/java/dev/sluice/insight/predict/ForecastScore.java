package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.OutcomeRow;
import dev.sluice.model.Median;
import dev.sluice.model.Written;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How good the forecasts of one application were in runs of one kind.
 *
 * @param application its name
 * @param type its class
 * @param kind of its runs
 * @param count of forecasts
 * @param held share of them whose interval held, 0 to 1
 * @param medianError half of the forecasts were off by no more, as a fraction of the actual time
 * @param worstError the largest error, as a fraction of the actual time; positive if the forecast was too high
 * @param bias median of predicted over actual time, less 1
 * @param blame the latest figure that was found wrong; empty if there was none
 */
public record ForecastScore(
        String application,
        @Written("class") String type,
        String kind,
        int count,
        double held,
        double medianError,
        double worstError,
        double bias,
        @Written("latestBlame") String blame) {
    private record Group(String type, String kind) {}

    /**
     * The scores by application and kind, the most frequent first.
     *
     * @param only name, class or beginning of the hash of an application; empty: all
     */
    public static List<ForecastScore> of(EarlierOutcomes outcomes, String only) {
        Map<Group, List<OutcomeRow>> groups = new LinkedHashMap<>();
        outcomes.rows().stream()
                .filter(row -> row.actualSeconds() > 0 && row.seconds() > 0)
                .filter(row -> only.isEmpty() || row.application().isCalled(only))
                .forEach(row -> groups.computeIfAbsent(
                                new Group(row.application().type(), row.kind()), unused -> new ArrayList<>())
                        .add(row));
        return groups.values().stream()
                .map(ForecastScore::of)
                .sorted(Comparator.comparingInt(ForecastScore::count)
                        .reversed()
                        .thenComparing(ForecastScore::application)
                        .thenComparing(ForecastScore::kind))
                .toList();
    }

    private static ForecastScore of(List<OutcomeRow> newestFirst) {
        OutcomeRow newest = newestFirst.get(0);
        ApplicationKey application = newest.application();
        return new ForecastScore(
                application.name(),
                application.type(),
                newest.kind(),
                newestFirst.size(),
                (double) newestFirst.stream().filter(OutcomeRow::held).count() / newestFirst.size(),
                median(newestFirst, row -> Math.abs(row.error())),
                newestFirst.stream()
                        .map(OutcomeRow::error)
                        .max(Comparator.comparingDouble(Math::abs))
                        .orElse(0.0),
                median(newestFirst, OutcomeRow::error),
                newestFirst.stream()
                        .map(OutcomeRow::blame)
                        .filter(blame -> !blame.isEmpty())
                        .findFirst()
                        .orElse(""));
    }

    private static double median(List<OutcomeRow> rows, ToDoubleFunction<OutcomeRow> value) {
        return Median.of(rows.stream().mapToDouble(value));
    }
}
