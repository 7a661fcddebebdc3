package dev.sluice.app.ep;

/**
 * The validated options: the problem and its division into units.
 *
 * @param blocksPerUnit blocks of one unit; the last may have fewer
 */
record Partition(ProblemClass problem, int blocksPerUnit) {
    long units() {
        return 1 + (problem.blocks() - 1L) / blocksPerUnit;
    }

    /** @param index 0 ≤ index < units */
    PairBlocks unit(long index) {
        int first = Math.toIntExact(index * blocksPerUnit);
        return new PairBlocks(first, Math.min(blocksPerUnit, problem.blocks() - first));
    }
}
