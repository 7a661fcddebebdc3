package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Verdict;
import dev.sluice.insight.history.Origin;
import dev.sluice.master.RunTerms;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.predict.ScalingCurve;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionFileTest {
    private static final Origin ORIGIN =
            new Origin("App", List.of("ab".repeat(32)), "cd".repeat(32), List.of("--units", "9"), "Codec 1");

    @TempDir
    Path directory;

    @Test
    void shouldReadWhatItWrote() {
        Path file = directory.resolve("a.prediction.json");
        Prediction prediction = prediction(file);
        PredictionStore.write(file, report(prediction));
        Prediction read = PredictionFile.read(file);
        assertThat(read.origin()).isEqualTo(ORIGIN);
        assertThat(read.sampled().cycle().sample())
                .isEqualTo(prediction.sampled().cycle().sample());
        assertThat(read.sampled().kept()).isEqualTo(prediction.sampled().kept());
        assertThat(read.sampled().interval()).isEqualTo(new Interval(-0.5, 0.25));
        assertThat(read.asked()).isEqualTo(new SampleGrowth(0.05, 64));
        assertThat(read.results()).isEqualTo(directory.resolve("a.prediction.results"));
        assertThat(read.unitCosts().inputBytes()).isEqualTo(16);
    }

    @Test
    void shouldNameWhatIsWrongInAFile() throws Exception {
        Path file = directory.resolve("a.prediction.json");
        PredictionStore.write(file, report(prediction(file)));
        String good = Files.readString(file);
        for (Map.Entry<String, String> wrong : Map.of(
                        "\"units\":9", "\"units\":\"nine\"",
                        "\"stop\":\"share\"", "\"stop\":\"never\"",
                        "\"setupBytes\":3,", "",
                        "\"schema\":\"sluice-prediction-1\"", "\"schema\":\"sluice-run-1\"")
                .entrySet()) {
            assertThat(good).contains(wrong.getKey());
            Files.writeString(file, good.replace(wrong.getKey(), wrong.getValue()));
            assertThatThrownBy(() -> PredictionFile.read(file))
                    .isInstanceOf(SluiceException.class)
                    .hasMessageContaining("a.prediction.json")
                    .hasMessageContaining("expected:");
        }
    }

    @Test
    void shouldRefuseAnotherOrigin() {
        ORIGIN.demand(ORIGIN, "it");
        Origin other = new Origin("App", ORIGIN.jars(), "ef".repeat(32), List.of("--units", "10"), "Codec 1");
        assertThatThrownBy(() -> other.demand(ORIGIN, "it"))
                .hasMessageContaining("the arguments of this run: --units 10")
                .hasMessageContaining("expected: as predicted with: --units 9");
        assertThat(other.key()).isNotEqualTo(ORIGIN.key());
    }

    static Prediction prediction(Path file) {
        PredictedCycle cycle = new PredictedCycle(
                9,
                3,
                List.of(new SampledUnit(0, 1.5, 16, 100, 1e-6, 0.5), new SampledUnit(8, 2.5, 16, 50, 2e-6, 1)),
                new CombinedValue(12, 0.5, 1e-5));
        return new Prediction(
                ORIGIN,
                new SampleGrowth(0.05, 64),
                Instant.EPOCH,
                "here",
                new Sampled(
                        cycle,
                        new Sampled.Course(
                                RunTerms.ResultMode.AT_CYCLE_END, true, 1, "01".repeat(32), Verdict.CONTINUE),
                        new Interval(-0.5, 0.25),
                        SampleGrowth.Stop.SHARE,
                        List.of(new Sampled.Failure(4, "it threw")),
                        new ResultFile.Kept(Map.of(0L, 0L, 8L, 100L), 150, "23".repeat(32)),
                        1_000_000_000L,
                        List.of(new PredictedFile("points.csv", 1_000, "45".repeat(32)))),
                Prediction.resultsBeside(file));
    }

    static PredictionReport report(Prediction prediction) {
        return new PredictionReport(
                prediction,
                KnownCosts.DEFAULT,
                null,
                "machines",
                new ScalingCurve(List.of(new ScalingCurve.Point(1, 2, 1, 3, 4, "slots", 0.5))),
                0.1,
                1.2);
    }
}
