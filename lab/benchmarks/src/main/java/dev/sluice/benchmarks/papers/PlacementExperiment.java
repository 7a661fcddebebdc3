package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.GridChart;
import dev.sluice.benchmarks.chart.GridChart.Cell;
import dev.sluice.benchmarks.chart.GridChart.Row;
import dev.sluice.benchmarks.chart.GridChart.Shade;
import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The rate of three applications with the master on each of nine hosts, by the flow model and simulated, and the rate
 * over the number of workers for two masters (Shao, Berman and Wolski, Figures 4 to 8).
 */
final class PlacementExperiment implements Experiment {
    private static final List<PaperApplication> APPLICATIONS =
            List.of(PaperApplication.MANDELBROT, PaperApplication.POVRAY, PaperApplication.EP);

    /** The knee is the least number of workers with this share of the rate of all. */
    private static final double KNEE = 0.95;

    /** Two spreads are the same within this. */
    private static final double APART = 0.01;

    private static final double MORE_UNITS = 4;
    private static final String GOOD_PORT = "thing1";
    private static final String POOR_PORT = "magie";

    /** Rates by the number of workers, from one [units/s]. */
    private record Curve(String name, List<Double> predicted, List<Double> simulated) {
        static int knee(List<Double> rates) {
            double all = rates.get(rates.size() - 1);
            return 1
                    + IntStream.range(0, rates.size())
                            .filter(i -> rates.get(i) >= KNEE * all)
                            .findFirst()
                            .orElse(0);
        }
    }

    @Override
    public String question() {
        return "the best host for the master, and how many workers are worth it: flow model and simulation";
    }

    @Override
    public void run(ExperimentRun run) throws Exception {
        Environment machines = Environment.table4(GOOD_PORT);
        Map<PaperApplication, ComparedRates> all = new TreeMap<>();
        for (PaperApplication application : APPLICATIONS) {
            all.put(application, rates(machines, application));
        }
        claims(run, machines, all);
        List<Curve> curves = List.of(
                curve(GOOD_PORT, PaperApplication.MANDELBROT),
                curve(POOR_PORT, PaperApplication.MANDELBROT),
                curve(GOOD_PORT, PaperApplication.POVRAY));
        hosts(run, machines, all);
        workers(run, curves);
        table(run, machines, all);
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        PlacementInLab.measure(run, new LabRuns(programs, "mixed10.yaml", PlacementInLab.JOIN_SECONDS));
    }

    /**
     * The rate of a whole run. Its end, which the flow model leaves out, is a small part of it: Mandelbrot has more
     * units than usual, as they are short.
     */
    private static double simulated(PaperApplication application, World machines) {
        double factor = application == PaperApplication.MANDELBROT ? MORE_UNITS : 1;
        return SimulatedRuns.of(application.longer(factor), machines, SimulationTerms.DEFAULT)
                .rateWups();
    }

    private static ComparedRates rates(Environment machines, PaperApplication application) {
        Placement placement = Placement.solve(machines.view(), SimulatedRuns.OVERHEADS.onWire(application.costs()));
        int hosts = machines.view().hosts().size();
        double[] predicted = new double[hosts];
        double[] simulated = new double[hosts];
        for (int host = 0; host < hosts; host++) {
            predicted[host] = placement.rate(host);
            simulated[host] = simulated(application, machines.withMaster(host).machines());
        }
        return new ComparedRates(predicted, simulated);
    }

