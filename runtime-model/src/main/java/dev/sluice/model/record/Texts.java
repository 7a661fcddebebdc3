package dev.sluice.model.record;

import java.util.ArrayList;
import java.util.List;

/** Cuts texts of peers and applications to a bounded length. */
final class Texts {
    private Texts() {}

    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    /** The first lines, together at most so long. */
    static List<String> cut(List<String> lines, int most) {
        List<String> first = new ArrayList<>();
        int left = most;
        for (String line : lines) {
            if (left <= 1) {
                break;
            }
            first.add(cut(line, left));
            left -= line.length() + 1;
        }
        return List.copyOf(first);
    }

    static long bytes(List<String> lines) {
        return lines.stream().mapToLong(line -> 56 + 2L * line.length()).sum();
    }
}
