package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.model.Median;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The rows of all cases, and what follows from them. */
final class TruthFigures {
    private final List<TruthRow> rows = new ArrayList<>();

    void add(TruthRow row) {
        rows.add(row);
    }

    /** Prints the figures of each kind of case that has rows. */
    void print(FigureReport report) {
        for (TruthKind kind : TruthKind.values()) {
            List<TruthRow> ofKind =
                    rows.stream().filter(row -> row.drawn().kind() == kind).toList();
            if (!ofKind.isEmpty()) {
                print(report, kind.word(), ofKind);
            }
        }
        report.figure("failed", rows.stream().filter(row -> !row.good()).count(), "runs");
    }

    private static void print(FigureReport report, String kind, List<TruthRow> rows) {
        report.figure(kind + "-runs", rows.stream().filter(TruthRow::good).count(), "runs");
        List<TruthRow> predicted =
                rows.stream().filter(row -> !Double.isNaN(row.error())).toList();
        report.figure(kind + "-predicted", predicted.size(), "runs");
        if (!predicted.isEmpty()) {
            report.figure(kind + "-median-error", medianError(predicted), "%");
            TruthRow worst = predicted.stream()
                    .max(Comparator.comparingDouble(row -> Math.abs(row.error())))
                    .orElseThrow();
            report.figure(kind + "-worst-error", 100 * worst.error(), "%");
            List<TruthRow> planned =
                    predicted.stream().filter(row -> row.way() == RunWay.AUTO).toList();
            if (!planned.isEmpty()) {
                report.figure(kind + "-auto-median-error", medianError(planned), "%");
            }
        }
        coverage(rows).ifPresent(share -> report.figure(kind + "-coverage", share, "x"));
        List<Double> ratios = chosenOverBest(rows);
        if (!ratios.isEmpty()) {
            report.figure(kind + "-chosen-over-best", Median.of(ratios.stream().mapToDouble(each -> each)), "x");
            report.figure(
                    kind + "-worst-chosen-over-best",
                    ratios.stream().mapToDouble(each -> each).max().orElseThrow(),
                    "x");
        }
    }

    /** Median of the errors without their signs [%]. */
    static double medianError(List<TruthRow> rows) {
        return Median.of(rows.stream().mapToDouble(row -> 100 * Math.abs(row.error())));
    }

    /** Share of the intervals that held. */
    static OptionalDouble coverage(List<TruthRow> rows) {
        return rows.stream()
                .filter(TruthRow::bounded)
                .mapToDouble(row -> row.held() ? 1 : 0)
                .average();
    }

    /**
     * Lists, for each case that was run in two ways at least, the time of the plan over the shortest of all, 1 or more.
     */
    static List<Double> chosenOverBest(List<TruthRow> rows) {
        List<Double> ratios = new ArrayList<>();
        for (TruthRow chosen : rows) {
            if (chosen.way() != RunWay.AUTO || !chosen.good()) {
                continue;
            }
            OptionalDouble best = rows.stream()
                    .filter(row -> row.drawn() == chosen.drawn() && row.good() && row.way() != RunWay.AGAIN)
                    .filter(row -> row.way() != RunWay.AUTO)
                    .mapToDouble(TruthRow::wall)
                    .min();
            if (best.isPresent()) {
                ratios.add(Math.max(1, chosen.wall() / best.getAsDouble()));
            }
        }
        return ratios;
    }

    /** The figure of one run: its error, or that it failed. */
    static void print(FigureReport report, TruthRow row) {
        String name = row.drawn().title() + "-" + row.way().name().toLowerCase(Locale.ROOT);
        if (!Double.isNaN(row.error())) {
            report.figure(name + "-error", 100 * row.error(), "%");
        }
    }
}
