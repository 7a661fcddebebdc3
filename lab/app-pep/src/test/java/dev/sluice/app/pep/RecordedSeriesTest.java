package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ArgumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times and sizes of a recorded run, from the {@code units.csv} in its directory. */
class RecordedSeriesTest {
    private static final String HEADER = "cycle,first_unit,units,attempt,worker,host,slot,queued_s,started_s,ended_s,"
            + "received_s,bytes_in,bytes_out,outcome";

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("units.csv");
    }

    private String written(String... rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        lines.addAll(List.of(rows));
        return "trace:" + Files.write(file, lines);
    }

    /** A row as {@code --trace-units sample} writes it. */
    private static String row(int cycle, long first, int units, String from, String to) {
        return cycle + "," + first + "," + units + ",,w1,vm,1,," + from + "," + to + ",,,,accepted";
    }

    private static String sized(long first, int units, String bytes) {
        return "0," + first + "," + units + ",7,w1,\"a \"\"b\"\", c\",1,0.1,0.5,0.6,0.7,48," + bytes + ",accepted";
    }

    private UnitSeries times(String trace) {
        return UnitSeries.times(trace, 1).opened(-1, cycle -> -1, false);
    }

    @Test
    void shouldReplayEachUnitOfEachCycleWhateverTheOrderOfRows() throws Exception {
        UnitSeries times = times(written(
                row(1, 0, 2, "3.000000", "3.000010"),
                row(0, 2, 1, "1.5", "1.75"),
                row(0, 0, 2, "0.250000", "0.450000"),
                "0,2,1,,w2,vm,1,,1.5,9,,,,superseded",
                "0,0,1,,w2,vm,1,,,,,,,accepted"));
        assertThat(times.recordedCycles()).hasValue(2);
        assertThat(times.recordedUnits(0)).hasValue(3);
        assertThat(times.recordedUnits(1)).hasValue(2);
        assertThat(times.value(0, 0)).isEqualTo(100_000_000);
        assertThat(times.value(0, 1)).isEqualTo(100_000_000);
        assertThat(times.value(0, 2)).isEqualTo(250_000_000);
        assertThat(times.value(1, 1)).isEqualTo(5_000);
        assertThat(times.mean()).isEqualTo(450_010_000 / 5.0);
        assertThat(times.standardDeviation()).isGreaterThan(times.mean());
    }

    @Test
    void shouldReadTheDirectoryOfARun() throws Exception {
        written(row(0, 0, 1, "1", "2"));
        assertThat(times("trace:" + directory).value(0, 0)).isEqualTo(1_000_000_000);
        Files.delete(file);
        refused(
                "trace:" + directory,
                directory + ", a directory without units.csv (expected: a file, or the directory of a run that");
    }

    @Test
    void shouldReplayTheSizesOfResultsAsWell() throws Exception {
        String trace = written(sized(0, 2, "2000"), sized(2, 1, ""), sized(3, 1, "7"));
        UnitSeries sizes = UnitSeries.resultSizes(trace, 1).opened(4, false);
        assertThat(sizes.value(0, 0)).isEqualTo(1_000);
        assertThat(sizes.value(0, 2)).as("the mean of the others").isEqualTo(669);
        assertThat(sizes.value(0, 3)).as("the smallest result").isEqualTo(UnitResult.LEAST_BYTES);
        UnitSeries beside = UnitSeries.resultSizesBeside(UnitSeries.times(trace, 1), "32B", 1)
                .opened(1, cycle -> 4, false);
        assertThat(beside.value(0, 1)).isEqualTo(1_000);
        assertThat(beside).hasToString(trace);
    }

    @Test
    void shouldHaveTheUsualSizesWhereNoneWereRecorded() throws Exception {
        String trace = written(row(0, 0, 1, "1", "2"));
        UnitSeries beside = UnitSeries.resultSizesBeside(UnitSeries.times(trace, 1), "64B", 1)
                .opened(1, cycle -> 1, false);
        assertThat(beside.value(0, 0)).isEqualTo(64);
        assertThat(beside).hasToString("64B");
        assertThatThrownBy(() -> UnitSeries.resultSizes(trace, 1).opened(1, false))
                .isInstanceOf(ArgumentException.class)
                .hasMessage("--result: " + file + " has no sizes in bytes_out (expected: the units.csv of a run with"
                        + " --trace-units all, which records them)");
    }

    /** Copies of a unit, of which both were accepted in part, look like this. */
    @Test
    void shouldCountUnitsThatAreThereTwiceOnce() throws Exception {
        UnitSeries times = times(written(row(0, 0, 4, "0", "4"), row(0, 2, 4, "0", "8"), row(0, 3, 1, "0", "99")));
        assertThat(times.recordedUnits(0)).hasValue(6);
        assertThat(times.value(0, 3)).isEqualTo(1_000_000_000);
        assertThat(times.value(0, 4)).isEqualTo(2_000_000_000);
    }

    @Test
    void shouldRefuseUnitsAndCyclesBeyondThoseRecordedUnlessTheyMayRepeat() throws Exception {
        String trace = written(row(0, 0, 3, "0", "3"), row(1, 0, 2, "0", "4"));
        UnitSeries times = UnitSeries.times(trace, 1);
        assertThatThrownBy(() -> times.opened(1, cycle -> 4, false))
                .isInstanceOf(ArgumentException.class)
                .hasMessage("--time: " + file + " has 3 units in cycle 0 for 4 units (expected: at least as many units"
                        + " as are emulated; --trace-end repeat begins again)");
        assertThatThrownBy(() -> times.opened(2, cycle -> 3, false))
                .hasMessageContaining(" has 2 units in cycle 1 for 3 units ");
        assertThatThrownBy(() -> times.opened(3, cycle -> 1, false))
                .hasMessageContaining(" has 2 cycles for 3 cycles ");
        UnitSeries repeated = times.opened(4, cycle -> 5, true);
        assertThat(repeated.value(2, 4)).isEqualTo(1_000_000_000);
        assertThat(repeated.value(3, 4)).isEqualTo(2_000_000_000);
        assertThat(times.opened(1, cycle -> 3, false).value(0, 2)).isEqualTo(1_000_000_000);
    }

    @Test
    void shouldRefuseARunWithoutTheTimesOfAllUnits() throws Exception {
        String expected = " (expected: the time of each unit; a run with --trace-units all records them all)";
        refused(
                written(row(0, 0, 3, "0", "3"), row(0, 90, 10, "0", "4")),
                file + " has times of 13 of the first 100 units of cycle 0" + expected);
        refused(written(row(1, 0, 3, "0", "3")), file + " has no times of cycle 0" + expected);
        refused(written(), file + " has no times of units" + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,1,1,,w1,vm,1,,0,1,,,accepted | 13 columns (expected: 14, as in the first line)",
                "0,1,1,,w1,vm,1,,x,1,,,,accepted | started_s 'x' (expected: seconds, such as 1.25)",
                "0,1,1,,w1,vm,1,,2,1,,,,accepted | ended_s 1 (expected: not before started_s, 2)",
                "0,1,-1,,w1,vm,1,,0,1,,,,accepted | units '-1' (expected: a whole number)",
                "0,1,0,,w1,vm,1,,0,1,,,,accepted | units 0 (expected: 1 or more)",
                "zero,1,1,,w1,vm,1,,0,1,,,,accepted | cycle 'zero' (expected: a whole number)",
                "0,1,1,,w1,vm,1,,0,1,,,many,accepted | bytes_out 'many' (expected: a whole number)",
            })
    void shouldNameTheLineThatIsWrong(String row, String message) throws Exception {
        refused(written(row(0, 0, 1, "0", "1"), row), file + ":3: " + message);
    }

    @Test
    void shouldNameTheColumnThatIsMissing() throws Exception {
        Files.write(file, List.of("cycle,first_unit,units,ended_s,outcome", "0,0,1,2,accepted"));
        refused("trace:" + file, file + ":1: no column started_s (expected: the columns of a run's units.csv");
    }

    private void refused(String trace, String message) {
        assertThatThrownBy(() -> times(trace))
                .isInstanceOf(ArgumentException.class)
                .hasMessageStartingWith("--time: " + message);
    }
}
