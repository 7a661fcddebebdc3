package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Mixin;

/** Numbered units in timed cycles; subclasses compute them. */
abstract class TimedUnits<R> extends Application<None, Long, R> {
    @Mixin
    final TimedMaster master = new TimedMaster();

    @Override
    public Cycle<None> cycle(int number) {
        return master.cycle(number, None.NONE);
    }

    @Override
    public Long unit(long index) {
        return index;
    }

    @Override
    public Verdict accept(long index, R result) {
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
