package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.benchmarks.papers.LabRuns.Timed;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;

/**
 * A small grid of the emulator as real runs: eight alike workers, with the master on 100 and on 10 Mbit/s. All cells of
 * a grid are cycles of one run. The same rule reads what bounds a cell from its measured and from its simulated time.
 */
final class RegimesInLab {
    private static final RegimeGrid.Axes AXES =
            new RegimeGrid.Axes(List.of(1e5, 1e4, 1e3, 100.0), List.of(0.002, 0.02, 0.2));
    private static final int UNITS = 240;
    private static final double INPUT_BYTES = 24;
    private static final String MASTER = "m";
    private static final int WORKERS = 8;

    /** Eight workers have joined the test network after this time [s]. */
    private static final double JOIN_SECONDS = 20;

    private RegimesInLab() {}

    /** One cell: both times of the run, and what bounds it by the flow model and by each time. */
    private record Measured(Timed time, Regime byModel, Regime simulated, Regime bound) implements RegimeGrid.Cell {
        @Override
        public double seconds() {
            return time.measured();
        }

        @Override
        public double error() {
            return time.error();
        }
    }

    /** Adds claims and tables. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns good = new LabRuns(programs, "fast16.yaml", JOIN_SECONDS);
        LabRuns bad = new LabRuns(programs, "poor8.yaml", JOIN_SECONDS);
        RegimeGrid<Measured> fast = grid("master on 100 Mbit/s", good);
        RegimeGrid<Measured> poor = grid("master on 10 Mbit/s", bad);
        agreement(run, List.of(fast, poor));
        shapes(run, fast, poor);
        table(run, fast);
        table(run, poor);
        run.text("With the master on 100 Mbit/s: " + good.disturbance());
        run.text("With the master on 10 Mbit/s: " + bad.disturbance());
    }

    private static RegimeGrid<Measured> grid(String name, LabRuns lab) throws Exception {
        List<String> workers = lab.view().hosts().stream()
                .map(Host::name)
                .filter(host -> !host.equals(MASTER))
                .limit(WORKERS)
                .toList();
        List<Workload> loads = new ArrayList<>();
        for (double bytes : AXES.bytes()) {
            for (double seconds : AXES.seconds()) {
                loads.add(Workloads.constant(1, UNITS, costs(seconds, bytes)));
            }
        }
        List<Timed> times = lab.times(Manner.of(MASTER, workers), loads);
        NetworkView view = lab.view()
                .withHosts(lab.view().hosts().stream()
                        .filter(host -> host.name().equals(MASTER) || workers.contains(host.name()))
                        .toList());
        int master = view.host(MASTER);
        RegimeModel model = RegimeModel.of(new World(view, master).with(SimulatedRuns.OVERHEADS));
        double portBytesPerSecond = view.hosts().get(master).port().downBytesPerSecond();
        return RegimeGrid.of(name, AXES, (row, column) -> {
            Timed time = times.get(row * AXES.columns() + column);
            double seconds = AXES.seconds().get(column);
            UnitCosts costs = costs(seconds, AXES.bytes().get(row));
            double sending = SimulatedRuns.OVERHEADS.onWire(costs).resultBytes() / portBytesPerSecond;
            double computing = seconds / WORKERS;
            return new Measured(
                    time,
                    model.at(costs).regime(),
                    bound(computing, sending, time.simulated()),
                    bound(computing, sending, time.measured()));
        });
    }

    private static UnitCosts costs(double seconds, double bytes) {
        return new UnitCosts(seconds, 0, INPUT_BYTES, bytes, 0);
    }

    /**
     * The bottleneck by the time of a run. Slots and the master's port are busy for the parts of it that their work
     * takes; the time in which neither is busy counts as overhead.
     *
     * @param computing time of all slots together for a unit [s]
     * @param sending time of the port for a result [s]
     */
    private static Regime bound(double computing, double sending, double seconds) {
        double slots = Math.min(1, UNITS * computing / seconds);
        double port = Math.min(1, UNITS * sending / seconds);
        return Regime.of(slots, port, 1 - Math.max(slots, port));
    }

    private static void agreement(ExperimentRun run, List<RegimeGrid<Measured>> grids) {
        long alike = grids.stream()
                .flatMap(grid -> grid.all().stream())
                .filter(each -> RegimeGrid.agree(each.simulated, each.bound))
                .count();
        RegimeClaims claims = RegimeClaims.ofMeasurement(run);
        claims.bottlenecks(
                "the flow model names what bounds a real run", grids, "; simulated and measured agree in " + alike);
        claims.times("simulated times are those of real runs in nearly all cells", grids);
    }

    private static void shapes(ExperimentRun run, RegimeGrid<Measured> fast, RegimeGrid<Measured> poor) {
        int last = AXES.last();
        int bottom = AXES.bottom();
        double columns = fast.seconds(bottom, last) / fast.seconds(bottom, last - 1);
        double rows = poor.seconds(0, 0) / poor.seconds(1, 0);
        RegimeClaims claims = RegimeClaims.ofMeasurement(run);
        claims.claim(
                "shape",
                "times change with the column where computing binds, and with the row where a link binds",
                columns > RegimeClaims.MAGNITUDE && rows > RegimeClaims.MAGNITUDE,
                AXES.secondsOf(last) + " over " + AXES.secondsOf(last - 1) + " at " + AXES.bytesOf(bottom) + ": "
                        + Cells.times(columns) + "; " + AXES.bytesOf(0) + " over " + AXES.bytesOf(1) + " at "
                        + AXES.secondsOf(0) + " with the poorly connected master: " + Cells.times(rows));
        claims.poorMaster("a poorly connected master", fast, poor, 0);
    }

    private static void table(ExperimentRun run, RegimeGrid<Measured> grid) {
        grid.table(
                run,
                "Real runs of " + UNITS + " units on 8 workers, " + grid.name()
                        + ": measured seconds, what binds (measured, simulated, flow model), error of the simulated"
                        + " time",
                RegimesInLab::words);
    }

    private static String words(Measured cell) {
        return Cells.number(cell.time.measured()) + " " + ApplicationRegimes.letter(cell.bound)
                + ApplicationRegimes.letter(cell.simulated) + ApplicationRegimes.letter(cell.byModel) + " ("
                + Cells.change(cell.time.error()) + ")";
    }
}
