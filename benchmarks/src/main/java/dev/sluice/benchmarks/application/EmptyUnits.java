package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Mixin;

/** Units that compute nothing: eight bytes in, the same eight bytes out. */
public final class EmptyUnits extends Application<None, Long, Long> {
    @Mixin
    private final TimedMaster master = new TimedMaster();

    @Override
    public Cycle<None> cycle(int number) {
        return master.cycle(number, None.NONE);
    }

    @Override
    public Long unit(long index) {
        return index;
    }

    @Override
    public Long compute(None setup, Long unit) {
        return unit;
    }

    @Override
    public Verdict accept(long index, Long result) {
        if (result != index) {
            throw new IllegalStateException("result " + result + " of unit " + index + " (expected: " + index + ")");
        }
        return master.accepted();
    }

    @Override
    public Verdict endCycle(int number) {
        return master.endCycle();
    }

    @Override
    public void complete() throws Exception {
        master.complete();
    }
}
