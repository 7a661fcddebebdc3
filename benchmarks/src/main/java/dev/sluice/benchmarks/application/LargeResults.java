package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Units with large results: a fresh array for each, as in a real application. */
public final class LargeResults extends Application<None, Long, byte[]> {
    @Mixin
    private final TimedMaster master = new TimedMaster();

    @Option(names = "--bytes", defaultValue = "1048576")
    private int bytes;

    @Override
    public Cycle<None> cycle(int number) {
        return master.cycle(number, None.NONE);
    }

    @Override
    public Long unit(long index) {
        return index;
    }

    @Override
    public byte[] compute(None setup, Long unit) {
        byte[] result = new byte[bytes];
        result[bytes - 1] = unit.byteValue();
        return result;
    }

    @Override
    public Verdict accept(long index, byte[] result) {
        if (result.length != bytes || result[bytes - 1] != (byte) index) {
            throw new IllegalStateException("unit " + index + " gave " + result.length + " bytes (expected: " + bytes
                    + ", the last " + (byte) index + ")");
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
