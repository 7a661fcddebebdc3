package dev.sluice.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Panel;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LineChartTest {
    private static final Axis WORKERS = new Axis("workers", false);

    @Test
    void shouldDrawLinesDashesAndPointsWithOneEntryOfTheLegendForEach() throws Exception {
        List<Point> points = List.of(new Point(1, 10), new Point(2, 19), new Point(4, 35));
        Drawn drawn = Drawn.of(new LineChart(
                        "Rates",
                        "Two panels.",
                        List.of(
                                new Panel(
                                        "a",
                                        WORKERS,
                                        new Axis("units/s", false),
                                        List.of(
                                                new Series("simulated", Mark.LINE, points),
                                                new Series("measured", Mark.POINTS, points))),
                                new Panel(
                                        "b",
                                        WORKERS,
                                        new Axis("units/s", true),
                                        List.of(
                                                new Series("simulated", Mark.LINE, points),
                                                new Series("predicted", Mark.DASHES, points)))))
                .picture());

        assertThat(drawn.texts("text")).contains("a", "b", "workers", "units/s");
        assertThat(drawn.texts("text")).filteredOn("simulated"::equals).hasSize(1);
        assertThat(drawn.count("path", "dash")).as("a line and the legend").isEqualTo(2);
        assertThat(drawn.count("circle", "b-link"))
                .as("three values and the legend")
                .isEqualTo(4);
    }

    @Test
    void shouldRefuseWhatCannotBeDrawn() {
        assertThatThrownBy(() -> new LineChart("t", "s", List.of())).hasMessageContaining("panels");
        assertThatThrownBy(() -> new Panel("a", WORKERS, WORKERS, List.of())).hasMessageContaining("no points");
        assertThatThrownBy(() -> new Panel(
                        "a",
                        WORKERS,
                        new Axis("s", true),
                        List.of(new Series("x", Mark.LINE, List.of(new Point(1, 0))))))
                .hasMessageContaining("expected: above 0");
    }

    @SeededTest(runs = 50)
    void shouldKeepLabelsApartWhateverIsDrawn(RandomGenerator random) throws Exception {
        List<Panel> panels = new ArrayList<>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            List<Series> series = new ArrayList<>();
            for (int k = random.nextInt(1, 5); k > 0; k--) {
                List<Point> points = new ArrayList<>();
                for (int p = random.nextInt(1, 20); p > 0; p--) {
                    points.add(
                            new Point(Math.pow(10, random.nextDouble(-3, 7)), Math.pow(10, random.nextDouble(-6, 9))));
                }
                Mark mark = Mark.values()[random.nextInt(3)];
                series.add(new Series("s <" + "x".repeat(random.nextInt(90)) + ">", mark, points));
            }
            panels.add(new Panel(
                    "p".repeat(random.nextInt(200)),
                    new Axis("h".repeat(random.nextInt(100)), random.nextBoolean()),
                    new Axis("v".repeat(random.nextInt(100)), random.nextBoolean()),
                    series));
        }
        Drawn.of(new LineChart("t", "s", panels).picture());
    }
}
