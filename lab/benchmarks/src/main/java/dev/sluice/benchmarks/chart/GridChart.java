package dev.sluice.benchmarks.chart;

import dev.sluice.picture.Picture;
import java.util.List;

/**
 * A table whose cells are shaded: what happens for each of two choices. Panels stand below each other.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param legend what each shade means, in this order; may be empty
 * @param panels at least one
 */
public record GridChart(String title, String summary, List<Meaning> legend, List<Panel> panels) {
    /** Shades of cells. Their text says the same as the colour. */
    public enum Shade {
        NONE("panel"),
        BLUE("r-computation"),
        ORANGE("r-communication"),
        PURPLE("r-overhead"),
        GREY("r-mixed");

        private final String style;

        Shade(String style) {
            this.style = style;
        }

        String style() {
            return style;
        }
    }

    /** An entry of the legend. */
    public record Meaning(Shade shade, String text) {}

    /**
     * One table.
     *
     * @param name a few words above it; may be empty
     * @param columnsTitle what the columns are, with a unit; may be empty
     * @param columns names of the columns, at least one
     * @param rows from the top, at least one; all have a cell for each column
     */
    public record Panel(String name, String columnsTitle, List<String> columns, List<Row> rows) {
        public Panel {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            if (columns.isEmpty() || rows.isEmpty()) {
                throw new IllegalArgumentException("panel '" + name + "' of " + rows.size() + " rows and "
                        + columns.size() + " columns (expected: at least one of each)");
            }
            for (Row row : rows) {
                if (row.cells().size() != columns.size()) {
                    throw new IllegalArgumentException("row '" + row.name() + "' of "
                            + row.cells().size() + " cells (expected: " + columns.size() + ")");
                }
            }
        }
    }

    /** One row. */
    public record Row(String name, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /** One cell. {@code note} is small below the text; may be empty. */
    public record Cell(Shade shade, String text, String note) {
        public Cell(Shade shade, String text) {
            this(shade, text, "");
        }
    }

    public GridChart {
        legend = List.copyOf(legend);
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("panels: none (expected: at least one)");
        }
    }

    /** Draws it. */
    public Picture picture() {
        return GridChartDrawing.of(this);
    }
}
