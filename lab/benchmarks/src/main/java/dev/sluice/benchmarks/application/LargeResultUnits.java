package dev.sluice.benchmarks.application;

import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Option;

/** Units with large results: a fresh array for each, as in a real application. */
public final class LargeResultUnits extends TimedUnits<byte[]> {
    @Option(names = "--bytes", defaultValue = "1048576")
    private int bytes;

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
}
