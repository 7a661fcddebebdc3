package dev.sluice.model.topology;

/** The purpose of a test. */
public enum Phase {
    /** Transfers between the vantage and one host alone. */
    ALONE("each host alone"),
    /**
     * Simultaneous transfers between the vantage and several hosts, or around a ring, to find hosts that disturb each
     * other.
     */
    TOGETHER("hosts at the same time"),
    /** Transfers from host to host, to find shared media and paths faster than those to the vantage. */
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
