package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.balance.StripBalance;
import dev.sluice.benchmarks.balance.StripGrid;
import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Panel;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.benchmarks.harness.Programs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Jacobi2D on the workstations of the paper: four partitionings, a gateway that fails, and hosts whose memory is too
 * small (Berman, Wolski et al. 1996, Figures 6, 7 and 9). {@link JacobiInLab} has real runs.
 */
final class JacobiExperiment implements Experiment {
    private static final String BLOCKED = "blocked";
    private static final String STATIC = "static, selected";
    private static final String ALL = "forecast, all hosts";
    private static final String SELECTED = "forecast, selected";
    private static final List<String> WAYS = List.of(BLOCKED, STATIC, ALL, SELECTED);

    private static final int ITERATIONS = 50;

    /** The side at which the gateway failed. */
    private static final int FAILURE = 1_900;

    /** The side up to which the paper's two SP-2 nodes had enough memory. */
    private static final int FITS = 3_900;

    @Override
    public String question() {
        return "Jacobi2D in four partitionings, with a link that fails and with too little memory";
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        JacobiInLab.measure(run, programs);
    }

    @Override
    public void run(ExperimentRun run) throws IOException {
        List<Panel> panels = List.of(partitionings(run), failure(run), memory(run));
        run.picture(
                name(),
                new LineChart("Jacobi2D, partitioned in four ways", "Time of an iteration by side of the grid.", panels)
                        .picture());
    }

    /** The time of an iteration with each partitioning; infinite if it is infeasible [s]. */
    private static Map<String, Double> times(int side, JacobiSite site, JacobiWeather weather) {
        StripGrid estimated = JacobiPartition.grid(side, site, weather, false);
        StripGrid forecast = JacobiPartition.grid(side, site, weather, true);
        Map<String, Optional<JacobiPartition>> ways = new LinkedHashMap<>();
        int[] hosts = IntStream.range(0, site.hosts().size()).toArray();
        ways.put(BLOCKED, Optional.of(JacobiPartition.blocked(side, hosts)));
        ways.put(STATIC, StripBalance.best(estimated).map(each -> JacobiPartition.of(side, each)));
        ways.put(ALL, JacobiPartition.all(forecast).map(each -> JacobiPartition.of(side, each)));
        ways.put(SELECTED, StripBalance.best(forecast).map(each -> JacobiPartition.of(side, each)));
        Map<String, Double> times = new LinkedHashMap<>();
        ways.forEach((way, partition) -> times.put(
                way,
                partition.map(each -> each.seconds(site, weather, ITERATIONS)).orElse(Double.POSITIVE_INFINITY)));
        return times;
    }

    /** Figure 6. */
    private static Panel partitionings(ExperimentRun run) {
        JacobiSite site = JacobiSite.workstations();
        int draws = run.size(40, 10);
        Map<Integer, List<Map<String, Double>>> all = new LinkedHashMap<>();
        for (int side = 1_000; side <= 2_000; side += run.size(100, 500)) {
            List<Map<String, Double>> here = new ArrayList<>();
            for (int draw = 0; draw < draws; draw++) {
                here.add(times(side, site, JacobiWeather.of(site, draw)));
            }
            all.put(side, here);
        }
        partitioningClaims(run, all.values().stream().flatMap(List::stream).toList());
        selectionClaim(run, all);
        small(run, site, draws);
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        all.forEach((side, times) -> {
            List<String> row = new ArrayList<>(List.of(Integer.toString(side)));
            for (String way : WAYS) {
                OptionalDouble mean = times.stream()
                        .mapToDouble(each -> each.get(way))
                        .filter(Double::isFinite)
                        .average();
                mean.ifPresent(seconds -> {
                    lines.computeIfAbsent(way, any -> new ArrayList<>()).add(new Point(side, seconds));
                    run.figure(way.replaceAll("\\W+", "-") + "-" + side, 1000 * seconds, "ms");
                });
                row.add(mean.isPresent() ? milliseconds(mean.getAsDouble()) : "infeasible");
            }
            rows.add(row);
        });
        List<String> header = new ArrayList<>(List.of("side"));
        WAYS.forEach(way -> header.add(way + ", ms"));
        run.table("Time of an iteration, mean of " + draws + " drawn conditions (Figure 6)", header, rows);
        return panel("four partitionings (Figure 6)", false, lines);
    }

