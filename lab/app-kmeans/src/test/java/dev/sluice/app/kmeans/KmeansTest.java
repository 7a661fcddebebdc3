package dev.sluice.app.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KmeansTest {
    private static Outcome run(String... options) throws Exception {
        Hosted<?, ?, ?> hosted = Hosted.of(new Kmeans());
        hosted.parse(List.of(options));
        return new SerialRun<>(hosted).run();
    }

    /** The run compares the centres with those around which its points were drawn. */
    @ParameterizedTest
    @CsvSource({"1, 1, 20000", "8, 5, 40000", "16, 8, 40000", "9, 100, 30000"})
    void shouldFindThePlantedCentres(int clusters, int parts, int points) throws Exception {
        assertThat(run("--clusters=" + clusters, "--parts=" + parts, "--points=" + points))
                .isEqualTo(Outcome.COMPLETE);
    }

    @Test
    void shouldFailWhenCentresAreFarOff() throws Exception {
        assertThat(run("--clusters=16", "--points=4000", "--steps=1")).isEqualTo(Outcome.FAILED);
    }

    @Test
    void shouldCopyTheRangeOfPointsAndNoPoint() {
        Points points = Points.of(new Points.Range(5, 1_000, 50_000, 4));
        HeapEncoder out = new HeapEncoder();
        Points.CODEC.encode(points, out);
        assertThat(out.written().remaining()).isLessThanOrEqualTo(32);
        Points copy = new Decoder(out.written()).readAll(Points.CODEC);
        assertThat(copy.range()).isEqualTo(points.range());
        assertThat(copy.places()).isEqualTo(points.places());
    }

    /** Points do not depend on the parts into which they are divided. */
    @Test
    void shouldDrawEachPointByItsNumber() {
        double[] all = Points.of(new Points.Range(5, 0, 100, 4)).places();
        double[] some = Points.of(new Points.Range(5, 60, 70, 4)).places();
        assertThat(some).containsExactly(Arrays.copyOfRange(all, 120, 140));
    }

    @ParameterizedTest
    @CsvSource({
        "--points=0, --points: 0 (expected: 1 to 100000000)",
        "--clusters=0, --clusters: 0 (expected: 1 to 1000000)",
        "--parts=1001, --parts: 1001 (expected: 1 to 1000)",
        "--steps=0, --steps: 0 (expected: 1 to 2147483647)"
    })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThatThrownBy(() -> run(option)).hasMessageContaining(message);
    }
}
