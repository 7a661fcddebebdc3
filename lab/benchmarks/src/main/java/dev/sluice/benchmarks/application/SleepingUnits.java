package dev.sluice.benchmarks.application;

import dev.sluice.api.None;
import picocli.CommandLine.Option;

/** Units that sleep. */
public final class SleepingUnits extends TimedUnits<Long> {
    @Option(names = "--sleep-millis", defaultValue = "1")
    private long sleepMillis;

    @Override
    public Long compute(None setup, Long unit) throws InterruptedException {
        Thread.sleep(sleepMillis);
        return unit;
    }
}
