package dev.sluice.benchmarks.chart;

import dev.sluice.benchmarks.chart.GridChart.Cell;
import dev.sluice.benchmarks.chart.GridChart.Meaning;
import dev.sluice.benchmarks.chart.GridChart.Panel;
import dev.sluice.benchmarks.chart.GridChart.Row;
import dev.sluice.picture.Canvas;
import dev.sluice.picture.Canvas.Setting;
import dev.sluice.picture.Heading;
import dev.sluice.picture.Legend;
import dev.sluice.picture.Picture;
import dev.sluice.picture.Type;

/** Draws a {@link GridChart}. */
final class GridChartDrawing {
    private static final double WIDTH = 960;
    private static final double LEFT = 190;
    private static final double RIGHT = 28;
    private static final double ROW = 34;
    private static final double ABOVE = 66;
    private static final double GAP = 2;
    private static final double WIDEST = 130;

    private final GridChart chart;
    private final Canvas canvas = new Canvas(WIDTH);

    private GridChartDrawing(GridChart chart) {
        this.chart = chart;
    }

    static Picture of(GridChart chart) {
        GridChartDrawing drawing = new GridChartDrawing(chart);
        drawing.draw();
        return new Picture(chart.title(), chart.summary(), drawing.canvas);
    }

    private void draw() {
        double top = Heading.draw(canvas, chart.title(), chart.summary());
        for (Panel panel : chart.panels()) {
            draw(panel, top + ABOVE);
            top += ABOVE + panel.rows().size() * ROW;
        }
        Legend legend = new Legend(canvas, Heading.MARGIN, top + 34);
        for (Meaning each : chart.legend()) {
            legend.add(
                    16,
                    each.text(),
                    (x, y) -> canvas.rect(x, y - 6, 16, 12, each.shade().style()));
        }
        canvas.height(chart.legend().isEmpty() ? top + 20 : legend.bottom() + 18);
    }

    private void draw(Panel panel, double top) {
        double wide = Math.min(WIDEST, (WIDTH - LEFT - RIGHT) / panel.columns().size());
        Setting small = new Setting(Type.SMALL).muted();
        canvas.text(Heading.MARGIN, top - 34, panel.name(), new Setting(Type.STRONG), WIDTH / 2 - Heading.MARGIN);
        canvas.text(WIDTH - RIGHT, top - 34, panel.columnsTitle(), small.end(), WIDTH / 2 - RIGHT);
        for (int i = 0; i < panel.columns().size(); i++) {
            String column = panel.columns().get(i);
            canvas.text(LEFT + (i + 0.5) * wide, top - 10, column, small.middle(), wide - 4);
        }
        for (int i = 0; i < panel.rows().size(); i++) {
            draw(panel.rows().get(i), top + i * ROW, wide);
        }
    }

    private void draw(Row row, double top, double wide) {
        canvas.text(Heading.MARGIN, top + ROW / 2 + 4, row.name(), new Setting(Type.LABEL), LEFT - Heading.MARGIN - 8);
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            double left = LEFT + i * wide;
            canvas.rect(left, top, wide - GAP, ROW - GAP, cell.shade().style());
            double middle = left + (wide - GAP) / 2;
            double base = top + ROW / 2 + (cell.note().isEmpty() ? 3 : -3);
            canvas.text(middle, base, cell.text(), new Setting(Type.LABEL).middle(), wide - 6);
            canvas.text(
                    middle,
                    base + 13,
                    cell.note(),
                    new Setting(Type.TINY).muted().middle(),
                    wide - 6);
        }
    }
}
