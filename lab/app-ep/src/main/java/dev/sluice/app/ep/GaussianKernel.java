package dev.sluice.app.ep;

/** Turns pairs of uniform numbers into pairs of normal ones, and tallies these. */
final class GaussianKernel {
    private GaussianKernel() {}

    static RingTally compute(PairBlocks blocks) {
        RingTally total = RingTally.NONE;
        for (int block = blocks.first(); block < blocks.first() + blocks.count(); block++) {
            total = total.plus(block(block));
        }
        return total;
    }

    /** Adds in the order of the sequence, whatever unit the block is in, so that each block has one sum. */
    private static RingTally block(int block) {
        NpbRandom random = new NpbRandom(2L * PairBlocks.PAIRS * block);
        double sumX = 0;
        double sumY = 0;
        long[] counts = new long[RingTally.RINGS];
        for (int pair = 0; pair < PairBlocks.PAIRS; pair++) {
            double across = 2 * random.next() - 1;
            double up = 2 * random.next() - 1;
            double square = across * across + up * up;
            if (square <= 1) {
                double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
                double x = across * factor;
                double y = up * factor;
                counts[(int) Math.max(Math.abs(x), Math.abs(y))]++;
                sumX += x;
                sumY += y;
            }
        }
        return RingTally.ofBlock(sumX, sumY, counts);
    }
}
