package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Columns;
import dev.sluice.insight.predict.ForecastScore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How good forecasts were, as a table. */
final class ForecastTable {
    private ForecastTable() {}

    static String text(List<ForecastScore> scores) {
        if (scores.isEmpty()) {
            return "no forecasts are remembered" + System.lineSeparator();
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "application", "kind", "forecasts", "held", "median error", "worst", "bias", "latest wrong figure"));
        for (ForecastScore score : scores) {
            rows.add(List.of(
                    Columns.printable(score.application()),
                    score.kind(),
                    String.format(Locale.ROOT, "%,d", score.count()),
                    String.format(Locale.ROOT, "%.0f %%", 100 * score.held()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * score.medianError()),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * score.worstError()),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * score.bias()),
                    Columns.printable(score.blame())));
        }
        return Columns.of(rows);
    }
}
