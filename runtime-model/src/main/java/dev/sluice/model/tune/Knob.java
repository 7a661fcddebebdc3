package dev.sluice.model.tune;

/** The settings that a tuner may change while a run goes on. */
public enum Knob {
    /** Hosts that compute; the others are parked. */
    WORKERS("workers"),
    /** Sites that have a sub-master. */
    TREE("tree");

    private final String word;

    Knob(String word) {
        this.word = word;
    }

    /** The word for decisions and options. */
    public String word() {
        return word;
    }
}
