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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A small grid of the emulator as real runs: eight alike workers, with the master on 100 and on 10 Mbit/s. All cells of
 * a grid are cycles of one run. The same rule reads what bounds a cell from its measured and from its simulated time.
 */
final class RegimesInLab {
    private static final double[] SECONDS = {0.002, 0.02, 0.2};
    private static final double[] BYTES = {1e5, 1e4, 1e3, 100};
    private static final int BOTTOM = BYTES.length - 1;
    private static final int UNITS = 240;
    private static final double INPUT_BYTES = 24;
    private static final String MASTER = "m";
    private static final int WORKERS = 8;

    /** Eight workers have joined the test network after this time [s]. */
    private static final double JOIN_SECONDS = 20;

    /** A time is an order of magnitude more from here on. */
    private static final double MAGNITUDE = 5;

    private RegimesInLab() {}

    /** One cell: both times of the run, and what bounds it by the flow model and by each time. */
    private record Cell(Timed time, Regime byModel, Regime simulated, Regime measured) {
        boolean agrees() {
            return RegimesExperiment.agree(byModel, measured);
        }
    }

    /** A grid: {@code cells[row][column]}, by {@link #BYTES} and {@link #SECONDS}. */
    private record Grid(String name, Cell[][] cells) {
        double seconds(int row, int column) {
            return cells[row][column].time.measured();
        }

        List<Cell> all() {
            return Arrays.stream(cells).flatMap(Arrays::stream).toList();
        }

        long computing() {
            return all().stream()
                    .filter(each -> each.measured == Regime.COMPUTATION)
                    .count();
        }
    }