    /** The fastest workers first. */
    private static Curve curve(String master, PaperApplication application) {
        Environment machines = Environment.table4(master);
        List<Host> hosts = machines.view().hosts();
        List<Integer> order = IntStream.range(0, hosts.size())
                .filter(host -> host != machines.master())
                .boxed()
                .sorted(Comparator.comparingDouble(host -> -hosts.get(host).speed()))
                .toList();
        Placement placement = Placement.solve(machines.view(), SimulatedRuns.OVERHEADS.onWire(application.costs()));
        List<Double> predicted = new ArrayList<>();
        List<Double> simulated = new ArrayList<>();
        for (int count = 1; count <= order.size(); count++) {
            int[] workers = order.stream().limit(count).mapToInt(host -> host).toArray();
            predicted.add(placement.solution(machines.master(), workers).rate());
            simulated.add(simulated(application, new World(machines.view(), machines.master(), workers)));
        }
        return new Curve(application.words() + ", master " + master, predicted, simulated);
    }

    private static void claims(ExperimentRun run, Environment machines, Map<PaperApplication, ComparedRates> all) {
        int contradictions =
                all.values().stream().mapToInt(ComparedRates::contradictions).sum();
        double worst = all.values().stream()
                .mapToDouble(ComparedRates::worstError)
                .max()
                .orElse(0);
        double chosen = all.values().stream()
                .mapToDouble(ComparedRates::chosenOverBest)
                .min()
                .orElse(0);
        run.figure("worst-error", 100 * worst, "%");
        run.figure("chosen-over-best", chosen, "x");
        run.claim(
                "order",
                "the work-rate model orders the masters as the simulation does",
                contradictions == 0,
                contradictions + " pairs the other way round, of those that the model tells apart by more than 5 %; "
                        + "worst error of a rate " + Cells.percent(worst));
        run.claim(
                "best",
                "the master with the best predicted rate is the best one",
                chosen >= 0.97,
                Cells.percent(chosen) + " of the best rate, at least");
        double[] spreads = APPLICATIONS.stream()
                .mapToDouble(each -> rates(all, each).spread())
                .toArray();
        run.claim(
                "sensitivity",
                "the place of the master matters most to Mandelbrot, then to POV-Ray, and least to NAS EP",
                spreads[0] > spreads[1] + APART && spreads[1] > spreads[2] + APART,
                "the worst master takes " + Cells.change(spreads[0]) + ", " + Cells.change(spreads[1]) + " and "
                        + Cells.change(spreads[2]) + " longer (paper: +170 %, +25 %, +10 %)");
        ComparedRates mandelbrot = rates(all, PaperApplication.MANDELBROT);
        double thing1 = mandelbrot.ofBest(machines.view().host(GOOD_PORT));
        run.claim(
                "thing1",
                "thing1, of middling speed and with a fast port, is among the best masters for Mandelbrot",
                thing1 >= 0.97,
                Cells.percent(thing1) + " of the best rate");
        int slowest = mandelbrot.slowest();
        run.claim(
                "lorax",
                "lorax, the slowest processor, is the worst master for Mandelbrot although its port is fast",
                machines.view().hosts().get(slowest).name().equals("lorax"),
                "lorax has " + Cells.percent(mandelbrot.ofBest(machines.view().host("lorax")))
                        + " of the best rate; the worst is "
                        + machines.view().hosts().get(slowest).name() + " with "
                        + Cells.percent(mandelbrot.ofBest(slowest)));
    }

    private static ComparedRates rates(Map<PaperApplication, ComparedRates> all, PaperApplication of) {
        ComparedRates found = all.get(of);
        if (found == null) {
            throw new IllegalStateException(of + " was not placed (expected: each application)");
        }
        return found;
    }

