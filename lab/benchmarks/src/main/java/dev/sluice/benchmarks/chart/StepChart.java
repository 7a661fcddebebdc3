package dev.sluice.benchmarks.chart;

import dev.sluice.picture.DrawingChecks;
import dev.sluice.picture.Picture;
import java.util.List;

/**
 * Values of one step after the other, such as the workers in each cycle of a run: lines that change between two steps,
 * in panels with common steps.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param horizontal what is counted along the bottom, "cycles"
 * @param panels one below the other, at least one, all with the same number of values
 */
public record StepChart(String title, String summary, String horizontal, List<Panel> panels) {
    /**
     * One set of lines with an axis of their own.
     *
     * @param name what is shown up the side, with its unit
     * @param lines one to three
     */
    public record Panel(String name, List<Line> lines) {
        public Panel {
            lines = List.copyOf(lines);
            if (lines.isEmpty() || lines.size() > StepChartDrawing.MOST_LINES) {
                throw new IllegalArgumentException("lines: " + lines.size() + " (expected: one to three)");
            }
        }
    }

    /**
     * One line.
     *
     * @param name for the legend
     * @param values one for each step, none negative
     */
    public record Line(String name, List<Double> values) {
        public Line {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("values: none (expected: at least one)");
            }
            for (double value : values) {
                DrawingChecks.finite("value", value);
                DrawingChecks.amount("value", value);
            }
        }
    }

    public StepChart {
        panels = List.copyOf(panels);
        long lengths = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .mapToInt(line -> line.values().size())
                .distinct()
                .count();
        if (lengths != 1) {
            throw new IllegalArgumentException("panels: " + panels.size() + " with lines of " + lengths
                    + " lengths (expected: at least one panel, and lines of one length)");
        }
    }

    /** Draws it. */
    public Picture picture() {
        return StepChartDrawing.of(this);
    }
}
