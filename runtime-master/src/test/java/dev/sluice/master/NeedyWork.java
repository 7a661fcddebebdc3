package dev.sluice.master;

import dev.sluice.api.unit.Needs;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;

/** An application of tests whose units have needs or priorities. Workers compute them with copies that have none. */
final class NeedyWork extends Work {
    private final LongFunction<Needs> needs;
    private LongToIntFunction priority = index -> 0;

    /** @param cycles units of each cycle */
    NeedyWork(VirtualLoop loop, LongFunction<Needs> needs, long... cycles) {
        super(loop, cycles);
        this.needs = needs;
    }

    /** A third of the units occupies two slots, and some units come before others. */
    static NeedyWork wide(VirtualLoop loop, long... cycles) {
        return new NeedyWork(loop, index -> index % 3 == 0 ? Needs.ofProcessors(2) : Needs.ONE_SLOT, cycles)
                .preferring(index -> (int) (index % 5 - 2));
    }

    /** Some units come before others. */
    NeedyWork preferring(LongToIntFunction unitPriority) {
        priority = unitPriority;
        return this;
    }

    @Override
    protected Needs needs(long index) {
        return needs.apply(index);
    }

    @Override
    protected int priority(long index) {
        return priority.applyAsInt(index);
    }
}
