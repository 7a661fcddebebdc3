package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * DOT on a shared Ethernet with more and more workers: results of each unit, accumulated, and accumulated with
 * congestion control (Shao, Figure 3.12).
 */
final class ResultsExperiment implements Experiment {
    private static final List<Integer> WORKERS = List.of(1, 2, 4, 6, 8, 12, 16);
    private static final double MEGABITS = 10;
    private static final int UNITS = 64;
    private static final double UNIT_SECONDS = 4;
    private static final double BYTES = 2e6;
    private static final double INPUT_BYTES = 16;
    private static final double BURST_BYTES = 200e3;
    private static final int BURSTS = 40;
    private static final double BURST_UNIT_SECONDS = 0.001;

    /** Twelve workers have joined the test network after this time [s]. */
    private static final double JOIN_SECONDS = 20;

    /** The three columns of the figure, and what Sluice does without options. */
    private enum Way {
        EACH("per unit", ResultsKind.EACH, GrantMode.OFF),
        CYCLE("accumulated", ResultsKind.ACCUMULATED, GrantMode.OFF),
        SERIAL("accumulated, one at a time", ResultsKind.ACCUMULATED, GrantMode.SERIAL),
        ADAPTIVE("accumulated, adaptive grants", ResultsKind.ACCUMULATED, GrantMode.ADAPTIVE);

        private final String words;
        private final ResultsKind results;
        private final GrantMode congestion;

        Way(String words, ResultsKind results, GrantMode congestion) {
            this.words = words;
            this.results = results;
            this.congestion = congestion;
        }
    }

    @Override
    public String question() {
        return "large results on a shared medium, per unit, accumulated and with congestion control";
    }

    @Override
    public void run(ExperimentRun run) throws Exception {
        UnitCosts costs = new UnitCosts(UNIT_SECONDS, PaperApplication.accept(BYTES), INPUT_BYTES, BYTES, BYTES);
        Map<Way, List<Double>> seconds = new LinkedHashMap<>();
        for (Way way : Way.values()) {
            Workload work =
                    Workloads.constant(1, UNITS, way.results == ResultsKind.ACCUMULATED ? costs.combined() : costs);
            SimulationTerms terms =
                    SimulationTerms.DEFAULT.withResults(way.results).withCongestion(way.congestion);
            seconds.put(
                    way,
                    WORKERS.stream()
                            .map(count ->
                                    SimulatedRuns.of(work, hub(count), terms).seconds())
                            .toList());
        }
        claims(run, seconds);
        picture(run, seconds);
        table(run, seconds);
    }

    /** A master and workers on one half-duplex medium. */
    private static World hub(int workers) {
        List<Host> hosts = IntStream.rangeClosed(0, workers)
                .mapToObj(i -> new Host(i == 0 ? "master" : "sun" + i, 0))
                .toList();
        Link hub = new Link("hub", Wire.shared(Environment.bytes(MEGABITS)));
        return World.all(new NetworkView("hub", List.of(hub), hosts), 0);
    }

