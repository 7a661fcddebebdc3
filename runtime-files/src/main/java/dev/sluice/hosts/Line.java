package dev.sluice.hosts;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of a host file.
 *
 * @param number from 1
 * @param text without white space around it, not empty
 */
record Line(int number, String text) {
    /** The lines with anything in them, whatever ends them: LF, CR LF, or CR. */
    static List<Line> of(String text) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            String stripped = line.strip();
            if (!stripped.isEmpty()) {
                lines.add(new Line(number, stripped));
            }
        }
        return lines;
    }

    /** Without lines that are remarks alone; what follows {@code #} in a line is left out too. */
    static List<Line> withoutRemarks(List<Line> lines) {
        List<Line> said = new ArrayList<>();
        for (Line line : lines) {
            int hash = line.text.indexOf('#');
            String text = hash < 0 ? line.text : line.text.substring(0, hash).strip();
            if (!text.isEmpty()) {
                said.add(new Line(line.number, text));
            }
        }
        return said;
    }

    public String[] words() {
        return text.split("\\s+");
    }
}
