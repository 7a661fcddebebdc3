package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InputFile;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.Origin;
import dev.sluice.master.RunTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.StagedFiles.Copies;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.InputFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictedFileTest {
    private static final PredictedFile POINTS = new PredictedFile("points.csv", 100, "1".repeat(64));

    @TempDir
    Path directory;

    @Test
    void shouldCountAContentOnce() {
        PredictedFile same = new PredictedFile("again.csv", 100, POINTS.sha256());
        PredictedFile unread = new PredictedFile("other.csv", 100, "");
        assertThat(PredictedFile.staged(List.of(POINTS, same)).bytes()).isEqualTo(100);
        assertThat(PredictedFile.staged(List.of(unread, unread)).bytes()).isEqualTo(200);
    }

    @Test
    void shouldKnowThatHostsPassLargeFilesOn() {
        PredictedFile large = new PredictedFile("large.bin", InputFiles.LEAST_SHARED_BYTES, "3".repeat(64));
        assertThat(PredictedFile.staged(List.of(POINTS, large)).copies()).isEqualTo(Copies.ONE_PER_LINE);
        assertThat(PredictedFile.staged(List.of(POINTS)).copies()).isEqualTo(Copies.ONE_PER_HOST);
    }

    @Test
    void shouldReplaceFilesOfThePredictionByName() throws Exception {
        Path file = Files.writeString(directory.resolve("points.csv"), "1,2\n");
        List<InputFile> named = List.of(new InputFile("points.csv", file, false));
        assertThat(PredictedFile.merged(List.of(POINTS), named, true))
                .containsExactly(new PredictedFile("points.csv", 4, ContentHash.of(file)));
        assertThat(PredictedFile.merged(List.of(POINTS), named, false))
                .containsExactly(new PredictedFile("points.csv", 4, ""));
        assertThat(PredictedFile.merged(List.of(POINTS), List.of(), false)).containsExactly(POINTS);
    }

    @Test
    void shouldLeaveOutWhatHostsHave() {
        HeldContents held = new HeldContents(directory);
        held.remember(
                new InputFiles(
                        List.of(new FileInfo("points.csv", POINTS.sha256(), 100, false, false, "", "")), 0, false),
                List.of(new HostTimes("a", Optional.empty(), 1, 5, 1, 1, 0)));
        PredictedFile other = new PredictedFile("other.csv", 30, "2".repeat(64));
        StagedFiles staged = PredictedFile.staged(List.of(POINTS, other), held, List.of("a", "b"));
        assertThat(staged.bytes()).isEqualTo(130);
        assertThat(staged.held()).isEqualTo(Map.of("a", 100L));
    }

    @Test
    void shouldNotReuseResultsThatCameFromOtherFiles() throws Exception {
        Prediction prediction = prediction(List.of(POINTS));
        KeptResults.open(prediction, List.of(POINTS)).close();
        for (List<PredictedFile> others :
                List.of(List.<PredictedFile>of(), List.of(new PredictedFile("points.csv", 100, "2".repeat(64))))) {
            assertThatThrownBy(() -> KeptResults.open(prediction, others))
                    .isInstanceOfSatisfying(
                            SluiceException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.PREDICTION_UNUSABLE))
                    .hasMessageContaining("file points.csv is another one than predicted with");
        }
    }

    private Prediction prediction(List<PredictedFile> files) throws Exception {
        Path results = Files.createFile(directory.resolve("results"));
        return new Prediction(
                new Origin("App", List.of(), "", List.of(), "Codec 1"),
                new SampleGrowth(0.05, 64),
                Instant.EPOCH,
                "here",
                new Sampled(
                        new PredictedCycle(1, 0, List.of(new SampledUnit(0, 1, 16, 16, 0))),
                        Sampled.Course.of(RunTerms.ResultMode.EACH, true, 1),
                        new Interval(0, 0),
                        SampleGrowth.Stop.SHARE,
                        List.of(),
                        new ResultFile.Kept(Map.of(), 0, ContentHash.of(results)),
                        1,
                        files),
                results);
    }
}
