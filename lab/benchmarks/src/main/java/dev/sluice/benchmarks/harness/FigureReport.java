package dev.sluice.benchmarks.harness;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Prints the figures of one benchmark, one line each, and keeps them. */
public final class FigureReport {
    private final String benchmark;
    private final PrintStream out;
    private final Map<String, Double> printed = new HashMap<>();

    public FigureReport(String benchmark, PrintStream out) {
        this.benchmark = benchmark;
        this.out = out;
    }

    /** Prints a figure with four significant digits; {@code unit} has no spaces, and is {@code x} for a ratio. */
    public void figure(String figure, double value, String unit) {
        out.printf("%s %s %s %s%n", benchmark, figure, format(value), unit);
        out.flush();
        printed.put(figure, value);
    }

    /** The value of a figure that was printed. */
    public double value(String figure) {
        Double value = printed.get(figure);
        if (value == null) {
            throw new IllegalArgumentException(
                    benchmark + " printed no figure " + figure + " (expected: one of " + printed.keySet() + ")");
        }
        return value;
    }

    /** Prints a sentence. */
    public void say(String text) {
        out.println(benchmark + ": " + text);
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
