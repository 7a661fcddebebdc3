package dev.sluice.app.ep;

/**
 * The sizes of the problem. The official sums are those against which the reference implementation verifies itself (NPB
 * 3.4, routine {@code verify} of {@code EP/ep.f90}).
 */
enum ProblemClass {
    S(24, 1, -3.247834652034740e3, -6.958407078382297e3),
    W(25, 2, -2.863319731645753e3, -6.320053679109499e3),
    A(28, 8, -4.295875165629892e3, -1.580732573678431e4),
    B(30, 16, 4.033815542441498e4, -2.660669192809235e4),
    C(32, 64, 4.764367927995374e4, -8.084072988043731e4);

    /** The largest relative difference that passes. */
    static final double TOLERANCE = 1e-8;

    private final int log2Pairs;
    private final int blocksPerUnit;
    private final double sumX;
    private final double sumY;

    /** @param blocksPerUnit unless the user chooses */
    ProblemClass(int log2Pairs, int blocksPerUnit, double sumX, double sumY) {
        this.log2Pairs = log2Pairs;
        this.blocksPerUnit = blocksPerUnit;
        this.sumX = sumX;
        this.sumY = sumY;
    }

    int log2Pairs() {
        return log2Pairs;
    }

    int blocks() {
        return 1 << (log2Pairs - PairBlocks.LOG2_PAIRS);
    }

    int blocksPerUnit() {
        return blocksPerUnit;
    }

    double sumX() {
        return sumX;
    }

    double sumY() {
        return sumY;
    }

    boolean accepts(RingTally total) {
        return difference(total.sumX(), sumX) <= TOLERANCE && difference(total.sumY(), sumY) <= TOLERANCE;
    }

    /** The relative difference of a sum from the official one. */
    static double difference(double sum, double official) {
        return Math.abs((sum - official) / official);
    }
}
