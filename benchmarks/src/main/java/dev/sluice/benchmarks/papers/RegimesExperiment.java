package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.regime.SimulatedRegime;
import dev.sluice.model.regime.Standing;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.picture.GridChart;
import dev.sluice.picture.GridChart.Shade;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The emulator's grid of compute time and result size in four environments with many and with half of the workers: what
 * bounds each cell by the flow model and in the simulation, and the time of both (Shao's tables of PEP).
 */
final class RegimesExperiment implements Experiment {
    private static final double[] SECONDS = {1e-4, 1e-3, 1e-2, 1e-1, 1};
    private static final double[] BYTES = {1e6, 1e5, 1e4, 1e3, 100, 10};
    private static final int LAST = SECONDS.length - 1;
    private static final int UNITS = 500;
    private static final double INPUT_BYTES = 16;

    /** A time is the same, doubled, or an order of magnitude more within these. */
    private static final double SAME = 0.15;

    private static final double MAGNITUDE = 5;

    /** One cell: both estimates of the time of the run, and both regimes. */
    private record Measured(double predicted, double simulated, Regime byModel, Regime bySimulation) {
        double error() {
            return predicted / simulated - 1;
        }

        boolean agrees() {
            return agree(byModel, bySimulation);
        }
    }

    /** A grid: {@code cells[row][column]}, by {@link #BYTES} and {@link #SECONDS}. */
    private record Grid(String name, Measured[][] cells) {
        double seconds(int row, int column) {
            return cells[row][column].simulated;
        }

        List<Measured> all() {
            return Arrays.stream(cells).flatMap(Arrays::stream).toList();
        }

        long count(Regime regime) {
            return all().stream().filter(each -> each.bySimulation == regime).count();
        }
    }

    @Override
    public String question() {
        return "what bounds a run, by compute time and result size of its units: flow model and simulation";
    }

    @Override
    public void run(ExperimentRun run) throws Exception {
        Grid fast = grid("fast, 16 workers", Environment.fast(16), 16);
        Grid half = grid("fast, 8 workers", Environment.fast(16), 8);
        Grid slow = grid("slow, 16 workers", Environment.slow(16), 16);
        Grid slowHalf = grid("slow, 8 workers", Environment.slow(16), 8);
        Grid mixed = grid("mixed, master on 100 Mbit/s", Environment.mixed("sojourner"), 9);
        Grid poor = grid("mixed, master on the slow host, 10 Mbit/s", Environment.mixed("conundrum"), 9);
        Grid wan = grid("wan, 16 workers, master on fast", Environment.wan(16, true), 16);
        Grid far = grid("wan, 16 workers, master on slow", Environment.wan(16, false), 16);
        List<Grid> all = List.of(fast, half, slow, slowHalf, mixed, poor, wan, far);
        agreement(run, all);
        corners(run, fast, half);
        masters(run, mixed, poor);
        wide(run, new Grid[] {half, slowHalf}, new Grid[] {wan, far});
        ApplicationRegimes.add(run);
        picture(run, List.of(fast, slow, mixed, far));
        for (Grid grid : all) {
            table(run, grid);
        }
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        RegimesInLab.measure(run, programs);
    }

    /** True if both name the same bound, or if one of them says mixed. */
    static boolean agree(Regime one, Regime other) {
        return one == other || one == Regime.MIXED || other == Regime.MIXED;
    }

    private static Grid grid(String name, Environment environment, int workers) {
        Machines machines = environment.machines(workers);
        List<Integer> hosts = new ArrayList<>(List.of(machines.master()));
        IntStream.range(0, machines.workers()).forEach(worker -> hosts.add(machines.worker(worker)));
        RegimeModel model = RegimeModel.of(
                machines.view()
                        .withHosts(
                                hosts.stream().map(machines.view().hosts()::get).toList()),
                0,
                SimulatedRuns.OVERHEADS);
        Measured[][] cells = new Measured[BYTES.length][SECONDS.length];
        for (int row = 0; row < BYTES.length; row++) {
            for (int column = 0; column < SECONDS.length; column++) {
                UnitCosts costs =
                        new UnitCosts(SECONDS[column], PaperApplication.accept(BYTES[row]), INPUT_BYTES, BYTES[row], 0);
                Standing standing = model.at(costs);
                SimulationReport report =
                        SimulatedRuns.of(Workloads.constant(1, UNITS, costs), machines, SimulationTerms.DEFAULT);
                cells[row][column] = new Measured(
                        UNITS / standing.rateWups(),
                        report.seconds(),
                        standing.regime(),
                        SimulatedRegime.of(report).regime());
            }
        }
        return new Grid(name, cells);
    }

    private static void agreement(ExperimentRun run, List<Grid> all) {
        List<Measured> cells = all.stream().flatMap(grid -> grid.all().stream()).toList();
        double agreeing = cells.stream().filter(Measured::agrees).count() / (double) cells.size();
        double[] errors =
                cells.stream().mapToDouble(each -> Math.abs(each.error())).toArray();
        double median = Cells.median(errors);
        Worst worst = worst(all);
        run.figure("cells", cells.size(), "cells");
        run.figure("agreeing", 100 * agreeing, "%");
        run.figure("median-error", 100 * median, "%");
        run.figure("worst-error", 100 * Math.abs(worst.error), "%");
        run.claim(
                "agreement",
                "model and simulation agree on what bounds a cell",
                agreeing >= 0.9,
                Cells.percent(agreeing) + " of " + cells.size()
                        + " cells name the same bound, or one of them says mixed");
        run.claim(
                "times",
                "they agree on the time in nearly all cells",
                median <= 0.05,
                "median error " + Cells.percent(median) + "; worst " + Cells.change(worst.error) + " in "
                        + worst.where);
    }

    /** The cell with the greatest error. */
    private record Worst(double error, String where) {}

    private static Worst worst(List<Grid> all) {
        Worst worst = new Worst(0, "");
        for (Grid grid : all) {
            for (int row = 0; row < BYTES.length; row++) {
                for (int column = 0; column < SECONDS.length; column++) {
                    double error = grid.cells[row][column].error();
                    if (Math.abs(error) > Math.abs(worst.error)) {
                        worst = new Worst(
                                error,
                                grid.name + ", " + Cells.seconds(SECONDS[column]) + ", " + Cells.bytes(BYTES[row]));
                    }
                }
            }
        }
        return worst;
    }

    private static void corners(ExperimentRun run, Grid fast, Grid half) {
        double computing = half.seconds(BYTES.length - 1, LAST) / fast.seconds(BYTES.length - 1, LAST);
        double sending = half.seconds(0, 1) / fast.seconds(0, 1);
        run.claim(
                "half",
                "half of the workers double the time of compute-bound cells and leave communication-bound cells as"
                        + " they are",
                Math.abs(computing - 2) < 2 * SAME && Math.abs(sending - 1) < SAME,
                "1 s and 10 B: " + Cells.times(computing) + "; 1 ms and 1 MB: " + Cells.times(sending));
        double columns = fast.seconds(BYTES.length - 1, LAST) / fast.seconds(BYTES.length - 1, LAST - 1);
        double rows = fast.seconds(0, 1) / fast.seconds(1, 1);
        run.claim(
                "shape",
                "times change with the column where computing binds, with the row where a link binds, and have a floor",
                columns > MAGNITUDE
                        && rows > MAGNITUDE
                        && fast.seconds(BYTES.length - 1, 0) / fast.seconds(BYTES.length - 2, 0) > 1 - SAME,
                "1 s over 100 ms at 10 B: " + Cells.times(columns) + "; 1 MB over 100 kB at 1 ms: " + Cells.times(rows)
                        + "; 100 B over 10 B at 0.1 ms: "
                        + Cells.times(fast.seconds(BYTES.length - 2, 0) / fast.seconds(BYTES.length - 1, 0)));
    }

    private static void masters(ExperimentRun run, Grid mixed, Grid poor) {
        double computing = poor.seconds(BYTES.length - 1, LAST) / mixed.seconds(BYTES.length - 1, LAST);
        double sending = poor.seconds(0, 1) / mixed.seconds(0, 1);
        run.claim(
                "poor-master-large",
                "a master on the slow host with 10 Mbit/s makes large results an order of magnitude slower",
                sending > MAGNITUDE,
                "1 ms and 1 MB: " + Cells.times(sending));
        run.claim(
                "poor-master-region",
                "the compute-bound region is smaller with it",
                poor.count(Regime.COMPUTATION) < mixed.count(Regime.COMPUTATION),
                poor.count(Regime.COMPUTATION) + " cells instead of " + mixed.count(Regime.COMPUTATION));
        run.claim(new Claim(
                "poor-master-computing",
                "compute-bound cells become faster with it, because the slow host no longer computes",
                Verdict.of(computing < 1 - 0.02),
                "1 s and 10 B: " + Cells.times(computing)));
    }

    /**
     * @param local eight workers of one site, by the master's side: fast, slow
     * @param both the same with eight of the other site
     */
    private static void wide(ExperimentRun run, Grid[] local, Grid[] both) {
        int bottom = BYTES.length - 1;
        double fromFast = both[0].seconds(bottom, LAST) / local[0].seconds(bottom, LAST);
        double fromSlow = both[1].seconds(bottom, LAST) / local[1].seconds(bottom, LAST);
        double hurt = both[1].seconds(0, 1) / local[1].seconds(0, 1);
        run.claim(
                "wan-helps-slow",
                "fast workers over the wide area help slow ones where computing is long and results are small",
                fromSlow < 0.5,
                "1 s and 10 B: " + Cells.times(fromSlow) + " of the time of the 8 slow ones alone (paper: a third)");
        run.claim(new Claim(
                "wan-helps-fast",
                "slow workers over the wide area do not help fast ones",
                fromFast > 1 - 0.02 ? Verdict.HOLDS : Verdict.HOLDS_BETTER,
                "1 s and 10 B: " + Cells.times(fromFast) + " of the time of the 8 fast ones alone"));
        run.claim(new Claim(
                "wan-hurts",
                "workers over the wide area double the time where computing is short and results are large",
                hurt > 1 + SAME ? Verdict.HOLDS : Verdict.HOLDS_BETTER,
                "1 ms and 1 MB: " + Cells.times(hurt) + " of the time of the 8 slow ones alone"));
    }

    private static void picture(ExperimentRun run, List<Grid> grids) throws IOException {
        List<GridChart.Panel> panels = new ArrayList<>();
        for (Grid grid : grids) {
            List<GridChart.Row> rows = new ArrayList<>();
            for (int row = 0; row < BYTES.length; row++) {
                List<GridChart.Cell> cells = new ArrayList<>();
                for (Measured each : grid.cells[row]) {
                    cells.add(new GridChart.Cell(
                            shade(each.bySimulation),
                            Cells.seconds(each.simulated),
                            ApplicationRegimes.letter(each.bySimulation) + ", model "
                                    + ApplicationRegimes.letter(each.byModel) + " " + Cells.change(each.error())));
                }
                rows.add(new GridChart.Row(Cells.bytes(BYTES[row]), cells));
            }
            panels.add(new GridChart.Panel(
                    grid.name,
                    "compute time of a unit",
                    Arrays.stream(SECONDS).mapToObj(Cells::seconds).toList(),
                    rows));
        }
        run.picture(
                "regimes",
                new GridChart(
                                "What bounds the emulator",
                                "Time of the run, simulated, by result size (rows) and compute time (columns). Small:"
                                        + " the bound in the simulation and by the flow model, and the error of the"
                                        + " model's time.",
                                List.of(
                                        new GridChart.Meaning(Shade.BLUE, "C: computing"),
                                        new GridChart.Meaning(Shade.ORANGE, "N: a link"),
                                        new GridChart.Meaning(Shade.PURPLE, "O: overhead"),
                                        new GridChart.Meaning(Shade.GREY, "M: two of them")),
                                panels)
                        .picture());
    }

    private static Shade shade(Regime regime) {
        return switch (regime) {
            case COMPUTATION -> Shade.BLUE;
            case COMMUNICATION -> Shade.ORANGE;
            case OVERHEAD -> Shade.PURPLE;
            case MIXED -> Shade.GREY;
        };
    }

    private static void table(ExperimentRun run, Grid grid) {
        List<String> header = new ArrayList<>(List.of("result"));
        Arrays.stream(SECONDS).mapToObj(Cells::seconds).forEach(header::add);
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < BYTES.length; row++) {
            List<String> cells = new ArrayList<>(List.of(Cells.bytes(BYTES[row])));
            for (Measured each : grid.cells[row]) {
                cells.add(Cells.number(each.simulated) + " " + ApplicationRegimes.letter(each.bySimulation) + " ("
                        + Cells.change(each.error()) + ")");
            }
            rows.add(cells);
        }
        run.table(grid.name + ": seconds, what binds, error of the model", header, rows);
    }
}
