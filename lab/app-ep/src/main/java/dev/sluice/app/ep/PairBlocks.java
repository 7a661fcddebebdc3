package dev.sluice.app.ep;

/**
 * Consecutive blocks of 2^16 pairs: one unit.
 *
 * @param first index of the first block
 * @param count at least 1
 */
public record PairBlocks(int first, int count) {
    static final int LOG2_PAIRS = 16;
    static final int PAIRS = 1 << LOG2_PAIRS;
}
