package dev.sluice.benchmarks.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.benchmarks.truth.RunAnswer.Predicted;
import dev.sluice.benchmarks.truth.RunAnswer.UnitTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthFiguresTest {
    private static final TruthCase ONE = TruthDraw.network(1, 1);
    private static final TruthCase TWO = TruthDraw.network(1, 2);

    @TempDir
    Path directory;

    @Test
    void shouldCompareWithTheTimeTakenFromOutside() {
        TruthRow row = row(ONE, RunWay.AUTO, 22, 20);
        assertThat(row.error()).isCloseTo(0.1, within(1e-9));
        assertThat(row.held()).isTrue();
        assertThat(row(ONE, RunWay.AUTO, 40, 20).held()).isFalse();
        assertThat(TruthFigures.coverage(List.of(row, row(ONE, RunWay.ALL, 40, 20))))
                .hasValue(0.5);
    }

    @Test
    void shouldTakeTheMedianWithoutSigns() {
        assertThat(TruthFigures.medianError(List.of(
                        row(ONE, RunWay.AUTO, 18, 20), row(ONE, RunWay.ALL, 21, 20), row(TWO, RunWay.AUTO, 30, 20))))
                .isCloseTo(10, within(1e-9));
    }

    @Test
    void shouldCompareThePlanWithTheBestOfTheSameCase() {
        assertThat(TruthFigures.chosenOverBest(List.of(
                        row(ONE, RunWay.AUTO, 20, 24),
                        row(ONE, RunWay.AGAIN, 20, 10),
                        row(ONE, RunWay.ALL, 20, 20),
                        row(ONE, RunWay.MASTER, 20, 30),
                        TruthRow.failed(ONE, RunWay.SECOND, "exit 4"),
                        row(TWO, RunWay.AUTO, 20, 15),
                        row(TWO, RunWay.ALL, 20, 30))))
                .containsExactly(1.2, 1.0);
    }

    @Test
    void shouldTakeTheLastPredictionOfTheWholeRun() {
        String run = "{\"prediction\":{\"of\":\"run\",\"predictedSeconds\":9.5,\"low\":9,\"high\":11}}";
        String first = run.replace("\"run\"", "\"first-cycle\"");
        String cycle = "{\"schema\":\"sluice-plan-1\",\"seconds\":5.1}";
        String whole = "{\"forecast\":{\"seconds\":12.5,\"low\":10,\"high\":15,\"parts\":{\"start\":4}},\"seconds\":5}";
        String compared =
                "{\"alternatives\":[{\"chosen\":false,\"unitsPerSecond\":9,\"seconds\":30,\"low\":1,\"high\":2},"
                        + "{\"chosen\":true,\"unitsPerSecond\":9.5,\"seconds\":20,\"low\":15,\"high\":25}],\"seconds\":5}";
        assertThat(RunAnswer.predicted(whole, run, 2)).isEqualTo(new Predicted(9.5, 9, 11, "run.prediction"));
        assertThat(RunAnswer.predicted(whole, first, 2)).isEqualTo(new Predicted(12.5, 10, 15, "plan.forecast"));
        assertThat(RunAnswer.predicted(compared, first, 2)).isEqualTo(new Predicted(20, 15, 25, "plan.chosen"));
        assertThat(RunAnswer.predicted(cycle, first, 2).seconds()).isEqualTo(10.2);
        assertThat(RunAnswer.predicted("", "{}", 2)).isNull();
    }

    @Test
    void shouldReadPlans() {
        String plan = "{\"candidates\":[{\"host\":\"b1\",\"unitsPerSecond\":9.5,\"limit\":{\"kind\":\"worker\","
                + "\"name\":\"c1\",\"capacity\":3}},{\"host\":\"a1\",\"unitsPerSecond\":8}],\"flow\":{\"master\":\"b1\","
                + "\"hosts\":[{\"host\":\"c1\",\"unitsPerSecond\":9.5}]},\"workers\":[\"c1\",\"a1\"]}";
        assertThat(RunAnswer.masters(plan)).containsExactly("b1", "a1");
        assertThat(RunAnswer.master(plan)).isEqualTo("b1");
        assertThat(RunAnswer.workers(plan)).containsExactly("c1", "a1");
    }

    @Test
    void shouldTakeTheSteadyRateBetweenTheTenths() throws IOException {
        List<String> lines = new ArrayList<>(List.of("cycle,units,worker,started_s,ended_s,outcome"));
        // Ten units a second, after a first one that took long.
        lines.add("0,1,w1,2.0,10.0,accepted");
        for (int i = 1; i < 100; i++) {
            lines.add("0,1,w1," + (10 + (i - 1) / 10.0) + "," + (10 + i / 10.0) + ",accepted");
        }
        lines.add("0,1,w2,10.0,30.0,lost");
        Path csv = Files.write(directory.resolve("units.csv"), lines);
        UnitTimes times = RunAnswer.times(csv, 100);
        assertThat(times.first()).isEqualTo(2);
        assertThat(times.last()).isEqualTo(19.9);
        assertThat(times.rate()).isCloseTo(10, within(0.2));
        assertThat(RunAnswer.times(csv, 200)).as("units are missing").isNull();
    }

    private static TruthRow row(TruthCase drawn, RunWay way, double predicted, double wall) {
        Predicted bounds = new Predicted(predicted, 0.8 * predicted, 1.2 * predicted, "plan.forecast");
        return new TruthRow(drawn, way, "a1", bounds, wall, wall - 1, null, Double.NaN, "");
    }
}
