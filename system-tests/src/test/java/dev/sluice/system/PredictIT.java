package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code predict}, and runs that take its results: the real jars. */
@NoLeaks
class PredictIT {
    @TempDir
    static Path cache;

    @TempDir
    Path directory;

    @Test
    void shouldPredictAsItsSchemaSays() throws Exception {
        JsonNode predicted = predict("--error", "50%", "--workers", "1-4", "--json", "--", "--units", "500");
        assertThat(predicted.at("/cycle/units").asLong()).isEqualTo(500);
        assertThat(predicted.at("/curve/points").size()).isEqualTo(4);
        assertThat(predicted.at("/sample/unit/0").asLong()).isZero();
        int count = predicted.at("/sample/unit").size();
        assertThat(predicted.at("/sample/unit/" + (count - 1)).asLong()).isEqualTo(499);
        assertThat(predicted.at("/kept/units").asInt()).isEqualTo(count);
        assertThat(predicted(Files.readString(directory.resolve("numbers.prediction.json"))))
                .isEqualTo(predicted);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"each", "sum"})
    void shouldNotComputeAgainWhatWasExecuted(String mode) throws Exception {
        String[] options = {"--mode", mode, "--units", "600", "--words", "300"};
        String serial = answer(options);
        JsonNode predicted = predict(with(List.of("--workers", "1,2", "--json", "--"), withOut(options)));
        int sampled = predicted.at("/kept/units").asInt();
        assertThat(sampled).isBetween(4, 300);
        JsonNode run = run(List.of("--local", "2", "--prediction", "numbers.prediction.json"), options);
        assertThat(Files.readString(directory.resolve("out"))).isEqualTo(serial);
        assertThat(run.at("/prediction/keptUnits").asInt()).isEqualTo(sampled);
        assertThat(run.at("/units").asLong()).isEqualTo(600);
        assertThat(run.at("/counters/accepted").asLong()).isEqualTo(600L - sampled);
        assertThat(assignedOnce(run.at("/counters"))).isEqualTo(600L - sampled);
        assertThat(run.at("/prediction/predictedSeconds").asDouble()).isPositive();
        assertThat(run.at("/unitsPerSecondAllowed").isNull()).isFalse();
    }

    @Test
    void shouldChooseTheTilesOfAPicture() throws Exception {
        String[] words = Words.of(
                "predict %s --sweep tile=25x25..200x200 --workers 1-4 --budget 8s --no-history -- --width 200 --height 200",
                Checkout.applicationJar("mandelbrot"));
        try (MasterRun run = MasterRun.master(directory, words)) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out())
                    .startsWith("Take --tile ")
                    .containsPattern("(?m)25x25 +64 ")
                    .containsPattern("(?m)200x200 +1 ");
        }
    }

    /** Without what was handed out again, because another slot was idle. */
    private static long assignedOnce(JsonNode counters) {
        return counters.at("/assigned").asLong()
                - counters.at("/copies").asLong()
                - counters.at("/handedBack").asLong()
                - counters.at("/reassigned").asLong();
    }

    @Test
    void shouldTakeOnlyTheFirstCycleOver() throws Exception {
        String[] options = {"--units", "100", "--cycles", "3"};
        String serial = answer(options);
        predict(with(List.of("--workers", "1", "--json", "--"), withOut(options)));
        JsonNode run = run(List.of("--local", "1", "--prediction", "numbers.prediction.json"), options);
        assertThat(Files.readString(directory.resolve("out"))).isEqualTo(serial);
        assertThat(run.at("/prediction/firstCycle").asBoolean()).isTrue();
    }

    @Test
    void shouldCompareWithWhatWasPredictedEarlier() throws Exception {
        predict(with(List.of("--workers", "1", "--json", "--out", "elsewhere.json", "--"), withOut("--units", "300")));
        JsonNode run = run(List.of("--local", "1"), "--units", "300");
        assertThat(run.at("/prediction/keptUnits").asInt()).isZero();
        assertThat(run.at("/prediction/predictedSeconds").asDouble()).isPositive();
        JsonNode other = run(List.of("--local", "1"), "--units", "301");
        assertThat(other.has("prediction")).isFalse();
    }

    @Test
    void shouldRefuseWhatIsNotOfThisRun() throws Exception {
        predict("--workers", "1", "--json", "--", "--units=300");
        refused("--units=301", "numbers.prediction.json", "E220", "the arguments");
        refused("--units=300", "missing.json", "E204", "missing.json");
        refused("--units=300", "numbers.prediction.results", "E204", "expected: JSON");
        Path results = directory.resolve("numbers.prediction.results");
        byte[] bytes = Files.readAllBytes(results);
        bytes[3] ^= 1;
        Files.write(results, bytes);
        refused("--units=300", "numbers.prediction.json", "E220", "it has been changed");
    }

    private void refused(String argument, String file, String code, String said) throws Exception {
        try (MasterRun run = start(List.of("run", jar(), "--local", "1", "--prediction", file, "--", argument))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err()).contains(code).contains(said).contains("expected:");
        }
    }

    @Test
    void shouldExecuteNothingOnADryRun() throws Exception {
        assertThat(start(List.of("predict", jar(), "--dry-run", "--", "--units", "1000000000"))
                        .printed(0))
                .contains("1,000,000,000 units", "0, 333333333, 666666666, 999999999");
        assertThat(directory.resolve("numbers.prediction.json")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000000000, 4"})
    void shouldPredictAnyNumberOfUnits(long units, int atLeast) throws Exception {
        JsonNode predicted =
                predict("--workers", "1,50", "--error", "100%", "--json", "--", "--mode", "sum", "--units", "" + units);
        assertThat(predicted.at("/sample/unit").size()).isGreaterThanOrEqualTo(atLeast);
        assertThat(predicted.at("/total/seconds").asDouble()).isPositive();
    }

    @Test
    void shouldSayThatThereIsNothingToPredict() throws Exception {
        try (MasterRun run = start(List.of("predict", jar(), "--", "--units", "0"))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err()).contains("no units");
        }
    }

    @Test
    void shouldLeaveOutUnitsThatHang() throws Exception {
        JsonNode predicted = predict(
                Words.of("--workers 1 --unit-timeout 10s --json -- --units 4 --stuck %s", directory.resolve("stuck")));
        assertThat(predicted.at("/failures/0/unit").asLong()).isEqualTo(2);
        assertThat(predicted.at("/sample/unit").size()).isEqualTo(3);
    }

    @Tag("long")
    @Test
    void shouldPredictWithinItsBudget() throws Exception {
        JsonNode predicted = predict(
                Words.of("--workers 1 --budget 4s --error 0.00001% --json -- --units 1000 --compute-millis 60"));
        assertThat(predicted.at("/total/stop").asText()).isEqualTo("budget");
        // 82 units would take 4.9 s at least, and no unit less than its 60 ms.
        assertThat(predicted.at("/sample/unit").size()).isLessThan(82);
        DoubleSummaryStatistics units = StreamSupport.stream(
                        predicted.at("/sample/computeSeconds").spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .summaryStatistics();
        assertThat(units.getMin()).isGreaterThanOrEqualTo(0.06);
        assertThat(predicted.at("/total/seconds").asDouble())
                .isBetween(1000 * units.getMin(), 1000 * units.getMax() + 1e-6);
        try (MasterRun run = start(
                List.of("predict", jar(), "--budget", "2s", "--", "--units", "10", "--compute-millis", "30000"))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(1);
            assertThat(run.err()).contains("no unit could be executed", "took longer than it may");
        }
    }

    private static JsonNode predicted(String printed) {
        return RunSchema.read(printed, "docs/prediction.schema.json");
    }

    private String jar() {
        return PoisonJar.in(directory, Numbers.class).toString();
    }

    /** The same arguments of the application, whatever is done with it. */
    private String[] withOut(String... options) {
        return with(List.of("--out", directory.resolve("out").toString()), options);
    }

    private static String[] with(List<String> first, String... then) {
        List<String> all = new ArrayList<>(first);
        all.addAll(Arrays.asList(then));
        return all.toArray(String[]::new);
    }

    private MasterRun start(List<String> arguments) throws Exception {
        return MasterRun.master(
                directory, Map.of("XDG_CACHE_HOME", cache.toString()), arguments.toArray(String[]::new));
    }

    private JsonNode predict(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("predict", jar()));
        arguments.addAll(List.of(options));
        try (MasterRun run = start(arguments)) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            return predicted(run.out());
        }
    }

    private JsonNode run(List<String> how, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", jar(), "--json"));
        arguments.addAll(how);
        arguments.add("--");
        arguments.addAll(List.of(withOut(options)));
        return RunSchema.read(start(arguments).printed(0));
    }

    private String answer(String... options) throws Exception {
        run(List.of("--local=0"), options);
        return Files.readString(directory.resolve("out"));
    }
}