    private static void workers(ExperimentRun run, List<Curve> curves) throws IOException {
        int worst = 0;
        List<String> knees = new ArrayList<>();
        List<Series> series = new ArrayList<>();
        for (Curve curve : curves) {
            int predicted = Curve.knee(curve.predicted);
            int simulated = Curve.knee(curve.simulated);
            worst = Math.max(worst, Math.abs(predicted - simulated));
            knees.add(curve.name + ": " + predicted + " and " + simulated);
            series.add(new Series(curve.name, Mark.DASHES, points(curve.predicted)));
            series.add(new Series(curve.name, Mark.POINTS, points(curve.simulated)));
        }
        run.claim(
                "knee",
                "the number of workers that is worth having is predicted within one worker",
                worst <= 1,
                "predicted and simulated: " + String.join("; ", knees));
        int good = Curve.knee(curves.get(0).simulated);
        int poor = Curve.knee(curves.get(1).simulated);
        run.claim(
                "port",
                "the port of the master sets how many workers Mandelbrot can use",
                poor < good,
                poor + " behind 10 Mbit/s, " + good + " behind 100");
        run.picture(
                "placement-workers",
                new LineChart(
                                "Rate over the number of workers",
                                "The fastest workers come first. Dashes: flow model, points: simulated. Behind a port"
                                        + " of 10 Mbit/s (magie) Mandelbrot cannot use more than a few workers.",
                                List.of(new LineChart.Panel(
                                        "", new Axis("workers", false), new Axis("units/s", true), series)))
                        .picture());
    }

    private static List<LineChart.Point> points(List<Double> rates) {
        return IntStream.range(0, rates.size())
                .mapToObj(i -> new LineChart.Point(i + 1, rates.get(i)))
                .toList();
    }

    private static void hosts(ExperimentRun run, Environment machines, Map<PaperApplication, ComparedRates> all)
            throws IOException {
        List<Row> rows = new ArrayList<>();
        List<Host> hosts = machines.view().hosts();
        for (int host = 0; host < hosts.size(); host++) {
            List<Cell> cells = new ArrayList<>();
            for (PaperApplication application : APPLICATIONS) {
                ComparedRates rates = rates(all, application);
                double share = rates.ofBest(host);
                Shade shade = share >= 0.97 ? Shade.BLUE : share >= 0.8 ? Shade.GREY : Shade.ORANGE;
                cells.add(new Cell(
                        shade,
                        Cells.number(rates.found()[host]) + "/s",
                        "model " + Cells.number(rates.predicted()[host])));
            }
            rows.add(new Row(hosts.get(host).name() + ", " + port(hosts.get(host)) + " Mbit/s", cells));
        }
        run.picture(
                "placement",
                new GridChart(
                                "Rates with the master on each host",
                                "Nine hosts of the placement paper's Table 4; the other eight compute. Large: units/s"
                                        + " simulated; small: by the flow model.",
                                List.of(
                                        new GridChart.Meaning(Shade.BLUE, "97 % of the best or more"),
                                        new GridChart.Meaning(Shade.GREY, "80 % or more"),
                                        new GridChart.Meaning(Shade.ORANGE, "less")),
                                List.of(new GridChart.Panel(
                                        "master",
                                        "",
                                        APPLICATIONS.stream()
                                                .map(PaperApplication::words)
                                                .toList(),
                                        rows)))
                        .picture());
    }

    private static String port(Host host) {
        return Math.round(host.port().downBytesPerSecond() * 8 / 1e6) + "";
    }

    private static void table(ExperimentRun run, Environment machines, Map<PaperApplication, ComparedRates> all) {
        List<String> header = new ArrayList<>(List.of("master", "speed", "port, Mbit/s"));
        APPLICATIONS.forEach(
                each -> header.addAll(List.of(each.words() + ", simulated", "predicted", "error of the prediction")));
        List<List<String>> rows = new ArrayList<>();
        List<Host> hosts = machines.view().hosts();
        for (int host = 0; host < hosts.size(); host++) {
            List<String> row = new ArrayList<>(
                    List.of(hosts.get(host).name(), Cells.number(hosts.get(host).speed()), port(hosts.get(host))));
            for (PaperApplication application : APPLICATIONS) {
                ComparedRates rates = rates(all, application);
                row.add(Cells.number(rates.found()[host]));
                row.add(Cells.number(rates.predicted()[host]));
                row.add(Cells.change(rates.error(host)));
            }
            rows.add(row);
        }
        run.table("Units per second with the master on each host", header, rows);
    }
}
