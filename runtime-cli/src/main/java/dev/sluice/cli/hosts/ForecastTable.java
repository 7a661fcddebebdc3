package dev.sluice.cli.hosts;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.cli.option.Columns;
import dev.sluice.insight.predict.ForecastScore;
import dev.sluice.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How good forecasts were, as a table and as JSON. */
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

    static void write(JsonGenerator json, List<ForecastScore> scores) throws IOException {
        Json.objects(json, "forecasts", scores, score -> {
            json.writeStringField("application", score.application());
            json.writeStringField("class", score.type());
            json.writeStringField("kind", score.kind());
            json.writeNumberField("count", score.count());
            json.writeNumberField("held", score.held());
            json.writeNumberField("medianError", score.medianError());
            json.writeNumberField("worstError", score.worstError());
            json.writeNumberField("bias", score.bias());
            json.writeStringField("latestBlame", score.blame());
        });
    }
}