    private static void partitioningClaims(ExperimentRun run, List<Map<String, Double>> all) {
        List<Double> overBlocked = ratios(all, BLOCKED);
        run.claim(
                "blocked",
                "AppLeS with forecasts and selection is at least 2 times faster than equal blocks.",
                median(overBlocked) >= 2,
                String.format(Locale.ROOT, "median %.1f times", median(overBlocked)));
        List<Double> overStatic = ratios(all, STATIC);
        run.claim(
                "forecasts",
                "Forecasts of the moment beat good estimates made before.",
                median(overStatic) > 1,
                String.format(Locale.ROOT, "median %.0f %% faster", 100 * (median(overStatic) - 1)));
    }

    private static void selectionClaim(ExperimentRun run, Map<Integer, List<Map<String, Double>>> all) {
        List<String> gains = new ArrayList<>();
        boolean holds = true;
        int feasible = 0;
        int runs = 0;
        for (Map.Entry<Integer, List<Map<String, Double>>> side : all.entrySet()) {
            List<Double> ratios = ratios(side.getValue(), ALL);
            double mean = ratios.stream().mapToDouble(each -> each).average().orElse(0);
            holds &= mean >= 1.25;
            feasible += ratios.size();
            runs += side.getValue().size();
            if (side.getKey() % 500 == 0) {
                gains.add(String.format(Locale.ROOT, "%.0f %% at %d", 100 * (mean - 1), side.getKey()));
            }
        }
        run.claim(
                "selection",
                "With forecasts, selection makes an iteration 25 to 50 % faster than all hosts, at sides from 1,000 to"
                        + " 2,000.",
                holds,
                String.join(", ", gains) + "; all hosts infeasible in " + (runs - feasible) + " of " + runs + " runs");
    }

    /** The times of a partitioning over those of the full method, where it is feasible. */
    private static List<Double> ratios(List<Map<String, Double>> all, String way) {
        return all.stream()
                .map(times -> Objects.requireNonNull(times.get(way)) / Objects.requireNonNull(times.get(SELECTED)))
                .filter(Double::isFinite)
                .toList();
    }

    /** A grid so small that the campuses cannot end together. */
    private static void small(ExperimentRun run, JacobiSite site, int draws) {
        int side = 500;
        int infeasible = 0;
        int selected = 0;
        for (int draw = 0; draw < draws; draw++) {
            StripGrid grid = JacobiPartition.grid(side, site, JacobiWeather.of(site, draw), true);
            infeasible += JacobiPartition.all(grid).isEmpty() ? 1 : 0;
            selected += StripBalance.best(grid).isPresent() ? 1 : 0;
        }
        run.claim(
                "small",
                "A grid of 500 × 500 cannot be balanced on all hosts; with selection it can.",
                infeasible > draws / 2 && selected == draws,
                infeasible + " of " + draws + " infeasible on all, " + (draws - selected) + " with selection");
    }

    /** Figure 7. */
    private static Panel failure(ExperimentRun run) {
        JacobiSite site = JacobiSite.workstations();
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        Map<Integer, double[]> found = new LinkedHashMap<>();
        List<Double> errors = new ArrayList<>();
        boolean spans = false;
        int draws = run.size(20, 5);
        int[] hosts = IntStream.range(0, site.hosts().size()).toArray();
        for (int side = 1_000; side <= 3_000; side += run.size(100, 300)) {
            double[] means = new double[3];
            for (int draw = 0; draw < draws; draw++) {
                JacobiWeather usual = JacobiWeather.of(site, draw);
                JacobiWeather weather = side == FAILURE ? usual.withoutGateway() : usual;
                StripBalance balance = StripBalance.best(JacobiPartition.grid(side, site, weather, true))
                        .orElseThrow();
                JacobiPartition selected = JacobiPartition.of(side, balance);
                double seconds = selected.seconds(site, weather, ITERATIONS);
                means[0] += JacobiPartition.blocked(side, hosts).seconds(site, weather, ITERATIONS) / draws;
                means[1] += seconds / draws;
                means[2] += balance.seconds() / draws;
                errors.add(Math.abs(balance.seconds() / seconds - 1));
                spans |= side == FAILURE && selected.spans(JacobiSite.FIRST_ALPHA);
            }
            found.put(side, means);
            lines.computeIfAbsent(BLOCKED, any -> new ArrayList<>()).add(new Point(side, means[0]));
            lines.computeIfAbsent(SELECTED, any -> new ArrayList<>()).add(new Point(side, means[1]));
            lines.computeIfAbsent("predicted", any -> new ArrayList<>()).add(new Point(side, means[2]));
        }
        double[] failed = Objects.requireNonNull(found.get(FAILURE));
        double[] others = perCell(found);
        run.claim(
                "dead-link",
                "When the gateway between the campuses has failed, blocks spike, and AppLeS does not use the link.",
                failed[0] / cells(FAILURE) > 1.5 * others[0] && !spans,
                String.format(
                        Locale.ROOT,
                        "blocks take %.1f times as long for a cell as at other sides, AppLeS %.1f",
                        failed[0] / cells(FAILURE) / others[0],
                        failed[1] / cells(FAILURE) / others[1]));
        double worst = errors.stream().mapToDouble(each -> each).max().orElseThrow();
        run.claim(
                "model",
                "The predicted times are close to the actual ones.",
                median(errors) <= 0.2,
                String.format(Locale.ROOT, "median error %.0f %%, worst %.0f %%", 100 * median(errors), 100 * worst));
        return panel("the gateway fails at " + FAILURE + " (Figure 7)", true, lines);
    }

