package dev.sluice.model.policy;

import java.util.function.Supplier;

/** The policies that a run can be given. */
public enum PolicyName {
    /** One unit at a time. */
    SS("one unit at a time: the best balance, the most messages", SelfScheduling::new),
    /** Guided self-scheduling. */
    GSS("a slot's share of what is left, so that chunks shrink as the cycle ends", GuidedSelfScheduling::new),
    /** Equal shares. */
    FIXED("an equal share for each slot, once: the fewest messages, no balancing", FixedShares::new);

    private final String sentence;
    private final Supplier<ChunkPolicy> factory;

    PolicyName(String sentence, Supplier<ChunkPolicy> factory) {
        this.sentence = sentence;
        this.factory = factory;
    }

    /** What it does, for a person who chooses. */
    public String sentence() {
        return sentence;
    }

    /** A policy for one cycle. */
    public ChunkPolicy begin() {
        return factory.get();
    }
}
