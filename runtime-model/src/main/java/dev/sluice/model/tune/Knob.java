package dev.sluice.model.tune;

/** What a tuner may set while a run goes on. */
public enum Knob {
    /** Policy, weights and prefetch. */
    POLICY("policy"),
    /** Hosts that compute; the others are parked. */
    WORKERS("workers");

    private final String word;

    Knob(String word) {
        this.word = word;
    }

    /** The word for decisions and options. */
    public String word() {
        return word;
    }
}
