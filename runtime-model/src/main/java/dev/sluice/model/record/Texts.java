package dev.sluice.model.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Cuts texts of peers and applications to a bounded length. */
final class Texts {
    private Texts() {}

    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    /** The last lines, together at most so long. */
    static List<String> last(List<String> lines, int most) {
        List<String> last = new ArrayList<>();
        int left = most;
        for (int i = lines.size() - 1; i >= 0 && left > 1; i--) {
            last.add(cut(lines.get(i), left));
            left -= lines.get(i).length() + 1;
        }
        Collections.reverse(last);
        return List.copyOf(last);
    }

    static long bytes(List<String> lines) {
        return lines.stream().mapToLong(line -> 56 + 2L * line.length()).sum();
    }
}
