package dev.sluice.insight.predict;

import dev.sluice.model.SluiceException;
import dev.sluice.testing.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Predictions that were damaged. */
class HostilePredictionsTest {
    @TempDir
    Path directory;

    @Test
    void shouldNameFileAndFieldOfADamagedPrediction(TestReporter reporter) throws Exception {
        Path file = directory.resolve("a.prediction.json");
        PredictionStore.write(file, PredictionFileTest.report(PredictionFileTest.prediction(file)));
        byte[] prediction = Files.readAllBytes(file);
        Mutants mutants =
                new Mutants("prediction", SluiceException.class, Mutants.naming(file.toString(), Mutants.JSON));
        reporter.publishEntry(mutants.of(prediction, mutant -> {
            Mutants.write(file, mutant);
            PredictionFile.read(file);
        }));
    }
}
