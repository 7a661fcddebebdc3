package dev.sluice.master;

import dev.sluice.api.unit.Needs;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.function.LongFunction;

/** An application of tests whose units have needs. Workers compute them with copies that have none. */
final class NeedyWork extends Work {
    private final LongFunction<Needs> needs;

    /** @param cycles units of each cycle */
    NeedyWork(VirtualLoop loop, LongFunction<Needs> needs, long... cycles) {
        super(loop, cycles);
        this.needs = needs;
    }

    /** A third of the units occupies two slots. */
    static NeedyWork wide(VirtualLoop loop, long... cycles) {
        return new NeedyWork(loop, index -> index % 3 == 0 ? Needs.ofProcessors(2) : Needs.ONE_SLOT, cycles);
    }

    @Override
    protected Needs needs(long index) {
        return needs.apply(index);
    }
}
