package dev.sluice.api;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests a name for a mistyped one. */
final class NearestName {
    private NearestName() {}

    /** The name with the fewest edits from what was typed, if they are fewer than half of its letters. */
    static Optional<String> to(String typed, Collection<String> names) {
        int equals = typed.indexOf('=');
        String word = equals < 0 ? typed : typed.substring(0, equals);
        return names.stream()
                .min(Comparator.<String>comparingInt(name -> edits(word, name))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> edits(word, name) <= Math.max(1, name.length() / 2 - 1));
    }

    /** Levenshtein's distance: insertions, deletions and replacements of one letter. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[to.length()];
    }
}
