package dev.sluice.cli.regimes;

import dev.sluice.json.JsonNumbers;
import dev.sluice.model.flow.ProcessorShare;
import dev.sluice.model.flow.UnitCosts;
import java.nio.file.Path;

/** Costs of an application, from files that other commands print. */
final class RegimeCosts {
    private static final String PREDICTION = "what 'sluice predict --json' prints";

    private RegimeCosts() {}

    /** Reads the costs of a prediction by partial execution, or of a plan. */
    static UnitCosts predicted(Path file) {
        JsonNumbers json = JsonNumbers.read("--prediction", file);
        if (json.has("costs.unitSeconds")) {
            return new UnitCosts(
                            json.needed("costs.unitSeconds", PREDICTION),
                            json.mean("costs.resultSeconds").orElse(0),
                            json.mean("costs.inputBytes").orElse(0),
                            json.mean("costs.resultBytes").orElse(0),
                            json.mean("costs.setupBytes").orElse(0))
                    .withCpuShare(Math.min(1, json.mean("costs.cpuShare").orElse(1)));
        }
        double units = json.needed("cycle.units", PREDICTION);
        double total = json.needed("total.seconds", PREDICTION);
        double cpu = json.mean("sample.cpuSeconds").orElse(Double.NaN);
        double share = cpu / json.mean("sample.computeSeconds").orElse(Double.NaN);
        return new UnitCosts(
                        Math.max(1e-9, total / Math.max(1, units)),
                        json.mean("sample.acceptSeconds").orElse(0),
                        json.mean("sample.inputBytes").orElse(0),
                        json.mean("sample.resultBytes").orElse(0),
                        json.mean("cycle.setupBytes").orElse(0))
                .withCpuShare(ProcessorShare.used(share));
    }
}
