package dev.sluice.benchmarks.papers;

import java.util.Arrays;
import java.util.Locale;

/** Numbers as tables and claims show them. */
final class Cells {
    private Cells() {}

    /** Three digits that count: 0.123, 1.23, 12.3, 123. */
    static String number(double value) {
        int digits = value == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(value)));
        return String.format(Locale.ROOT, "%." + Math.max(0, Math.min(6, 2 - digits)) + "f", value);
    }

    /** A ratio: 1.52×. */
    static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f×", ratio);
    }

    /** A share in percent with its sign: +3.1 %, −12.0 %. */
    static String change(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share).replace('-', '−');
    }

    /** A share in percent: 3.1 %. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Bytes in decimal units: 100 B, 10 kB, 1 MB. */
    static String bytes(double bytes) {
        if (bytes < 1e3) {
            return trimmed(number(bytes) + " B");
        }
        String scaled = bytes < 1e6 ? number(bytes / 1e3) + " k" : number(bytes / 1e6) + " M";
        return trimmed(scaled) + "B";
    }

    /** Seconds: 1 ms, 100 ms, 1 s. */
    static String seconds(double seconds) {
        String scaled = seconds < 1 ? number(seconds * 1e3) + " ms" : number(seconds) + " s";
        return trimmed(scaled);
    }

    /** Without zeros at the end of a fraction. */
    private static String trimmed(String text) {
        return text.replaceFirst("(\\.\\d*?)0+ ", "$1 ").replace(". ", " ");
    }

    /** The middle value, or the mean of the two in the middle. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
