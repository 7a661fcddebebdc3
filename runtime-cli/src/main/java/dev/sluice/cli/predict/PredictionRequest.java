package dev.sluice.cli.predict;

import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.insight.predict.SampleTerms;
import dev.sluice.model.policy.Policy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validated input of a prediction, concluded from options before a unit is executed.
 *
 * @param workers numbers of workers, in increasing order
 * @param history whether earlier runs are read
 */
public record PredictionRequest(
        List<Integer> workers,
        SampleTerms terms,
        PredictedMachines machines,
        Policy policy,
        long seed,
        Kept kept,
        boolean history,
        boolean dryRun,
        Forms forms) {
    /**
     * Results that are kept.
     *
     * @param bytes disk space for results that a run may use again [B]; 0: none
     * @param out file for the prediction; null: beside the working directory's files, named by the application
     */
    record Kept(long bytes, @Nullable Path out) {}

    /** The forms of the result. */
    record Forms(boolean json, Pictures pictures) {}

    /** Writes the pictures that the user asked for. */
    interface Pictures {
        void write(PredictionPicture picture) throws IOException;
    }

    public PredictionRequest {
        workers = List.copyOf(workers);
    }

    /** One of so many predictions that share the time; it keeps no results. */
    PredictionRequest among(int predictions) {
        SampleTerms shared = new SampleTerms(
                terms.growth(), terms.budgetNanos() / predictions, terms.unitTimeoutNanos(), terms.chance());
        return new PredictionRequest(
                workers, shared, machines, policy, seed, new Kept(0, kept.out), history, dryRun, forms);
    }

    int[] counts() {
        return workers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The file for the prediction. */
    Path file(Path jar) {
        if (kept.out != null) {
            return kept.out;
        }
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "").replaceFirst("^app-", "");
        return Path.of(name + ".prediction.json");
    }
}
