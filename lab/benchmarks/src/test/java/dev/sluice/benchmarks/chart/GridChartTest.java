package dev.sluice.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.chart.GridChart.Cell;
import dev.sluice.benchmarks.chart.GridChart.Meaning;
import dev.sluice.benchmarks.chart.GridChart.Panel;
import dev.sluice.benchmarks.chart.GridChart.Row;
import dev.sluice.benchmarks.chart.GridChart.Shade;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class GridChartTest {
    @Test
    void shouldDrawACellForEachRowAndColumn() throws Exception {
        List<Row> rows = List.of(
                new Row("10 B", List.of(new Cell(Shade.BLUE, "1.2 s", "C"), new Cell(Shade.ORANGE, "3.4 s"))),
                new Row("1 MB", List.of(new Cell(Shade.GREY, "5.6 s"), new Cell(Shade.NONE, "7.8 s"))));
        Drawn drawn = Drawn.of(new GridChart(
                        "Bounds",
                        "Two sizes.",
                        List.of(new Meaning(Shade.BLUE, "computing")),
                        List.of(new Panel("fast", "time", List.of("1 ms", "1 s"), rows)))
                .picture());

        assertThat(drawn.texts("text")).contains("fast", "time", "1 ms", "10 B", "1.2 s", "C", "computing");
        assertThat(drawn.count("rect", "r-computation"))
                .as("a cell and the legend")
                .isEqualTo(2);
        assertThat(drawn.count("rect", "r-communication")).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatCannotBeDrawn() {
        assertThatThrownBy(() -> new GridChart("t", "s", List.of(), List.of())).hasMessageContaining("panels");
        assertThatThrownBy(() -> new Panel("p", "", List.of("a"), List.of())).hasMessageContaining("0 rows");
        assertThatThrownBy(() -> new Panel("p", "", List.of("a"), List.of(new Row("r", List.of()))))
                .hasMessageContaining("0 cells (expected: 1)");
    }

    @SeededTest(runs = 50)
    void shouldKeepLabelsApartWhateverIsDrawn(RandomGenerator random) throws Exception {
        List<Panel> panels = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int columns = random.nextInt(1, 15);
            List<String> names = new ArrayList<>();
            for (int c = 0; c < columns; c++) {
                names.add("c".repeat(random.nextInt(40)));
            }
            List<Row> rows = new ArrayList<>();
            for (int r = random.nextInt(1, 8); r > 0; r--) {
                List<Cell> cells = new ArrayList<>();
                for (int c = 0; c < columns; c++) {
                    Shade shade = Shade.values()[random.nextInt(Shade.values().length)];
                    cells.add(new Cell(shade, "t".repeat(random.nextInt(50)), "n".repeat(random.nextInt(50))));
                }
                rows.add(new Row("r".repeat(random.nextInt(80)), cells));
            }
            panels.add(new Panel("p".repeat(random.nextInt(300)), "x".repeat(random.nextInt(300)), names, rows));
        }
        Drawn.of(new GridChart("t", "s", List.of(new Meaning(Shade.BLUE, "m".repeat(200))), panels).picture());
    }
}
