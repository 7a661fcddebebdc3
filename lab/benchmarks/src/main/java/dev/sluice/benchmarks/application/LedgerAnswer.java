package dev.sluice.benchmarks.application;

import java.util.SplittableRandom;

/**
 * The values of {@link LedgerUnits} and the answer that a serial computation gives. All are pure functions.
 *
 * @param units in each cycle
 * @param cycles of the run
 * @param largest limit of the bytes of one result
 */
public record LedgerAnswer(long units, int cycles, int largest) {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int LARGE_EACH = 40;
    private static final int SMALL_BYTES = 200;

    /** Spreads the bits of a number. */
    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** The setup's chain after a cycle whose digests have this sum. */
    static long next(long chain, long sum) {
        return mix(chain * GOLDEN + sum);
    }

    /** The result of a unit. One in forty may be large, some are empty. */
    static LedgerValue value(LedgerSetup setup, long index, int largest) {
        SplittableRandom random = new SplittableRandom(mix(setup.chain() + GOLDEN * (index + 1)));
        int bound = random.nextInt(LARGE_EACH) == 0 ? largest : Math.min(largest, SMALL_BYTES);
        byte[] body = new byte[random.nextInt(bound + 1)];
        random.nextBytes(body);
        long digest = body.length == 0 ? mix(setup.chain() ^ index) : LedgerValue.digest(body);
        return new LedgerValue(1, digest, body);
    }

    /** A line of the answer. */
    static String line(int cycle, long units, long sum) {
        return cycle + " " + units + " " + Long.toHexString(sum) + "\n";
    }

    /** The text that a serial computation writes. */
    public String text() {
        StringBuilder text = new StringBuilder();
        long chain = 0;
        for (int cycle = 0; cycle < cycles; cycle++) {
            LedgerSetup setup = new LedgerSetup(cycle, chain);
            long sum = 0;
            for (long index = 0; index < units; index++) {
                sum += value(setup, index, largest).digest();
            }
            text.append(line(cycle, units, sum));
            chain = next(chain, sum);
        }
        return text.toString();
    }
}
