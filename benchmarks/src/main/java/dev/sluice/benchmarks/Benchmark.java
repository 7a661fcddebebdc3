package dev.sluice.benchmarks;

/** One end-to-end benchmark. */
interface Benchmark {
    /** The name on the command line and at the head of its lines. */
    String name();

    /** The question that it answers, in one line. */
    String question();

    /** True if it builds a test network (docs/lab.md), which requires root. Such benchmarks do not belong to "all". */
    default boolean needsTestNetwork() {
        return false;
    }

    /** Measures and prints. Throws if it could not measure, never because a figure is low. */
    void measure(Programs programs, Report report) throws Exception;
}
