package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Units that sleep, with a setup and results of the sizes that a test asks for. The master checks every byte. */
public final class SleepingUnits extends Application<byte[], Long, byte[]> {
    @Option(names = "--units", required = true)
    private int units;

    @Option(names = "--millis", required = true)
    private int millis;

    @Option(names = "--awaits", description = "a file without which no unit ends")
    private @Nullable Path awaits;

    @Option(names = "--setup", defaultValue = "8")
    private int setupBytes;

    @Option(names = "--result", defaultValue = "8")
    private int resultBytes;

    @Override
    protected Cycle<byte[]> cycle(int number) {
        return Cycle.only(units, new byte[setupBytes]);
    }

    @Override
    protected Long unit(long index) {
        return index;
    }

    @Override
    protected byte[] compute(byte[] setup, Long unit) throws InterruptedException {
        Thread.sleep(millis);
        while (awaits != null && !Files.exists(awaits)) {
            Thread.sleep(10);
        }
        return filled(unit);
    }

    private byte[] filled(long unit) {
        byte[] bytes = new byte[resultBytes];
        Arrays.fill(bytes, (byte) unit);
        return bytes;
    }

    @Override
    protected Verdict accept(long index, byte[] result) {
        if (!Arrays.equals(result, filled(index))) {
            throw new IllegalStateException("result of unit " + index + " (expected: its own bytes)");
        }
        return Verdict.CONTINUE;
    }
}
