package dev.sluice.benchmarks.application;

import java.util.Arrays;

/**
 * The result of one unit of {@link LedgerUnits}, or the sum of several.
 *
 * @param units number of units in it
 * @param digest sum of the digests of these units
 * @param body bytes of the result; empty in a sum
 */
public record LedgerValue(long units, long digest, byte[] body) {
    static final LedgerValue NOTHING = new LedgerValue(0, 0, new byte[0]);

    LedgerValue plus(LedgerValue other) {
        return new LedgerValue(units + other.units, digest + other.digest, new byte[0]);
    }

    /** Tells whether nothing has changed on the way. */
    boolean isWhole() {
        return body.length == 0 || digest == digest(body);
    }

    static long digest(byte[] body) {
        return LedgerAnswer.mix(Arrays.hashCode(body) * 31L + body.length);
    }
}
