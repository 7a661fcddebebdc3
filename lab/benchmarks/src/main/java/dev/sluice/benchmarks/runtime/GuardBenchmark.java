package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Measures the ratios of the kernel with a part of the work of their own benchmarks, and compares each with the one
 * that is kept in {@code guard.csv}.
 */
public final class GuardBenchmark implements Benchmark {
    private static final int DIVISOR = 4;

    private static final List<Benchmark> KERNEL = List.of(
            new EmptyUnitsBenchmark(),
            new OneOutstandingBenchmark(),
            new ResultsBenchmark(),
            new SleepsBenchmark(),
            new MandelbrotBenchmark(),
            new EmbeddedBenchmark(),
            new CommandsBenchmark());

    /**
     * A ratio as it was on a quiet machine.
     *
     * @param low whether a lower ratio is the better one
     * @param toleranceFraction by which it may be worse, because quiet runs differ so much
     */
    record Kept(String benchmark, String figure, double ratio, boolean low, double toleranceFraction) {
        static Kept parse(String line) {
            String[] cells = line.split(",", -1);
            if (cells.length != 5 || !cells[3].matches("less|more")) {
                throw new IllegalArgumentException(
                        line + " (expected: BENCHMARK,FIGURE,RATIO,less|more,PERCENT, where less or more is better)");
            }
            return new Kept(
                    cells[0],
                    cells[1],
                    Double.parseDouble(cells[2]),
                    cells[3].equals("less"),
                    Double.parseDouble(cells[4]) / 100);
        }

        /** The measured ratio over the kept one, turned so that below 1 is worse. */
        double of(double measured) {
            return low ? ratio / measured : measured / ratio;
        }

        boolean holds(double measured) {
            return of(measured) >= 1 - toleranceFraction;
        }
    }

    @Override
    public String question() {
        return "the ratios of the kernel in four minutes, beside those that are kept";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        List<Kept> all = kept();
        Programs few = programs.with(new Effort(
                1,
                DIVISOR,
                false,
                "",
                List.of(),
                List.of(LocalTransport.UNIX),
                programs.effort().choices()));
        Map<String, FigureReport> measured = new HashMap<>();
        for (Benchmark each : KERNEL) {
            FigureReport own = new FigureReport(each.name(), System.err);
            each.measure(programs.effort().isQuick() ? programs : few, own);
            measured.put(each.name(), own);
        }
        List<String> worse = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        for (Kept each : all) {
            double ratio = Objects.requireNonNull(measured.get(each.benchmark), each.benchmark)
                    .value(each.figure);
            String name = each.benchmark + "-" + each.figure;
            report.figure(name, ratio, "x");
            least = Math.min(least, each.of(ratio));
            if (!each.holds(ratio)) {
                worse.add(String.format(Locale.ROOT, "%s %.3f (kept: %.3f)", name, ratio, each.ratio));
            }
        }
        report.ratio(least);
        report.say(sentence(all.size(), worse));
    }

    static String sentence(int all, List<String> worse) {
        return worse.isEmpty()
                ? "all " + all + " ratios hold"
                : (all - worse.size()) + " of " + all + " ratios hold; worse: " + String.join(", ", worse);
    }

    static List<Kept> kept() throws IOException {
        try (InputStream in =
                        Objects.requireNonNull(GuardBenchmark.class.getResourceAsStream("guard.csv"), "guard.csv");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).map(Kept::parse).toList();
        }
    }
}
