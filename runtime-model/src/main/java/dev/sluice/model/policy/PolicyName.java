package dev.sluice.model.policy;

import dev.sluice.model.Written;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The policies of Sluice. docs/policies.md says when to choose which. */
public enum PolicyName implements Policy {
    /** Self-scheduling: one unit at a time. */
    SS("one unit at a time: the best balance, the most messages", Weighting.EQUAL, () -> allocation -> 1),
    /** Fixed size chunking. */
    FSC("chunks of one size, from measured round trip and spread of unit times", null, FixedSizeChunking::new),
    /** Guided self-scheduling (Polychronopoulos, Kuck 1987): ⌈w·R/p⌉. */
    GSS(
            "a slot's share of what is left, so that chunks shrink as the cycle ends",
            null,
            () -> left -> Portion.of(left.weight(), left.unassigned(), left.slots(), left)),
    /** Trapezoid self-scheduling. */
    TSS("from half a share down to one unit in equal steps", null, TrapezoidSelfScheduling::new),
    /** Factoring. */
    FAC("rounds of equal chunks that share out half of what is left", null, Factoring::new),
    /** Adaptive weighted factoring. */
    AWF("as FAC, by the rates measured so far", Weighting.MEASURED, AdaptiveWeightedFactoring::new),
    /** Adaptive factoring. */
    AF("as large as mean and spread of each worker's unit times allow", Weighting.MEASURED, AdaptiveFactoring::new),
    /** Fixed shares, equal or weighted. */
    FIXED("one share for each slot, once: the fewest messages, no balancing", null, FixedShares::new);

    /** The policy of a run without options. */
    public static final PolicyName DEFAULT = SS;

    private final String sentence;
    private final @Nullable Weighting own;
    private final Supplier<ChunkPolicy> factory;

    PolicyName(String sentence, @Nullable Weighting own, Supplier<ChunkPolicy> factory) {
        this.sentence = sentence;
        this.own = own;
        this.factory = factory;
    }

    /** The policy of this name. */
    @Written
    public static PolicyName of(String name) {
        return valueOf(name);
    }

    @Override
    @Written
    public String word() {
        return name();
    }

    /** A description for users. */
    public String sentence() {
        return sentence;
    }

    @Override
    public boolean takesWeights() {
        return own == null;
    }

    @Override
    public Weighting weighting(Weighting asked) {
        return own == null ? asked : own;
    }

    @Override
    public ChunkPolicy begin() {
        return factory.get();
    }
}
