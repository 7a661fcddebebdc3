package dev.sluice.benchmarks.harness;

import java.util.Locale;

/** One end-to-end program. */
public interface Benchmark {
    /** The name on the command line and at the head of its lines: the class name in small letters. */
    default String name() {
        String words = getClass().getSimpleName().replaceFirst("Benchmark$", "");
        return words.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The question that it answers, in one line. */
    String question();

    /** Measures and prints. Throws when it could not measure, never because a figure is low. */
    void measure(Programs programs, FigureReport report) throws Exception;
}
