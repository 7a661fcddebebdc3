package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Units that sleep. */
public final class SleepingUnits extends Application<None, Long, Long> {
    @Mixin
    private final TimedMaster master = new TimedMaster();

    @Option(names = "--sleep-millis", defaultValue = "1")
    private long sleepMillis;

    @Override
    public Cycle<None> cycle(int number) {
        return master.cycle(number, None.NONE);
    }

    @Override
    public Long unit(long index) {
        return index;
    }

    @Override
    public Long compute(None setup, Long unit) throws InterruptedException {
        Thread.sleep(sleepMillis);
        return unit;
    }

    @Override
    public Verdict accept(long index, Long result) {
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
