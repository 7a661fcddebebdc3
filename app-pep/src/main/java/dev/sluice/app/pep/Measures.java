package dev.sluice.app.pep;

/** What happened in a cycle, or in several. Confined to the master's calls. */
final class Measures {
    /** What the units were to compute. */
    final Samples asked = new Samples();
    /** What they took on the worker, first to last step. */
    final Samples achieved = new Samples();
    /** Processor time they took. */
    final Samples cpu = new Samples();

    long wallNanos;
    long setupBytes;
    long inputBytes;
    long resultBytes;
    /** Sum over the results; does not depend on their order. */
    long checksum;
    /** Speeds that workers measured, in iterations per millisecond; the least is above the most when none did. */
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
