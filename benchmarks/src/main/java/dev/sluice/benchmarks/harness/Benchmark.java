package dev.sluice.benchmarks.harness;

/** One end-to-end program. */
public interface Benchmark {
    /** As it is called on the command line and at the head of its lines. */
    String name();

    /** What it asks, in a line. */
    String question();

    /** Whether it builds a test network (docs/lab.md), which needs root. Not among all. */
    default boolean needsTestNetwork() {
        return false;
    }

    /** Measures and prints. Throws when it could not measure, never because a figure is low. */
    void measure(Programs programs, FigureReport report) throws Exception;
}
