package dev.sluice.benchmarks.papers;

/**
 * A claim of a paper and what became of it.
 *
 * @param id unique within its experiment, in small letters with hyphens
 * @param text the claim: an order, a crossover or a ratio, never seconds
 * @param measured the figures that the verdict rests on
 */
record Claim(String id, String text, Verdict verdict, String measured) {
    Claim {
        if (!id.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException("claim '" + id + "' (expected: small letters, digits, hyphens)");
        }
        if (text.contains("|") || measured.contains("|")) {
            throw new IllegalArgumentException("claim " + id + " contains a bar (expected: text for a table cell)");
        }
    }
}
