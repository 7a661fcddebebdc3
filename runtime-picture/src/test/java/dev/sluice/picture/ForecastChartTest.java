package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.picture.ForecastChart.Panel;
import dev.sluice.picture.ForecastChart.Point;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ForecastChartTest {
    private static Panel panel(String name, int count) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double value = 0.5 + 0.4 * Math.sin(i);
            points.add(new Point(4.0 * (i + 1 - count), value, i == 0 ? Double.NaN : 0.5, 0.2));
        }
        return new Panel(name, points, "next 50 % ± 20.0, by last value");
    }

    @Test
    void shouldDrawABandALineAndADotForEachValue() throws Exception {
        Drawn drawn = Drawn.of(
                new ForecastChart("Availability", "Two hosts.", List.of(panel("a", 20), panel("b", 64))).picture());

        assertThat(drawn.texts("text")).contains("a", "b", "now", "100 %", "measured", "forecast for it");
        assertThat(drawn.count("path", "thick")).isEqualTo(2);
        assertThat(drawn.count("path", "soft")).isEqualTo(2);
        assertThat(drawn.count("circle", "b-slots")).as("and one in the legend").isEqualTo(85);
    }

    @Test
    void shouldDrawOneValueWithoutAForecast() throws Exception {
        Drawn drawn = Drawn.of(new ForecastChart(
                        "One", "", List.of(new Panel("a", List.of(new Point(0, 1, Double.NaN, 0)), "")))
                .picture());

        assertThat(drawn.count("path", "thick")).isZero();
        assertThat(drawn.count("circle", "b-slots")).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatCannotBeDrawn() {
        assertThatThrownBy(() -> new ForecastChart("t", "", List.of())).hasMessageContaining("panels");
        assertThatThrownBy(() -> new Panel("a", List.of(), "")).hasMessageContaining("points");
        assertThatThrownBy(() -> new Point(0, Double.NaN, 0, 0)).hasMessageContaining("value");
    }

    @SeededTest(runs = 50)
    void shouldKeepLabelsApartWhateverIsDrawn(RandomGenerator random) throws Exception {
        List<Panel> panels = new ArrayList<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            List<Point> points = new ArrayList<>();
            double seconds = -random.nextDouble() * Math.pow(10, random.nextInt(7));
            for (int k = random.nextInt(1, 70); k > 0; k--) {
                points.add(new Point(
                        seconds * k, random.nextDouble(), random.nextDouble() * 2 - 0.5, random.nextDouble()));
            }
            panels.add(new Panel(
                    "host <" + "x".repeat(random.nextInt(200)) + ">", points, "n".repeat(random.nextInt(200))));
        }
        Drawn.of(new ForecastChart("t", "s", panels).picture());
    }
}
