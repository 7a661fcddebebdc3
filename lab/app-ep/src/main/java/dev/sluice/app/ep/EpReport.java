package dev.sluice.app.ep;

import java.util.Locale;

/** The answer as text: sums, counts and verdict. */
final class EpReport {
    private EpReport() {}

    static String text(ProblemClass problem, RingTally total) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "EP class %s: 2^%d pairs, %,d of them inside the circle",
                problem,
                problem.log2Pairs(),
                total.pairs());
        sum(text, "sx", total.sumX(), problem.sumX());
        sum(text, "sy", total.sumY(), problem.sumY());
        for (int ring = 0; ring < RingTally.RINGS; ring++) {
            line(text, "count %d  %,15d", ring, total.counts()[ring]);
        }
        if (problem.accepts(total)) {
            line(text, "verified: both sums are the official ones, within %.0e", ProblemClass.TOLERANCE);
        } else {
            line(text, "WRONG: the sums differ from the official ones (expected: within %.0e)", ProblemClass.TOLERANCE);
        }
        return text.toString();
    }

    private static void sum(StringBuilder text, String name, double sum, double official) {
        double difference = ProblemClass.difference(sum, official);
        line(text, "%s %.12g  official %.12g  relative difference %.0e", name, sum, official, difference);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
