package dev.sluice.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/** The word that was probably meant. */
public final class Nearest {
    private static final int MOST_CANDIDATES = 10_000;
    private static final int MOST_LETTERS = 60;

    private Nearest() {}

    /**
     * The candidate with the fewest letters to change, if these are at most a third of it, and at least one is allowed.
     */
    public static Optional<String> to(String word, Collection<String> candidates) {
        String best = null;
        int least = Integer.MAX_VALUE;
        if (word.length() <= MOST_LETTERS && candidates.size() <= MOST_CANDIDATES) {
            for (String candidate : candidates) {
                int distance = Math.abs(candidate.length() - word.length()) < Math.min(least, MOST_LETTERS)
                        ? distance(word, candidate)
                        : Integer.MAX_VALUE;
                if (candidate.equalsIgnoreCase(word)) {
                    return Optional.of(candidate);
                }
                if (distance < least && distance <= Math.max(1, candidate.length() / 3)) {
                    least = distance;
                    best = candidate;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** A hint that ends an expectation. */
    public static String hint(String word, Collection<String> candidates) {
        return to(word, candidates).map(near -> "; did you mean " + near + "?").orElse("");
    }

    /** Letters to insert, drop or replace, or neighbours to swap. */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        Arrays.setAll(previous, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                current[j] = swapped ? Math.min(current[j], before[j - 2] + 1) : current[j];
            }
            int[] free = before;
            before = previous;
            previous = current;
            current = free;
        }
        return previous[b.length()];
    }
}