    /** Twelve hosts send a result each at the same moment to a port with a small buffer, which loses packets. */
    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns lab = new LabRuns(programs, "incast.yaml", JOIN_SECONDS);
        List<String> hosts = IntStream.rangeClosed(1, 12).mapToObj(i -> "s" + i).toList();
        Workload burst =
                Workloads.constant(1, hosts.size(), new UnitCosts(BURST_UNIT_SECONDS, 0, INPUT_BYTES, BURST_BYTES, 0));
        SimulationTerms terms = SimulationTerms.DEFAULT.withPrefetch(0);
        Map<GrantMode, Double> measured = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        for (GrantMode mode : List.of(GrantMode.OFF, GrantMode.SERIAL, GrantMode.ADAPTIVE)) {
            LabRuns.Timed mean = lab.mean(LabRuns.Manner.of("m", hosts, terms.withCongestion(mode)), burst, BURSTS);
            double goodput = goodput(hosts.size(), mean.measured());
            measured.put(mode, goodput);
            rows.add(List.of(
                    mode.toString(), Cells.number(goodput), Cells.number(goodput(hosts.size(), mean.simulated()))));
        }
        double off = measured.getOrDefault(GrantMode.OFF, 0.0);
        double serial = measured.getOrDefault(GrantMode.SERIAL, 0.0) / off;
        double adaptive = measured.getOrDefault(GrantMode.ADAPTIVE, 0.0) / off;
        run.figure("measured-serial-over-off", serial, "x");
        run.figure("measured-adaptive-over-off", adaptive, "x");
        run.claim(
                "measured-congestion-control",
                "measured: where packets are lost, congestion control is faster",
                serial > 1.3,
                "goodput of results of 200 kB from twelve hosts into a port of 100 Mbit/s with a buffer of 20 KiB: one"
                        + " at a time " + Cells.times(serial) + ", adaptive grants " + Cells.times(adaptive)
                        + " of that without control");
        run.table(
                "Mbit/s of goodput in " + BURSTS + " bursts of twelve results",
                List.of("`--delivery=congestion`", "measured", "simulated, without loss"),
                rows);
        run.text(lab.disturbance());
    }

    /** The goodput of a burst of one result from each host [Mbit/s]. */
    private static double goodput(int hosts, double seconds) {
        return hosts * BURST_BYTES * 8e-6 / seconds;
    }

    private static List<Double> of(Map<Way, List<Double>> seconds, Way way) {
        return seconds.getOrDefault(way, List.of());
    }

    private static void claims(ExperimentRun run, Map<Way, List<Double>> seconds) {
        List<Double> each = of(seconds, Way.EACH);
        List<Double> cycle = of(seconds, Way.CYCLE);
        List<Double> serial = of(seconds, Way.SERIAL);
        int last = WORKERS.size() - 1;
        int four = WORKERS.indexOf(4);
        double more = each.get(last) / each.get(four);
        run.claim(
                "per-unit",
                "with results per unit, more workers bring nothing",
                more > 0.95,
                "16 workers take " + Cells.times(more) + " of the time of four");
        double gain = IntStream.range(four, WORKERS.size())
                .mapToDouble(i -> each.get(i) / cycle.get(i))
                .min()
                .orElse(0);
        run.claim(
                "accumulated",
                "accumulated results are faster, and more workers help further",
                gain > 1.2 && least(cycle) > WORKERS.indexOf(4),
                "at least " + Cells.times(gain) + " as fast from four workers on; shortest with "
                        + WORKERS.get(least(cycle)) + " workers");
        run.claim(
                "not-cured",
                "accumulating alone does not cure it: with many workers the time rises again",
                cycle.get(last) > 1.05 * cycle.get(least(cycle)),
                "16 workers take " + Cells.times(cycle.get(last) / cycle.get(least(cycle))) + " of the shortest time");
        double control = IntStream.range(four, WORKERS.size())
                .mapToDouble(i -> serial.get(i) / cycle.get(i))
                .max()
                .orElse(0);
        double adaptive = IntStream.range(four, WORKERS.size())
                .mapToDouble(i -> of(seconds, Way.ADAPTIVE).get(i) / cycle.get(i))
                .max()
                .orElse(0);
        run.claim(
                "congestion-control",
                "congestion control makes accumulated results faster still",
                control < 0.95,
                "one result at a time takes at most " + Cells.times(control) + " of the time without control, adaptive"
                        + " grants " + Cells.times(adaptive));
        run.claim(
                "no-harm",
                "grants cost nothing where nothing is lost",
                Math.max(control, adaptive) < 1.02,
                Cells.times(Math.max(control, adaptive)) + " at most");
    }

    /** The index of the shortest time. */
    private static int least(List<Double> seconds) {
        return IntStream.range(0, seconds.size())
                .reduce((a, b) -> seconds.get(a) <= seconds.get(b) ? a : b)
                .orElse(0);
    }

    private static void picture(ExperimentRun run, Map<Way, List<Double>> seconds) throws IOException {
        List<Series> series = new ArrayList<>();
        seconds.forEach((way, times) -> series.add(new Series(
                way.words,
                way == Way.ADAPTIVE ? Mark.DASHES : Mark.LINE,
                IntStream.range(0, times.size())
                        .mapToObj(i -> new Point(WORKERS.get(i), times.get(i)))
                        .toList())));
        run.picture(
                "results",
                new LineChart(
                                "Large results on a shared Ethernet of 10 Mbit/s",
                                "Results of each unit fill the medium with few workers. Accumulated, only setup and one"
                                        + " result for each worker travel; these three lines coincide.",
                                List.of(new LineChart.Panel(
                                        "", new Axis("workers", false), new Axis("seconds", false), series)))
                        .picture());
    }

    private static void table(ExperimentRun run, Map<Way, List<Double>> seconds) {
        List<String> header = new ArrayList<>(List.of("workers"));
        seconds.keySet().forEach(way -> header.add(way.words));
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < WORKERS.size(); i++) {
            List<String> row = new ArrayList<>(List.of(WORKERS.get(i) + ""));
            for (List<Double> times : seconds.values()) {
                row.add(Cells.number(times.get(i)));
            }
            rows.add(row);
        }
        run.table("Seconds of a run", header, rows);
    }
}
