package dev.sluice.master;

import dev.sluice.master.report.Promise;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.record.PromiseNow;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Drawn runs with finish times, one after the other, as a user's history has them: {@code java
 * dev.sluice.master.PromiseCampaign SEED [COUNT [KIND]]}. A run that the command would refuse takes place all the same.
 */
final class PromiseCampaign {
    /** Error of a forecast on hosts before there are outcomes, as Sluice ships it, as a logarithm. */
    private static final double SHIPPED = 0.15;

    /** A run starts if the chance is as large. */
    private static final double PROBABLE = 0.5;

    private PromiseCampaign() {}

    /**
     * A run that has ended.
     *
     * @param secondsWithout time of the same run without a finish time [s]
     * @param early what was said after a fifth of the foretold time; null for nothing
     */
    record Row(
            String text,
            Promise promise,
            double secondsWithout,
            @Nullable PromiseNow early) {
        boolean refused() {
            return promise.chance() < PROBABLE;
        }

        boolean broken() {
            return !refused() && !promise.kept();
        }

        /** The interval over the time that was taken. */
        double width() {
            return (promise.high() - promise.low()) / promise.takenSeconds();
        }

        boolean held() {
            return promise.low() <= promise.takenSeconds() && promise.takenSeconds() <= promise.high();
        }

        /** The part of the time asked for after which it was announced that it will not be kept; infinite for never. */
        double announced() {
            return Double.isNaN(promise.warnedSeconds())
                    ? Double.POSITIVE_INFINITY
                    : promise.warnedSeconds() / promise.seconds();
        }

        double slower() {
            return promise.takenSeconds() / secondsWithout - 1;
        }
    }

    /** Runs of this seed, whose forecasts learn from the ones before. */
    static List<Row> run(long seed, int count, PromiseCase.Kind kind, Path directory) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Row> rows = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        List<Double> sigmas = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            PromiseCase drawn = PromiseCase.drawn(random.split(), kind);
            PromiseRun run = new PromiseRun(drawn, directory);
            double sigma = Math.hypot(SHIPPED, drawn.sampleError());
            Promise promise = run.promised(Calibration.of(latest(errors), latest(sigmas)), sigma);
            PromiseNow early = run.early();
            rows.add(new Row(drawn.toString(), promise, run.secondsWithout(), early));
            errors.add(Math.log(promise.takenSeconds() / run.saidSeconds()));
            sigmas.add(sigma);
        }
        return rows;
    }

    private static double[] latest(List<Double> of) {
        return of.stream()
                .skip(Math.max(0, of.size() - Calibration.LATEST))
                .mapToDouble(each -> each)
                .toArray();
    }

    /** A figure with what must hold of it. */
    record Figure(String name, double value, double limit, boolean atLeast) {
        boolean holds() {
            return atLeast ? value >= limit : value <= limit;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "promise %s %.1f %% (%s %.0f %%: %s)",
                    name,
                    100 * value,
                    atLeast ? "at least" : "at most",
                    100 * limit,
                    holds() ? "holds" : "missed");
        }
    }

    static List<Figure> figures(List<Row> rows) {
        List<Row> given = rows.stream().filter(row -> !row.refused()).toList();
        List<Row> refused = rows.stream().filter(Row::refused).toList();
        List<Row> broken = rows.stream().filter(Row::broken).toList();
        double[] widths = rows.stream().mapToDouble(Row::width).sorted().toArray();
        return List.of(
                new Figure("kept", share(given, row -> row.promise().kept()), 0.9, true),
                new Figure("interval-held", share(rows, Row::held), 0.9, true),
                new Figure("interval-median", widths[widths.length / 2], 0.2, false),
                new Figure("broken-announced-by-80", share(broken, row -> row.announced() <= 0.8), 1, true),
                new Figure(
                        "refused-missed", share(refused, row -> !row.promise().kept()), 0.8, true),
                new Figure(
                        "slower-worst",
                        rows.stream().mapToDouble(Row::slower).max().orElse(0),
                        0.03,
                        false));
    }

    /** The share of rows of which it is true; 1 of none. */
    private static double share(List<Row> rows, java.util.function.Predicate<Row> test) {
        return rows.isEmpty() ? 1 : (double) rows.stream().filter(test).count() / rows.size();
    }

    static void print(List<Row> rows, PrintStream out) {
        out.printf(
                "%3s %9s %19s %6s %9s %8s %9s  %s%n",
                "", "promised", "interval", "sure", "taken", "kept", "announced", "run");
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            Promise promise = row.promise();
            out.printf(
                    Locale.ROOT,
                    "%3d %8.0fs %8.0fs - %7.0fs %5.0f%% %8.0fs %8s %9s  %s%n",
                    i + 1,
                    promise.seconds(),
                    promise.low(),
                    promise.high(),
                    100 * promise.chance(),
                    promise.takenSeconds(),
                    row.refused() ? promise.kept() ? "refused!" : "refused" : promise.kept() ? "kept" : "broken",
                    row.announced() < 1e9 ? String.format(Locale.ROOT, "%.0f %%", 100 * row.announced()) : "-",
                    row.text());
        }
        figures(rows).forEach(out::println);
        List<Row> again = rows.stream().filter(row -> row.early() != null).toList();
        double[] early = again.stream()
                .mapToDouble(row ->
                        (row.early().high() - row.early().low()) / row.promise().takenSeconds())
                .sorted()
                .toArray();
        out.printf(
                Locale.ROOT,
                "promise after a fifth of the run: interval-median %.1f %%, interval-held %.1f %% of %d runs%n",
                early.length == 0 ? Double.NaN : 100 * early[early.length / 2],
                100
                        * share(
                                again,
                                row -> row.early().low() <= row.promise().takenSeconds()
                                        && row.promise().takenSeconds()
                                                <= row.early().high()),
                early.length);
        out.printf(
                Locale.ROOT,
                "promise runs %d, refused %d, broken %d, announced in vain %d%n",
                rows.size(),
                rows.stream().filter(Row::refused).count(),
                rows.stream().filter(Row::broken).count(),
                rows.stream()
                        .filter(row -> row.promise().kept() && row.announced() < 1e9)
                        .count());
    }

    public static void main(String[] arguments) throws IOException {
        int count = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
        Path directory = Files.createTempDirectory("promise");
        PromiseCase.Kind kind = PromiseCase.Kind.valueOf(arguments.length > 2 ? arguments[2] : "ALL");
        print(run(Long.parseLong(arguments[0]), count, kind, directory), System.out);
    }
}
