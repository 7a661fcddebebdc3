package dev.sluice.cli.option;

import dev.sluice.net.rules.Text;
import java.util.List;

/** Rows of words, one under the other. */
public final class Columns {
    private Columns() {}

    /** Replaces control characters and direction marks, so that foreign text does not move the cursor of a terminal. */
    public static String printable(String text) {
        return Text.printable(text, text.length());
    }

    /** Each column as wide as its widest word, two spaces apart; nothing behind the last. */
    public static String of(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i)).append(" ".repeat(width[i] - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}
