package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Option;

/** A setup of many bytes, made while it is encoded, so that only what the runtime holds of it takes memory. */
public final class HeavySetup extends Application<Integer, Integer, Integer> {
    private static final byte[] BLOCK = new byte[65_536];

    @Option(names = "--blocks", description = "of 64 KiB", defaultValue = "1600")
    private int blocks;

    @Option(names = "--cycles", description = "each with the setup", defaultValue = "1")
    private int cycles;

    @Option(names = "--units", description = "of a cycle", defaultValue = "1000")
    private long units;

    @Option(names = "--compute-millis", description = "for which a unit sleeps", defaultValue = "0")
    private long computeMillis;

    @Override
    protected Cycle<Integer> cycle(int number) {
        return number < cycles ? Cycle.of(units, blocks) : Cycle.none();
    }

    @Override
    protected Integer unit(long index) {
        return (int) index;
    }

    @Override
    protected Integer compute(Integer setup, Integer unit) throws InterruptedException {
        if (computeMillis > 0) {
            Thread.sleep(computeMillis);
        }
        return unit + setup;
    }

    @Override
    protected Verdict accept(long index, Integer result) {
        return Verdict.CONTINUE;
    }

    @Override
    protected Codec<Integer> setupCodec() {
        return new Zeros();
    }

    /** Encodes a number as that many blocks of zeros. */
    static final class Zeros implements Codec<Integer> {
        @Override
        public void encode(Integer value, Encoder out) {
            for (int block = 0; block < value; block++) {
                out.writeRaw(BLOCK, 0, BLOCK.length);
            }
        }

        @Override
        public Integer decode(Decoder in) {
            int count = (int) (in.remaining() / BLOCK.length);
            in.skip(in.remaining());
            return count;
        }
    }
}
