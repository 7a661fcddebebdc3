package dev.sluice.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.chart.StepChart.Line;
import dev.sluice.benchmarks.chart.StepChart.Panel;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class StepChartTest {
    @Test
    void shouldDrawALineForEachAndNameIt() throws Exception {
        Drawn drawn = Drawn.of(new StepChart(
                        "Workers",
                        "Half of the load.",
                        "cycles",
                        List.of(
                                new Panel(
                                        "workers",
                                        List.of(
                                                new Line("at work", List.of(19.0, 8.0, 8.0)),
                                                new Line("best", List.of(8.0, 8.0, 8.0)))),
                                new Panel("share", List.of(new Line("share", List.of(0.08, 0.04, 0.04))))))
                .picture());

        assertThat(drawn.texts("text")).contains("Workers", "workers", "at work", "best", "share", "cycles");
        assertThat(drawn.count("path", "thick")).isEqualTo(2);
        assertThat(drawn.count("path", "dash")).isEqualTo(1);
        assertThat(drawn.texts("desc").get(0)).contains("workers, at work: from 19 to 8.");
    }

    @Test
    void shouldRefuseWhatCannotBeDrawn() {
        Line two = new Line("a", List.of(1.0, 2.0));
        Line three = new Line("b", List.of(1.0, 2.0, 3.0));
        assertThatThrownBy(() -> new StepChart("t", "", "x", List.of())).hasMessageContaining("panels");
        assertThatThrownBy(() -> new StepChart("t", "", "x", List.of(new Panel("p", List.of(two, three)))))
                .hasMessageContaining("2 lengths");
        assertThatThrownBy(() -> new Panel("p", List.of())).hasMessageContaining("lines");
        assertThatThrownBy(() -> new Line("a", List.of())).hasMessageContaining("values");
        assertThatThrownBy(() -> new Line("a", List.of(-1.0))).hasMessageContaining("value");
    }

    @SeededTest(runs = 50)
    void shouldKeepLabelsApartWhateverIsDrawn(RandomGenerator random) throws Exception {
        int steps = random.nextInt(1, 400);
        List<Panel> panels = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            List<Line> lines = new ArrayList<>();
            double most = Math.pow(10, random.nextInt(-3, 7));
            for (int k = random.nextInt(1, 4); k > 0; k--) {
                lines.add(new Line(
                        "l".repeat(random.nextInt(1, 30)),
                        random.doubles(steps, 0, most).boxed().toList()));
            }
            panels.add(new Panel("name <" + "x".repeat(random.nextInt(60)) + ">", lines));
        }
        Drawn.of(new StepChart("t", "s", "cycles", panels).picture());
    }
}
