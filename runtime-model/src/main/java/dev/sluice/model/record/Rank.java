package dev.sluice.model.record;

import java.util.Arrays;

/**
 * The order in which entries are dropped when there are too many: smaller ones first. Entries of equal size are ordered
 * by a hash, so that those that stay are spread over the whole run.
 */
final class Rank {
    private static final int HASH_BITS = 24;
    /** Largest size that counts; a rank above all others exists. */
    private static final long LARGEST = (1L << (Long.SIZE - 1 - HASH_BITS)) - 2;

    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private Rank() {}

    /** The rank of an entry with this size; {@code salt} tells it from others. */
    static long of(long size, long salt) {
        long hash = salt * ODD;
        hash = (hash ^ (hash >>> 29)) * ODD;
        return Math.min(Math.max(0, size), LARGEST) << HASH_BITS | hash >>> (Long.SIZE - HASH_BITS);
    }

    /**
     * The least rank of entries that stay when about half are dropped. At least one entry ranks below it, even if most
     * are equal. Changes the order of {@code ranks}.
     */
    static long leastToStay(long[] ranks) {
        Arrays.sort(ranks);
        long median = ranks[ranks.length / 2];
        return ranks[0] < median ? median : median + 1;
    }
}
