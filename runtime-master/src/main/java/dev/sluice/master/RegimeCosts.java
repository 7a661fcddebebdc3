package dev.sluice.master;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.Overheads.Cost;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Costs of an application and of the runtime, from files that other commands print. */
final class RegimeCosts {
    /**
     * Where nothing was measured: about what a unit and a message take on a common machine of two cores. A unit that
     * streams costs master and slot half a microsecond each, a message each side some five (benchmarks/README.md).
     */
    static final Overheads ASSUMED = new Overheads(
            new Cost(5_000, 0.3),
            new Cost(5_000, 0.3),
            new Cost(5_000, 0.3),
            new Cost(5_000, 0.3),
            250,
            250,
            500,
            0,
            64,
            8,
            0,
            Overheads.Travel.NONE);

    private static final String PREDICTION = "what 'sluice predict --json' prints";

    private RegimeCosts() {}

    /** Of a prediction by partial execution, or of a plan. */
    static UnitCosts predicted(Path file) {
        JsonNumbers json = JsonNumbers.read("--prediction", file);
        if (json.has("costs.unitSeconds")) {
            return new UnitCosts(
                    json.needed("costs.unitSeconds", PREDICTION),
                    json.mean("costs.resultSeconds").orElse(0),
                    json.mean("costs.inputBytes").orElse(0),
                    json.mean("costs.resultBytes").orElse(0),
                    json.mean("costs.setupBytes").orElse(0));
        }
        double units = json.needed("cycle.units", PREDICTION);
        double total = json.needed("total.seconds", PREDICTION);
        return new UnitCosts(
                Math.max(1e-9, total / Math.max(1, units)),
                json.mean("sample.acceptSeconds").orElse(0),
                json.mean("sample.inputBytes").orElse(0),
                json.mean("sample.resultBytes").orElse(0),
                json.mean("cycle.setupBytes").orElse(0));
    }

    /** Measured, or assumed where no file is named. */
    static Overheads overheads(@Nullable Path file) {
        return file == null ? ASSUMED : OverheadsJson.read(file);
    }
}
