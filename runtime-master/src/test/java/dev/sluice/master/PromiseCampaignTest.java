package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.report.Promise;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drawn runs of {@code lab/lab bench promise}. */
class PromiseCampaignTest {
    @TempDir
    static Path directory;

    @Tag("slow")
    @Test
    void shouldRepeatItsRunsExactly() {
        List<PromiseCampaign.Row> rows = PromiseCampaign.run(7, 4, PromiseCase.Kind.ALL, directory);
        assertThat(PromiseCampaign.run(7, 4, PromiseCase.Kind.ALL, directory)).isEqualTo(rows);
        assertThat(rows).allSatisfy(row -> assertThat(row.promise().complete()).isTrue());
    }

    private static PromiseCampaign.Row row(double asked, double chance, double taken, double warned) {
        return new PromiseCampaign.Row(
                "", new Promise("", asked, 90, 109, chance, taken, true, warned, List.of()), taken, null);
    }

    @Test
    void shouldMissNoFigureWherePromisesHold() {
        List<PromiseCampaign.Row> rows = List.of(row(120, 0.9, 100, Double.NaN), row(80, 0.1, 100, 2));
        assertThat(PromiseCampaign.figures(rows)).allMatch(PromiseCampaign.Figure::holds);
    }

    @Test
    void shouldMissEachFigureThatDoesNotHold() {
        List<PromiseCampaign.Row> rows = List.of(
                row(120, 0.9, 130, 100), // broken, and announced at 83 % of its time
                row(80, 0.1, 70, Double.NaN), // refused, and kept
                new PromiseCampaign.Row(
                        "", new Promise("", 300, 40, 200, 0.9, 104, true, Double.NaN, List.of()), 100, null),
                new PromiseCampaign.Row(
                        "", new Promise("", 300, 40, 200, 0.9, 100, true, Double.NaN, List.of()), 100, null),
                new PromiseCampaign.Row(
                        "", new Promise("", 300, 40, 200, 0.9, 100, true, Double.NaN, List.of()), 100, null));
        assertThat(PromiseCampaign.figures(rows)).noneMatch(PromiseCampaign.Figure::holds);
    }
}
