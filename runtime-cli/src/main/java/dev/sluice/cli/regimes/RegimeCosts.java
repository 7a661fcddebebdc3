package dev.sluice.cli.regimes;

import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionFile;
import dev.sluice.json.JsonNumbers;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;

/**
 * Costs of an application.
 *
 * @param units of a cycle; 0 if unknown
 */
record RegimeCosts(UnitCosts costs, long units) {
    private static final String PREDICTION = "what 'sluice predict --json' prints";

    /** Reads the costs of a prediction by partial execution, or of a plan, on a slot of speed 1 of this view. */
    static RegimeCosts predicted(Path file, ViewFile view) {
        JsonNumbers json = JsonNumbers.read("--prediction", file);
        if (json.has("costs.unitSeconds")) {
            UnitCosts costs = new UnitCosts(
                            json.needed("costs.unitSeconds", PREDICTION),
                            json.mean("costs.resultSeconds").orElse(0),
                            json.mean("costs.inputBytes").orElse(0),
                            json.mean("costs.resultBytes").orElse(0),
                            json.mean("costs.setupBytes").orElse(0))
                    .withCpuShare(Math.min(1, json.mean("costs.cpuShare").orElse(1)));
            return new RegimeCosts(costs, (long) json.mean("units").orElse(0));
        }
        Prediction prediction = PredictionFile.read(file);
        return new RegimeCosts(
                prediction.unitCosts().slower(view.speed(prediction.host()).orElse(1)),
                prediction.sampled().cycle().units());
    }
}
