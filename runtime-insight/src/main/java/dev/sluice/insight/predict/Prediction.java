package dev.sluice.insight.predict;

import dev.sluice.insight.history.Origin;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.SampleGrowth;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The result of {@code sluice predict} for an application, and the content of a prediction file.
 *
 * @param origin of the stored results
 * @param asked when the sample is large enough
 * @param created time of the prediction
 * @param host where the units were executed
 * @param results the file with the results of the executed units; exists unless none are stored
 */
public record Prediction(
        Origin origin, SampleGrowth asked, Instant created, String host, Sampled sampled, Path results) {
    /** The file of results that belongs to a prediction file. */
    public static Path resultsBeside(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.json$", "") + ".results");
    }

    /** Mean costs of its units. */
    public UnitCosts unitCosts() {
        UnitCosts mean = sampled.cycle().averages();
        CombinedValue combined = sampled.cycle().combined();
        double each = (double) sampled.cycle().units() / Math.max(1, asked.workers());
        // A worker merges each result into its own value.
        return mean.withTimes(mean.unitSeconds() + combined.mergeSeconds(), mean.resultSeconds())
                .withResults(sampled.results(), combined.bytes(each), combined.mergeSeconds());
    }

    /** Time of all units of the cycle on one slot of the host of the sample [s]. */
    double totalSeconds() {
        return sampled.cycle().totalSeconds();
    }
}