    /** Adds claims and tables. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns good = new LabRuns(programs, "fast16.yaml", JOIN_SECONDS);
        LabRuns bad = new LabRuns(programs, "poor8.yaml", JOIN_SECONDS);
        Grid fast = grid("master on 100 Mbit/s", good);
        Grid poor = grid("master on 10 Mbit/s", bad);
        agreement(run, List.of(fast, poor));
        shapes(run, fast, poor);
        table(run, fast);
        table(run, poor);
        run.text("With the master on 100 Mbit/s: " + good.disturbance());
        run.text("With the master on 10 Mbit/s: " + bad.disturbance());
    }

    private static Grid grid(String name, LabRuns lab) throws Exception {
        List<String> workers = lab.view().hosts().stream()
                .map(Host::name)
                .filter(host -> !host.equals(MASTER))
                .limit(WORKERS)
                .toList();
        List<Workload> loads = new ArrayList<>();
        for (double bytes : BYTES) {
            for (double seconds : SECONDS) {
                loads.add(Workloads.constant(1, UNITS, costs(seconds, bytes)));
            }
        }
        List<Timed> times = lab.times(Manner.of(MASTER, workers), loads);
        NetworkView view = lab.view()
                .withHosts(lab.view().hosts().stream()
                        .filter(host -> host.name().equals(MASTER) || workers.contains(host.name()))
                        .toList());
        int master = view.host(MASTER);
        RegimeModel model = RegimeModel.of(view, master, SimulatedRuns.OVERHEADS);
        double portBytesPerSecond = view.hosts().get(master).port().downBytesPerSecond();
        Cell[][] cells = new Cell[BYTES.length][SECONDS.length];
        for (int row = 0; row < BYTES.length; row++) {
            for (int column = 0; column < SECONDS.length; column++) {
                Timed time = times.get(row * SECONDS.length + column);
                UnitCosts costs = costs(SECONDS[column], BYTES[row]);
                double sending = SimulatedRuns.OVERHEADS.onWire(costs).resultBytes() / portBytesPerSecond;
                double computing = SECONDS[column] / WORKERS;
                cells[row][column] = new Cell(
                        time,
                        model.at(costs).regime(),
                        bound(computing, sending, time.simulated()),
                        bound(computing, sending, time.measured()));
            }
        }
        return new Grid(name, cells);
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

    private static void agreement(ExperimentRun run, List<Grid> grids) {
        List<Cell> cells = grids.stream().flatMap(grid -> grid.all().stream()).toList();
        double agreeing = cells.stream().filter(Cell::agrees).count() / (double) cells.size();
        long alike = cells.stream()
                .filter(each -> RegimesExperiment.agree(each.simulated, each.measured))
                .count();
        double median = Cells.median(
                cells.stream().mapToDouble(each -> Math.abs(each.time.error())).toArray());
        double worst = 0;
        String where = "";
        for (Grid grid : grids) {
            for (int row = 0; row < BYTES.length; row++) {
                for (int column = 0; column < SECONDS.length; column++) {
                    double error = grid.cells[row][column].time.error();
                    if (Math.abs(error) > Math.abs(worst)) {
                        worst = error;
                        where = grid.name + ", " + Cells.seconds(SECONDS[column]) + ", " + Cells.bytes(BYTES[row]);
                    }
                }
            }
        }
        run.figure("measured-agreeing", 100 * agreeing, "%");
        run.figure("measured-median-error", 100 * median, "%");
        run.figure("measured-worst-error", 100 * Math.abs(worst), "%");
        run.claim(
                "measured-agreement",
                "measured: the flow model names what bounds a real run",
                agreeing >= 0.9,
                Cells.percent(agreeing) + " of " + cells.size()
                        + " cells name the same bound, or one of them says mixed; simulated and measured agree in "
                        + alike);
        run.claim(
                "measured-times",
                "measured: simulated times are those of real runs in nearly all cells",
                median <= 0.05,
                "median error " + Cells.percent(median) + "; worst " + Cells.change(worst) + " in " + where);
    }

    private static void shapes(ExperimentRun run, Grid fast, Grid poor) {
        int last = SECONDS.length - 1;
        double columns = fast.seconds(BOTTOM, last) / fast.seconds(BOTTOM, last - 1);
        double rows = poor.seconds(0, 0) / poor.seconds(1, 0);
        run.claim(
                "measured-shape",
                "measured: times change with the column where computing binds, and with the row where a link binds",
                columns > MAGNITUDE && rows > MAGNITUDE,
                "200 ms over 20 ms at 100 B: " + Cells.times(columns)
                        + "; 100 kB over 10 kB at 2 ms with the poorly connected master: " + Cells.times(rows));
        double large = poor.seconds(0, 0) / fast.seconds(0, 0);
        run.claim(
                "measured-poor-master-large",
                "measured: a poorly connected master makes large results an order of magnitude slower",
                large > MAGNITUDE,
                "2 ms and 100 kB: " + Cells.times(large));
        run.claim(
                "measured-poor-master-region",
                "measured: the compute-bound region is smaller with it",
                poor.computing() < fast.computing(),
                poor.computing() + " cells instead of " + fast.computing());
    }

    private static void table(ExperimentRun run, Grid grid) {
        List<String> header = new ArrayList<>(List.of("result"));
        Arrays.stream(SECONDS).mapToObj(Cells::seconds).forEach(header::add);
        List<List<String>> rows = IntStream.range(0, BYTES.length)
                .mapToObj(row -> {
                    List<String> cells = new ArrayList<>(List.of(Cells.bytes(BYTES[row])));
                    Arrays.stream(grid.cells[row]).map(RegimesInLab::words).forEach(cells::add);
                    return cells;
                })
                .toList();
        run.table(
                "Real runs of " + UNITS + " units on 8 workers, " + grid.name
                        + ": measured seconds, what binds (measured, simulated, flow model), error of the simulated"
                        + " time",
                header,
                rows);
    }

    private static String words(Cell cell) {
        return Cells.number(cell.time.measured()) + " " + ApplicationRegimes.letter(cell.measured)
                + ApplicationRegimes.letter(cell.simulated) + ApplicationRegimes.letter(cell.byModel) + " ("
                + Cells.change(cell.time.error()) + ")";
    }
}
