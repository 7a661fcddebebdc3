package dev.sluice.picture;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bottleneck of a run by compute time and result size of its units; both axes are logarithmic.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param unitSeconds the columns, ascending, evenly spaced in their logarithms, at least two
 * @param resultBytes the rows, likewise
 * @param cells row by row: {@code cells.get(row * unitSeconds.size() + column)}
 * @param contours lines of equal values
 * @param probes points that were simulated; may be empty
 * @param application where the application lies; null when it is not known
 */
public record RegimeMap(
        String title,
        String summary,
        List<Double> unitSeconds,
        List<Double> resultBytes,
        List<Cell> cells,
        Contours contours,
        List<Spot> probes,
        @Nullable Spot application) {
    /** A region's colour, letter and word. */
    public enum Region {
        COMPUTATION("computation", 'C'),
        COMMUNICATION("communication", 'N'),
        OVERHEAD("overhead", 'O'),
        MIXED("mixed", 'M');

        private final String word;
        private final char letter;

        Region(String word, char letter) {
            this.word = word;
            this.letter = letter;
        }

        /** The word in legends and tables. */
        public String word() {
            return word;
        }

        /** The letter for places without room for the word. */
        public char letter() {
            return letter;
        }

        String style() {
            return "r-" + word;
        }
    }

    /**
     * Lines at equal values.
     *
     * @param values of {@link Cell#value} to draw lines at, ascending
     * @param unit what follows the value at a line: " %", "/s"
     * @param meaning what the lines show, for the legend: "share of the slots' time that computes"
     */
    public record Contours(List<Double> values, String unit, String meaning) {
        public Contours {
            values = List.copyOf(values);
        }
    }

    /** A point of the grid: what binds there, and the value whose contours are drawn. */
    public record Cell(Region region, double value) {
        public Cell {
            DrawingChecks.finite("value", value);
        }
    }

    /** A point that is marked, with what binds there. */
    public record Spot(double unitSeconds, double resultBytes, Region region, String label) {
        public Spot {
            DrawingChecks.finite("unit time", unitSeconds);
            DrawingChecks.finite("result size", resultBytes);
        }
    }

    public RegimeMap {
        unitSeconds = List.copyOf(unitSeconds);
        resultBytes = List.copyOf(resultBytes);
        cells = List.copyOf(cells);
        probes = List.copyOf(probes);
        DrawingChecks.axis("unit times", unitSeconds);
        DrawingChecks.axis("result sizes", resultBytes);
        if (cells.size() != unitSeconds.size() * resultBytes.size()) {
            throw new IllegalArgumentException("cells: " + cells.size() + " (expected: " + resultBytes.size()
                    + " rows of " + unitSeconds.size() + ")");
        }
    }

    /** Draws it. */
    public Picture picture() {
        return RegimeMapDrawing.of(this);
    }
}
