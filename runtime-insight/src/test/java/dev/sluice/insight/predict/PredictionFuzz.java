package dev.sluice.insight.predict;

import dev.sluice.model.SluiceException;
import dev.sluice.testing.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of a prediction. */
public final class PredictionFuzz {
    private static final FuzzTarget TARGET =
            FuzzTarget.ofFile("a.prediction.json", PredictionFile::read, SluiceException.class);

    private PredictionFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        Path file = FuzzTarget.temporary().resolve("a.prediction.json");
        PredictionStore.write(file, PredictionFileTest.report(PredictionFileTest.prediction(file)));
        try {
            return List.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
