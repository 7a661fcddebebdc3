package dev.sluice.app.pep;

/** The measurements of one cycle, or of several. Confined to the master's calls. */
final class Measures {
    /** Requested compute times of the units. */
    final Samples asked = new Samples();
    /** Wall times on the worker, from the first to the last step. */
    final Samples achieved = new Samples();
    /** Processor times. */
    final Samples cpu = new Samples();

    long wallNanos;
    long setupBytes;
    long inputBytes;
    long resultBytes;
    /** Sum over the results, independent of their order. */
    long checksum;
    /**
     * Calibrated speeds of workers, in iterations per millisecond; {@code slowest} exceeds {@code fastest} if none was
     * calibrated.
     */
    int slowest = Integer.MAX_VALUE;

    int fastest;

    long units() {
        return asked.count();
    }

    double unitsPerSecond() {
        return units() * 1e9 / Math.max(1, wallNanos);
    }

    double resultBytesPerSecond() {
        return resultBytes * 1e9 / Math.max(1, wallNanos);
    }

    boolean calibrated() {
        return fastest > 0;
    }

    void speed(int iterationsPerMilli) {
        if (iterationsPerMilli > 0) {
            slowest = Math.min(slowest, iterationsPerMilli);
            fastest = Math.max(fastest, iterationsPerMilli);
        }
    }

    void add(Measures other) {
        asked.add(other.asked);
        achieved.add(other.achieved);
        cpu.add(other.cpu);
        wallNanos += other.wallNanos;
        setupBytes += other.setupBytes;
        inputBytes += other.inputBytes;
        resultBytes += other.resultBytes;
        checksum += other.checksum;
        slowest = Math.min(slowest, other.slowest);
        fastest = Math.max(fastest, other.fastest);
    }
}
