package dev.sluice.insight.predict;

import dev.sluice.api.WholeFile;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.UserCache;
import dev.sluice.json.Json;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stores predictions: in the requested file, and, by their origin, in the user's cache for later runs. */
public final class PredictionStore {
    private PredictionStore() {}

    /** Writes the file atomically. */
    public static void write(Path file, PredictionReport report) {
        write(file, report.json());
    }

    private static void write(Path file, String json) {
        try {
            WholeFile.write(file, to -> to.write((json + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "--out: " + file + ": " + FileTrouble.said(e) + " (expected: a file that can be written)",
                    e);
        }
    }

    /** Stores the prediction, without results, for runs of the same origin. */
    public static void remember(Prediction prediction, PredictionReport report, Consumer<String> news) {
        remember(prediction, report.json(), news);
    }

    /** The same of a prediction without a forecast. */
    static void remember(Prediction prediction, Consumer<String> news) {
        remember(prediction, Json.of(PredictionFile.of(prediction)), news);
    }

    private static void remember(Prediction prediction, String json, Consumer<String> news) {
        try {
            write(UserCache.directory("predictions").resolve(prediction.origin().key() + ".json"), json);
        } catch (IOException | SluiceException e) {
            news.accept("the prediction is not kept for later runs: " + e.getMessage());
        }
    }

    /**
     * The prediction of the given file, or else the earlier one of the same origin.
     *
     * @param told a prediction file; null for none
     * @throws SluiceException if it cannot be used, or is of another origin
     */
    public static Optional<Prediction> of(@Nullable Path told, Origin origin) {
        if (told == null) {
            return earlier(origin);
        }
        Prediction prediction = PredictionFile.read(told);
        origin.demand(prediction.origin(), told.toString());
        return Optional.of(prediction);
    }

    /** The earlier prediction of this origin. */
    public static Optional<Prediction> earlier(Origin origin) {
        Path file = UserCache.path("predictions").resolve(origin.key() + ".json");
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try {
            Prediction found = PredictionFile.read(file);
            return found.origin().equals(origin) ? Optional.of(found) : Optional.empty();
        } catch (RuntimeException unusable) {
            return Optional.empty(); // of another version, or damaged
        }
    }
}
