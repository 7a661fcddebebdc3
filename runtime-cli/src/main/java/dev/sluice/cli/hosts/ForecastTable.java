package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.predict.ForecastScore;
import java.util.List;
import java.util.Locale;

/** How good forecasts were, as a table. */
final class ForecastTable {
    private ForecastTable() {}

    static String text(List<ForecastScore> scores) {
        if (scores.isEmpty()) {
            return "no forecasts are remembered" + System.lineSeparator();
        }
        return new Table<ForecastScore>()
                .left("application", ForecastScore::application)
                .left("kind", ForecastScore::kind)
                .left("forecasts", score -> String.format(Locale.ROOT, "%,d", score.count()))
                .left("held", score -> String.format(Locale.ROOT, "%.0f %%", 100 * score.held()))
                .left("median error", score -> String.format(Locale.ROOT, "%.1f %%", 100 * score.medianError()))
                .left("worst", score -> String.format(Locale.ROOT, "%+.1f %%", 100 * score.worstError()))
                .left("bias", score -> String.format(Locale.ROOT, "%+.1f %%", 100 * score.bias()))
                .left("latest wrong figure", ForecastScore::blame)
                .of(scores);
    }
}