    private static double cells(int side) {
        return (double) side * side;
    }

    /** The median time of a cell with each partitioning, without the failure [s]. */
    private static double[] perCell(Map<Integer, double[]> found) {
        return IntStream.of(0, 1)
                .mapToDouble(way -> median(found.entrySet().stream()
                        .filter(each -> each.getKey() != FAILURE)
                        .map(each -> each.getValue()[way] / cells(each.getKey()))
                        .toList()))
                .toArray();
    }

    /** Figure 9. */
    private static Panel memory(ExperimentRun run) {
        JacobiSite site = JacobiSite.withSp2();
        JacobiWeather weather = JacobiWeather.of(site, 1);
        int[] pair = {site.hosts().size() - 2, site.hosts().size() - 1};
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        double[] before = new double[2];
        double[] after = new double[2];
        boolean both = true;
        for (int side = 1_500; side <= 5_100; side += run.size(200, 600)) {
            StripBalance balance = StripBalance.best(JacobiPartition.grid(side, site, weather, true))
                    .orElseThrow();
            double blocked = JacobiPartition.halves(side, pair[0], pair[1]).seconds(site, weather, ITERATIONS);
            double selected = JacobiPartition.of(side, balance).seconds(site, weather, ITERATIONS);
            double[] perCell = {blocked / cells(side), selected / cells(side)};
            if (side <= FITS) {
                before = perCell;
                both &= balance.strips().stream()
                        .map(StripBalance.Strip::host)
                        .toList()
                        .containsAll(List.of(pair[0], pair[1]));
            } else {
                after = perCell;
            }
            lines.computeIfAbsent("blocked on the SP-2", any -> new ArrayList<>())
                    .add(new Point(side, blocked));
            lines.computeIfAbsent(SELECTED, any -> new ArrayList<>()).add(new Point(side, selected));
            rows.add(List.of(
                    Integer.toString(side),
                    milliseconds(blocked),
                    milliseconds(selected),
                    Integer.toString(balance.strips().size())));
        }
        run.table(
                "With two SP-2 nodes of 128 MB (Figure 9)",
                List.of("side", "blocked on the SP-2, ms", "selected, ms", "hosts"),
                rows);
        run.claim(
                "memory",
                "Beyond the memory of the two SP-2 nodes, blocks on them page, and AppLeS finds memory elsewhere.",
                both && after[0] > 3 * before[0] && after[1] < 2 * before[1],
                String.format(
                        Locale.ROOT,
                        "a cell takes %.1f times as long with blocks, %.1f with AppLeS",
                        after[0] / before[0],
                        after[1] / before[1]));
        return panel("too little memory (Figure 9)", true, lines);
    }

    private static Panel panel(String title, boolean logarithmic, Map<String, List<Point>> lines) {
        List<Series> series = new ArrayList<>();
        lines.forEach((name, points) ->
                series.add(new Series(name, name.equals("predicted") ? Mark.DASHES : Mark.LINE, points)));
        return new Panel(title, new Axis("side of the grid", false), new Axis("s", logarithmic), series);
    }

    static double median(List<Double> values) {
        return Cells.median(values.stream().mapToDouble(each -> each).toArray());
    }

    private static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.0f", 1000 * seconds);
    }
}
