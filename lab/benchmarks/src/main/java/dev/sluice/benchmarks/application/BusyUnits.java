package dev.sluice.benchmarks.application;

import dev.sluice.api.None;
import picocli.CommandLine.Option;

/** Units that keep a processor busy for a time, each with a result of some bytes. */
public final class BusyUnits extends TimedUnits<byte[]> {
    @Option(names = "--busy-micros", defaultValue = "1000")
    private long busyMicros;

    @Option(names = "--bytes", defaultValue = "100")
    private int bytes;

    @Override
    public byte[] compute(None setup, Long unit) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000 * busyMicros) {
            Thread.onSpinWait();
        }
        return new byte[bytes];
    }
}
