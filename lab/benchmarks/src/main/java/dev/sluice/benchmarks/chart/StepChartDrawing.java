package dev.sluice.benchmarks.chart;

import dev.sluice.benchmarks.chart.StepChart.Line;
import dev.sluice.benchmarks.chart.StepChart.Panel;
import dev.sluice.picture.Canvas;
import dev.sluice.picture.Figures;
import dev.sluice.picture.Heading;
import dev.sluice.picture.Legend;
import dev.sluice.picture.Path;
import dev.sluice.picture.Picture;
import dev.sluice.picture.Plot;
import dev.sluice.picture.Scale;
import dev.sluice.picture.Type;
import java.util.List;

/** Draws a {@link StepChart}: in each panel lines with corners, the first one thick and the others dashed. */
final class StepChartDrawing {
    private static final double WIDTH = 960;
    private static final double LEFT = 72;
    private static final double RIGHT = 40;
    private static final double FIRST_HEIGHT = 230;
    private static final double HEIGHT = 110;
    private static final double NAME = 30;
    private static final double BELOW = 66;
    private static final List<String> STYLES = List.of("thick l-slots", "bold dash l-link", "bold dash l-master");

    /** Lines that can be told apart. */
    static final int MOST_LINES = STYLES.size();

    private final StepChart chart;
    private final int steps;
    private final Canvas canvas = new Canvas(WIDTH);

    private StepChartDrawing(StepChart chart) {
        this.chart = chart;
        this.steps = chart.panels().get(0).lines().get(0).values().size();
    }

    static Picture of(StepChart chart) {
        StepChartDrawing drawing = new StepChartDrawing(chart);
        drawing.draw();
        return new Picture(chart.title(), drawing.description(), drawing.canvas);
    }

    private String description() {
        StringBuilder text = new StringBuilder(chart.summary());
        for (Panel panel : chart.panels()) {
            for (Line line : panel.lines()) {
                text.append(' ').append(panel.name()).append(", ").append(line.name());
                text.append(": from ").append(Figures.number(line.values().get(0)));
                text.append(" to ")
                        .append(Figures.number(line.values().get(steps - 1)))
                        .append('.');
            }
        }
        return text.toString();
    }

    private void draw() {
        double top = Heading.draw(canvas, chart.title(), chart.summary());
        canvas.height(top
                + FIRST_HEIGHT
                + (chart.panels().size() - 1) * HEIGHT
                + chart.panels().size() * (NAME + BELOW));
        double height = FIRST_HEIGHT;
        for (Panel panel : chart.panels()) {
            draw(panel, top + NAME, height);
            top += NAME + height + BELOW;
            height = HEIGHT;
        }
    }

    private void draw(Panel panel, double top, double height) {
        double most = 0;
        for (Line line : panel.lines()) {
            most = Math.max(
                    most,
                    line.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(0));
        }
        Scale x = new Scale(0, steps, false, LEFT, WIDTH - RIGHT);
        Scale y = Scale.linear(0, most, top + height, top);
        Plot plot = new Plot(canvas, LEFT, WIDTH - RIGHT, x, y);
        plot.levels(y.ticks(5), Figures::number, "grid");
        List<Double> ticks =
                x.ticks(10).stream().filter(tick -> tick == Math.rint(tick)).toList();
        plot.ticks(ticks, Figures::number, top + height, "axis");
        plot.titles(chart.horizontal(), "");
        for (int i = panel.lines().size() - 1; i >= 0; i--) {
            canvas.path(corners(panel.lines().get(i), x, y), STYLES.get(i) + " none");
        }
        legend(panel, top - 12);
    }

    /** A level for each step, from its left end to its right end. */
    private static Path corners(Line line, Scale x, Scale y) {
        Path path = new Path().move(x.at(0), y.at(line.values().get(0)));
        for (int i = 0; i < line.values().size(); i++) {
            path.down(y.at(line.values().get(i))).across(x.at(i + 1));
        }
        return path;
    }

    private void legend(Panel panel, double level) {
        double wide = canvas.text(LEFT, level, panel.name(), new Canvas.Setting(Type.STRONG), WIDTH / 3);
        Legend legend = new Legend(canvas, LEFT + wide + 24, level);
        if (panel.lines().size() > 1) {
            for (int i = 0; i < panel.lines().size(); i++) {
                String style = STYLES.get(i);
                legend.add(
                        26, panel.lines().get(i).name(), (x, middle) -> canvas.line(x, middle, x + 26, middle, style));
            }
        }
    }
}
