package dev.sluice.benchmarks.harness;

import java.io.PrintStream;
import java.util.Locale;

/** Prints the figures of one benchmark, one line each. */
public final class FigureReport {
    private final String benchmark;
    private final PrintStream out;

    public FigureReport(String benchmark, PrintStream out) {
        this.benchmark = benchmark;
        this.out = out;
    }

    /** Prints a figure with four significant digits; {@code unit} has no spaces, and is {@code x} for a ratio. */
    public void figure(String figure, double value, String unit) {
        out.printf("%s %s %s %s%n", benchmark, figure, format(value), unit);
        out.flush();
    }

    /** Prints the main ratio of the benchmark. */
    public void ratio(double value) {
        figure("ratio", value, "x");
    }

    private static String format(double value) {
        int digits = value == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(value)));
        return String.format(Locale.ROOT, "%." + Math.max(0, 3 - digits) + "f", value);
    }
}
