package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.forecast.Forecaster;
import dev.sluice.model.forecast.Series;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Compares the errors of published forecasts with those of the best and the worst member of the bank in hindsight, on
 * many kinds and lengths of series and on recorded load. Also measures the costs of a value and of a series.
 */
public final class ForecastsBenchmark implements Benchmark {
    /** Minimum length from which forecasts must be within 5 % of the best member. */
    private static final int SOME_HUNDREDS = 800;

    private static final List<Integer> LENGTHS = List.of(200, 500, SOME_HUNDREDS, 2_000, 5_000, 20_000);
    private static final int SEEDS = 20;
    private static final int TIMED = 1_000_000;
    private static final int KEPT = 256;

    @Override
    public String question() {
        return "error of the forecasts given out over the best predictor's in hindsight, and what they cost";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws IOException {
        boolean quick = programs.effort().divisor() > 1;
        List<Integer> lengths = quick ? LENGTHS.subList(0, 3) : LENGTHS;
        double worst = 0;
        Map<Integer, Double> byLength = new TreeMap<>();
        for (SeriesKind kind : SeriesKind.values()) {
            Tally some = new Tally();
            for (int length : lengths) {
                Tally tally = Tally.of(kind, length, quick ? 2 : SEEDS);
                if (kind.askedFor()) {
                    byLength.merge(length, tally.overBest, Math::max);
                }
                if (length >= SOME_HUNDREDS) {
                    some.add(tally);
                }
            }
            some.report(kind.figure(), report);
            worst = Math.max(worst, kind.askedFor() ? some.overBest : 0);
        }
        byLength.forEach((length, ratio) -> report.figure("at-" + length + "-over-best", ratio, "ratio"));
        for (LoadTrace trace : LoadTrace.recorded()) {
            worst = Math.max(worst, measure(trace, report).overBest());
        }
        for (Path file : programs.effort().traces()) {
            for (LoadTrace trace : LoadTrace.read(file)) {
                measure(trace, report);
            }
        }
        report.figure("worst-over-best-member", worst, "ratio");
        cost(report, quick ? TIMED / 100 : TIMED, programs.effort().repetitions());
    }

    private static Hindsight measure(LoadTrace trace, FigureReport report) {
        Hindsight hindsight = Hindsight.of(trace.values());
        report.figure(trace.name() + "-values", trace.values().length, "values");
        Tally tally = new Tally();
        tally.add(hindsight);
        tally.report(trace.name(), report);
        return hindsight;
    }

    /** Several series: the worst ratios, and the sums of the errors of the series added last. */
    private static final class Tally {
        private double overBest;
        private double overWorst;
        private double squareOverBest;
        private double chosen;
        private double best;
        private double member;
        private int series;

        static Tally of(SeriesKind kind, int length, int seeds) {
            Tally tally = new Tally();
            for (int seed = 0; seed < seeds; seed++) {
                tally.add(Hindsight.of(kind.values(length, new SplittableRandom(seed))));
            }
            return tally;
        }

        void add(Hindsight hindsight) {
            overBest = Math.max(overBest, hindsight.overBest());
            overWorst = Math.max(overWorst, hindsight.overWorst());
            squareOverBest = Math.max(squareOverBest, hindsight.squareOverBest());
            chosen += hindsight.absolute();
            best += hindsight.best().meanAbsoluteError();
            member += hindsight.worst().meanAbsoluteError();
            series++;
        }

        /** Merges two tallies: the ratios are the worst of both, the errors are those of the other. */
        void add(Tally other) {
            overBest = Math.max(overBest, other.overBest);
            overWorst = Math.max(overWorst, other.overWorst);
            squareOverBest = Math.max(squareOverBest, other.squareOverBest);
            chosen = other.chosen;
            best = other.best;
            member = other.member;
            series = other.series;
        }

        void report(String name, FigureReport report) {
            report.figure(name + "-chosen", chosen / series, "error");
            report.figure(name + "-best", best / series, "error");
            report.figure(name + "-worst", member / series, "error");
            report.figure(name + "-over-best", overBest, "ratio");
            report.figure(name + "-over-worst", overWorst, "ratio");
            report.figure(name + "-square-over-best", squareOverBest, "ratio");
        }
    }

    /** Reports the fastest of several repetitions, after one for warm-up. */
    private static void cost(FigureReport report, int values, int repetitions) {
        double[] noise = SeriesKind.STATIONARY.values(values, new SplittableRandom(1));
        double best = Double.MAX_VALUE;
        for (int i = 0; i <= repetitions; i++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            Forecaster forecaster = new Forecaster();
            for (double value : noise) {
                forecaster.add(value);
            }
            double taken = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            if (forecaster.forecast().orElseThrow().measurements() != values) {
                throw new IllegalStateException("a value got lost");
            }
            best = i == 0 ? best : Math.min(best, taken / values);
        }
        report.figure("value-ns", best, "ns");
        report.figure("forecaster-bytes", bytes(count -> new Forecaster()), "B");
        report.figure("series-of-" + KEPT + "-bytes", bytes(count -> series()), "B");
    }

    private static Series series() {
        Series series = new Series(KEPT);
        for (int i = 0; i < KEPT; i++) {
            series.add(i, i);
        }
        return series;
    }

    /** Heap size of one object, averaged over many. */
    private static double bytes(IntFunction<Object> make) {
        int many = 2_000;
        long before = used();
        List<Object> made = new ArrayList<>(many);
        for (int i = 0; i < many; i++) {
            made.add(make.apply(i));
        }
        double bytes = (used() - before) / (double) many;
        Reference.reachabilityFence(made);
        return bytes;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
