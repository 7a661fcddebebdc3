package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.GridChart;
import dev.sluice.benchmarks.chart.GridChart.Shade;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.regime.SimulatedRegime;
import dev.sluice.model.regime.Standing;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The emulator's grid of compute time and result size in four environments with many and with half of the workers: what
 * bounds each cell by the flow model and in the simulation, and the time of both (Shao's tables of PEP).
 */
final class RegimesExperiment implements Experiment {
    private static final RegimeGrid.Axes AXES =
            new RegimeGrid.Axes(List.of(1e6, 1e5, 1e4, 1e3, 100.0, 10.0), List.of(1e-4, 1e-3, 1e-2, 1e-1, 1.0));
    private static final int BOTTOM = AXES.bottom();
    private static final int LAST = AXES.last();

    /** The column of short units in which large results are compared. */
    private static final int SHORT = 1;

    private static final int UNITS = 500;
    private static final double INPUT_BYTES = 16;

    /** A time is the same, or doubled, within this share. */
    private static final double SAME = 0.15;

    private static final double TWICE = 2 * (1 - SAME);

    /** One cell: both estimates of the time of the run [s], and both regimes. */
    private record Simulated(double predicted, double seconds, Regime byModel, Regime bound)
            implements RegimeGrid.Cell {
        @Override
        public double error() {
            return predicted / seconds - 1;
        }
    }

    @Override
    public String question() {
        return "what bounds a run, by compute time and result size of its units: flow model and simulation";
    }

    @Override
    public void run(ExperimentRun run) throws Exception {
        RegimeGrid<Simulated> fast = grid("fast, 16 workers", Environment.fast(16), 16);
        RegimeGrid<Simulated> half = grid("fast, 8 workers", Environment.fast(16), 8);
        RegimeGrid<Simulated> slow = grid("slow, 16 workers", Environment.slow(16), 16);
        RegimeGrid<Simulated> slowHalf = grid("slow, 8 workers", Environment.slow(16), 8);
        RegimeGrid<Simulated> mixed = grid("mixed, master on 100 Mbit/s", Environment.mixed("sojourner"), 9);
        RegimeGrid<Simulated> poor =
                grid("mixed, master on the slow host, 10 Mbit/s", Environment.mixed("conundrum"), 9);
        RegimeGrid<Simulated> wan = grid("wan, 16 workers, master on fast", Environment.wan(16, true), 16);
        RegimeGrid<Simulated> far = grid("wan, 16 workers, master on slow", Environment.wan(16, false), 16);
        List<RegimeGrid<Simulated>> all = List.of(fast, half, slow, slowHalf, mixed, poor, wan, far);
        agreement(run, all);
        corners(run, fast, half);
        masters(run, mixed, poor);
        wide(run, List.of(half, slowHalf), List.of(wan, far));
        ApplicationRegimes.add(run);
        picture(run, List.of(fast, slow, mixed, far));
        for (RegimeGrid<Simulated> grid : all) {
            grid.table(run, grid.name() + ": seconds, what binds, error of the model", RegimesExperiment::words);
        }
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        RegimesInLab.measure(run, programs);
    }

    private static RegimeGrid<Simulated> grid(String name, Environment environment, int workers) throws Exception {
        World machines = environment.machines(workers);
        List<Integer> hosts = new ArrayList<>(List.of(machines.master()));
        hosts.addAll(machines.places());
        NetworkView view = machines.view()
                .withHosts(hosts.stream().map(machines.view().hosts()::get).toList());
        RegimeModel model = RegimeModel.of(new World(view, 0).with(SimulatedRuns.OVERHEADS));
        return RegimeGrid.of(name, AXES, (row, column) -> {
            double bytes = AXES.bytes().get(row);
            UnitCosts costs =
                    new UnitCosts(AXES.seconds().get(column), PaperApplication.accept(bytes), INPUT_BYTES, bytes, 0);
            Standing standing = model.at(costs);
            SimulationReport report =
                    SimulatedRuns.of(Workloads.constant(1, UNITS, costs), machines, SimulationTerms.DEFAULT);
            return new Simulated(
                    UNITS / standing.rateWups(),
                    report.seconds(),
                    standing.regime(),
                    SimulatedRegime.of(report).regime());
        });
    }

    private static void agreement(ExperimentRun run, List<RegimeGrid<Simulated>> all) {
        run.figure("cells", all.stream().mapToLong(grid -> grid.all().size()).sum(), "cells");
        RegimeClaims claims = RegimeClaims.ofSimulation(run);
        claims.bottlenecks("model and simulation agree on what bounds a cell", all, "");
        claims.times("they agree on the time in nearly all cells", all);
    }

    private static void corners(ExperimentRun run, RegimeGrid<Simulated> fast, RegimeGrid<Simulated> half) {
        double computing = half.seconds(BOTTOM, LAST) / fast.seconds(BOTTOM, LAST);
        double sending = half.seconds(0, SHORT) / fast.seconds(0, SHORT);
        run.claim(
                "half",
                "half of the workers double the time of compute-bound cells and leave communication-bound cells as"
                        + " they are",
                Math.abs(computing - 2) < 2 * SAME && Math.abs(sending - 1) < SAME,
                AXES.at(BOTTOM, LAST) + ": " + Cells.times(computing) + "; " + AXES.at(0, SHORT) + ": "
                        + Cells.times(sending));
        double columns = fast.seconds(BOTTOM, LAST) / fast.seconds(BOTTOM, LAST - 1);
        double rows = fast.seconds(0, SHORT) / fast.seconds(1, SHORT);
        run.claim(
                "shape",
                "times change with the column where computing binds, with the row where a link binds, and have a floor",
                columns > RegimeClaims.MAGNITUDE
                        && rows > RegimeClaims.MAGNITUDE
                        && fast.seconds(BOTTOM, 0) / fast.seconds(BOTTOM - 1, 0) > 1 - SAME,
                "1 s over 100 ms at 10 B: " + Cells.times(columns) + "; 1 MB over 100 kB at 1 ms: " + Cells.times(rows)
                        + "; 100 B over 10 B at 0.1 ms: "
                        + Cells.times(fast.seconds(BOTTOM - 1, 0) / fast.seconds(BOTTOM, 0)));
    }

    private static void masters(ExperimentRun run, RegimeGrid<Simulated> mixed, RegimeGrid<Simulated> poor) {
        RegimeClaims.ofSimulation(run).poorMaster("a master on the slow host with 10 Mbit/s", mixed, poor, SHORT);
        double computing = poor.seconds(BOTTOM, LAST) / mixed.seconds(BOTTOM, LAST);
        run.claim(new Claim(
                "poor-master-computing",
                "compute-bound cells become faster with it, because the slow host no longer computes",
                Verdict.of(computing < 1 - 0.02),
                AXES.at(BOTTOM, LAST) + ": " + Cells.times(computing)));
    }

    /**
     * @param local eight workers of one site, by the master's side: fast, slow
     * @param both the same with eight of the other site
     */
    private static void wide(ExperimentRun run, List<RegimeGrid<Simulated>> local, List<RegimeGrid<Simulated>> both) {
        double fromFast = both.get(0).seconds(BOTTOM, LAST) / local.get(0).seconds(BOTTOM, LAST);
        double fromSlow = both.get(1).seconds(BOTTOM, LAST) / local.get(1).seconds(BOTTOM, LAST);
        double hurt = both.get(1).seconds(0, SHORT) / local.get(1).seconds(0, SHORT);
        run.claim(
                "wan-helps-slow",
                "fast workers over the wide area help slow ones where computing is long and results are small",
                fromSlow < 0.5,
                AXES.at(BOTTOM, LAST) + ": " + Cells.times(fromSlow)
                        + " of the time of the 8 slow ones alone (paper: a third)");
        run.claim(new Claim(
                "wan-helps-fast",
                "slow workers over the wide area do not help fast ones",
                fromFast < 1 - 0.02 ? Verdict.HOLDS_BETTER : Verdict.of(fromFast <= 1 + SAME),
                AXES.at(BOTTOM, LAST) + ": " + Cells.times(fromFast) + " of the time of the 8 fast ones alone"));
        run.claim(new Claim(
                "wan-hurts",
                "workers over the wide area double the time where computing is short and results are large",
                hurt >= TWICE ? Verdict.HOLDS : Verdict.HOLDS_BETTER,
                AXES.at(0, SHORT) + ": " + Cells.times(hurt) + " of the time of the 8 slow ones alone"));
    }

    private static void picture(ExperimentRun run, List<RegimeGrid<Simulated>> grids) throws IOException {
        List<GridChart.Panel> panels = new ArrayList<>();
        for (RegimeGrid<Simulated> grid : grids) {
            List<GridChart.Row> rows = new ArrayList<>();
            for (int row = 0; row < AXES.rows(); row++) {
                List<GridChart.Cell> cells = new ArrayList<>();
                for (Simulated each : grid.cells().get(row)) {
                    cells.add(new GridChart.Cell(
                            shade(each.bound),
                            Cells.seconds(each.seconds),
                            ApplicationRegimes.letter(each.bound) + ", model " + ApplicationRegimes.letter(each.byModel)
                                    + " " + Cells.change(each.error())));
                }
                rows.add(new GridChart.Row(AXES.bytesOf(row), cells));
            }
            panels.add(new GridChart.Panel(
                    grid.name(),
                    "compute time of a unit",
                    AXES.seconds().stream().map(Cells::seconds).toList(),
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

    private static String words(Simulated cell) {
        return Cells.number(cell.seconds) + " " + ApplicationRegimes.letter(cell.bound) + " ("
                + Cells.change(cell.error()) + ")";
    }
}
