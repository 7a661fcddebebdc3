package dev.sluice.benchmarks.papers;

/** The outcome of a paper's claim. */
enum Verdict {
    HOLDS("holds"),
    /** The shape is the paper's, and its loss is smaller or gone. */
    HOLDS_BETTER("holds better"),
    DOES_NOT_HOLD("does not hold");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** The words in tables. */
    String words() {
        return words;
    }

    static Verdict of(boolean holds) {
        return holds ? HOLDS : DOES_NOT_HOLD;
    }
}
