package dev.sluice.model.topology;

/** What a test is for (sensing.md §4). */
public enum Phase {
    /** Between the vantage and one host alone. */
    ALONE("each host alone"),
    /** Between the vantage and several hosts, or all around a ring, at the same time: who disturbs whom. */
    TOGETHER("hosts at the same time"),
    /** From host to host: ways that are faster than the one to the vantage, and media that are shared. */
    AMONG("hosts among themselves");

    private final String words;

    Phase(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
