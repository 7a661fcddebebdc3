package dev.sluice.insight.predict;

import dev.sluice.insight.history.Origin;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.SampleGrowth;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What {@code sluice predict} found out about an application, and what a prediction file holds.
 *
 * @param origin of the results that are kept
 * @param asked when the sample was to be large enough
 * @param created when
 * @param host where the units were executed
 * @param results the file with the results of the units that were executed; there unless nothing is kept
 */
public record Prediction(
        Origin origin, SampleGrowth asked, Instant created, String host, Sampled sampled, Path results) {
    /** Where the results lie for a prediction file. */
    public static Path resultsBeside(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.json$", "") + ".results");
    }

    /** Of its units, on average. */
    public UnitCosts unitCosts() {
        return sampled.cycle().averages();
    }

    /** All units of the cycle on one slot of the host where some were executed [s]. */
    double totalSeconds() {
        return sampled.cycle().totalSeconds();
    }
}
