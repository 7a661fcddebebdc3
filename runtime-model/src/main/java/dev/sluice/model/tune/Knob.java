package dev.sluice.model.tune;

/** The settings that a tuner may change while a run goes on. */
public enum Knob {
    /** The policy, and its weights unless they are fixed. */
    POLICY("policy"),
    /** The weights; they change together with the policy, and never where they are fixed. */
    WEIGHTS("weights"),
    /** Hosts that compute; the others are parked. */
    WORKERS("workers"),
    /** Sites that have a sub-master. */
    TREE("tree");

    private final String word;

    Knob(String word) {
        this.word = word;
    }

    /** True if setups make the begin of a cycle unlike the rest, so that a change is judged by whole cycles. */
    boolean needsWholeCycles() {
        return this == WORKERS || this == TREE;
    }

    /** The word for decisions and options. */
    public String word() {
        return word;
    }
}
