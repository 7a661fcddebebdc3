package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Panel;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.plan.SubMasterPlan;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One level of workers against two, in which each group of four hosts has three workers and a sub-master, for the two
 * applications whose traffic grows with the workers (dissertation, Figures 5.12, 5.14, 5.28, 5.29).
 */
final class LevelsExperiment implements Experiment {
    private static final int GROUP = 4;
    private static final int MOST_HOSTS = 32;
    private static final int FEW_HOSTS = 24;
    private static final double MIN_GAIN = 0.01;

    /** The planner's side may be worse by so much. */
    private static final double SAME = 1.02;

    private static final Wire FAST = Wire.duplex(Environment.bytes(100)).withLatency(100_000);
    private static final Wire UPLINK = Wire.duplex(Environment.bytes(1_000)).withLatency(20_000);
    private static final Wire WIDE = Wire.duplex(Environment.bytes(10)).withLatency(35_000_000);

    /** Speeds of Table 4 of the placement paper, as in {@link Environment#mixed}. */
    private static final List<Double> UNLIKE = List.of(0.70, 0.41, 0.32, 0.79, 0.08, 0.54, 0.60, 0.39);

    /**
     * A cluster of groups of four hosts, each group on a switch of its own below that of the master.
     *
     * @param speeds of the hosts in turn; the master has the first
     */
    private record Cluster(String name, List<Double> speeds) {
        NetworkView view(int hosts) {
            List<Link> links = new ArrayList<>(List.of(new Link("switch", Wire.UNLIMITED)));
            List<Host> all = new ArrayList<>(List.of(host("master", 0, 0)));
            for (int i = 0; i < hosts; i++) {
                if (i % GROUP == 0) {
                    links.add(new Link("group" + (1 + i / GROUP), 0, UPLINK));
                }
                all.add(host("h" + (i + 1), links.size() - 1, i));
            }
            return new NetworkView(name, links, all);
        }

        private Host host(String named, int link, int number) {
            return new Host(named, link, FAST).withSlots(1, speeds.get(number % speeds.size()));
        }
    }

    /** Times of a number of hosts: with each shape, and with the planner's [s]. */
    private record Times(int hosts, double one, double two, double planned, boolean plansTwo) {
        double best() {
            return Math.min(one, two);
        }
    }

    @Override
    public String question() {
        return "one level of workers or two, by number of hosts: DOT and GA-TSP on two clusters and over a wide area";
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        LevelsInLab.measure(run, programs);
    }

    @Override
    public void run(ExperimentRun run) throws IOException {
        List<Cluster> clusters = List.of(
                new Cluster("fast", List.of(1.0)), new Cluster("slow", List.of(0.25)), new Cluster("mixed", UNLIKE));
        Map<String, List<Times>> all = new LinkedHashMap<>();
        for (PaperApplication application : List.of(PaperApplication.DOT, PaperApplication.GA_TSP)) {
            for (Cluster cluster : clusters) {
                String title = application.words() + " on " + cluster.name;
                List<Times> times = times(application, cluster, run.size(MOST_HOSTS, FEW_HOSTS));
                all.put(title, times);
                tell(run, title, times);
            }
        }
        claims(run, all);
        unlike(run, all);
        planner(run, all, wide(run));
        run.picture(
                name(),
                new LineChart(
                                "One level against two",
                                "Time by number of hosts, with all of them below the master, with a sub-master and"
                                        + " three workers in each group of four, and as planned.",
                                all.entrySet().stream()
                                        .map(each -> panel(each.getKey(), each.getValue()))
                                        .toList())
                        .picture());
    }

    private static void tell(ExperimentRun run, String title, List<Times> times) {
        List<List<String>> rows = new ArrayList<>();
        String name = title.toLowerCase(Locale.ROOT).replace(' ', '-');
        for (Times each : times) {
            run.figure(name + "-" + each.hosts + "-one", each.one, "s");
            run.figure(name + "-" + each.hosts + "-two", each.two, "s");
            rows.add(List.of(
                    Integer.toString(each.hosts),
                    Cells.number(each.one),
                    Cells.number(each.two),
                    each.plansTwo ? "two" : "one"));
        }
        run.table(title, List.of("hosts", "one level, s", "two levels, s", "planned"), rows);
    }

    private static List<Times> times(PaperApplication application, Cluster cluster, int most) {
        List<Times> times = new ArrayList<>();
        for (int hosts = GROUP; hosts <= most; hosts += GROUP) {
            NetworkView view = cluster.view(hosts);
            List<World.SubMaster> subs = new ArrayList<>();
            for (int first = 1; first <= hosts; first += GROUP) {
                subs.add(sub(first, first + GROUP));
            }
            times.add(times(application, view, hosts, subs));
        }
        return times;
    }

    private static Times times(PaperApplication application, NetworkView view, int hosts, List<World.SubMaster> subs) {
        int[] all = IntStream.rangeClosed(1, hosts).toArray();
        int[] below = IntStream.of(all)
                .filter(host -> subs.stream().noneMatch(sub -> sub.host() == host))
                .toArray();
        SubMasterPlan plan = plan(application, view, all);
        return new Times(
                hosts,
                seconds(application, new World(view, 0, all)),
                seconds(application, new World(view, 0, below).withSubMasters(subs)),
                seconds(application, plan.machines()),
                !plan.chosen().isEmpty());
    }

    private static World.SubMaster sub(int host, int end) {
        return new World.SubMaster(host, IntStream.range(host + 1, end).boxed().toList());
    }

    /** Plans with mean costs; the run has units of unequal times. */
    private static SubMasterPlan plan(PaperApplication application, NetworkView view, int[] hosts) {
        Workload run = application.workload();
        Workload alike = Workloads.constant(run.cycles(), run.units(0), application.costs());
        return SubMasterPlan.of(
                new Run(new World(view, 0, hosts).with(SimulatedRuns.OVERHEADS, terms(application)), alike),
                application.costs(),
                MIN_GAIN);
    }

    private static double seconds(PaperApplication application, World machines) {
        return SimulatedRuns.of(application.workload(), machines, terms(application))
                .seconds();
    }

    private static SimulationTerms terms(PaperApplication application) {
        return SimulationTerms.DEFAULT.withResults(application.results());
    }

    private static void claims(ExperimentRun run, Map<String, List<Times>> all) {
        List<Times> dot = Objects.requireNonNull(all.get("DOT on fast"));
        List<Times> slowDot = Objects.requireNonNull(all.get("DOT on slow"));
        Times best = best(dot, Times::one);
        Times last = dot.get(dot.size() - 1);
        run.claim(
                "dot-rises",
                "DOT on one level: the time falls, and then rises with more workers.",
                best.hosts > dot.get(0).hosts && last.one > 1.05 * best.one,
                String.format(
                        Locale.ROOT,
                        "least at %d hosts, %.2f times it at %d",
                        best.hosts,
                        last.one / best.one,
                        last.hosts));
        run.claim(
                "dot-crossover",
                "DOT: two levels are slower on few hosts and faster on many, on both clusters (from twelve on fast).",
                crosses(dot) && crosses(slowDot),
                "from " + crossover(dot) + " hosts on fast, from " + crossover(slowDot) + " on slow");
        run.claim(
                "dot-best",
                "DOT: the best time of two levels is below the best of one.",
                best(dot, Times::two).two < best.one,
                String.format(Locale.ROOT, "%.2f of it", best(dot, Times::two).two / best.one));
        List<Times> tsp = Objects.requireNonNull(all.get("GA-TSP on fast"));
        List<Times> slowTsp = Objects.requireNonNull(all.get("GA-TSP on slow"));
        Times one = best(tsp, Times::one);
        Times two = best(tsp, Times::two);
        run.claim(
                "tsp",
                "GA-TSP: one level stops gaining at some number of workers; two levels go on, and are faster on many.",
                two.hosts > one.hosts && crosses(tsp) && crosses(slowTsp),
                String.format(
                        Locale.ROOT,
                        "best of one at %d hosts, of two at %d; two are faster from %s hosts on fast, from %s on slow",
                        one.hosts,
                        two.hosts,
                        crossover(tsp),
                        crossover(slowTsp)));
        run.claim(
                "tsp-best",
                "GA-TSP: the best time of two levels is below the best of one.",
                two.two < one.one,
                String.format(Locale.ROOT, "%.2f of it on fast", two.two / one.one));
    }

    /** The same on hosts of unlike speeds. */
    private static void unlike(ExperimentRun run, Map<String, List<Times>> all) {
        List<Times> dot = Objects.requireNonNull(all.get("DOT on mixed"));
        List<Times> tsp = Objects.requireNonNull(all.get("GA-TSP on mixed"));
        run.claim(
                "unlike",
                "On unlike hosts, too, two levels are slower on few hosts and faster on many, for DOT and GA-TSP.",
                crosses(dot) && crosses(tsp),
                "two are faster from " + crossover(dot) + " hosts on for DOT, from " + crossover(tsp) + " for GA-TSP");
    }

    /** DOT with all workers at the far side of a wide area: four and eight hosts, of which one may be a sub-master. */
    private static List<Times> wide(ExperimentRun run) {
        List<Times> times = new ArrayList<>();
        for (int hosts : new int[] {GROUP, 2 * GROUP}) {
            List<Host> all = new ArrayList<>(List.of(new Host("master", 0, FAST).withSlots(1, 0.25)));
            IntStream.rangeClosed(1, hosts).forEach(i -> all.add(new Host("far" + i, 1, FAST)));
            List<Link> links = List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, WIDE));
            NetworkView view = new NetworkView("wide", links, all);
            times.add(times(PaperApplication.DOT, view, hosts, List.of(sub(1, hosts + 1))));
        }
        tell(run, "DOT over a wide area", times);
        Times few = times.get(0);
        Times more = times.get(1);
        run.claim(
                "wide-rises",
                "DOT over a wide area: on one level, more workers are slower.",
                more.one > few.one,
                String.format(Locale.ROOT, "eight hosts take %.2f of the time of four", more.one / few.one));
        run.claim(
                "wide-two",
                "Two levels with one sub-master at the far side are faster with the same machines, and more machines"
                        + " then help.",
                more.two < more.one && few.two < few.one && more.two < few.two,
                String.format(
                        Locale.ROOT,
                        "%.2f of one level with four hosts, %.2f with eight",
                        few.two / few.one,
                        more.two / more.one));
        return times;
    }

    private static void planner(ExperimentRun run, Map<String, List<Times>> all, List<Times> wide) {
        List<Times> cases = new ArrayList<>(wide);
        all.values().forEach(cases::addAll);
        long better = cases.stream()
                .filter(each -> each.planned <= SAME * each.best())
                .count();
        double worst = cases.stream()
                .mapToDouble(each -> each.planned / each.best())
                .max()
                .orElseThrow();
        run.claim(
                "planner",
                "The planner chooses the better side, or one within 2 % of it.",
                better == cases.size(),
                String.format(
                        Locale.ROOT,
                        "%d of %d cases; the worst takes %.2f of the better",
                        better,
                        cases.size(),
                        worst));
    }

    private static Times best(List<Times> times, ToDoubleFunction<Times> of) {
        return times.stream().min(Comparator.comparingDouble(of)).orElseThrow();
    }

    /** True if one level is at least as fast with the fewest hosts, and two are faster with the most. */
    private static boolean crosses(List<Times> times) {
        Times last = times.get(times.size() - 1);
        return times.get(0).one <= times.get(0).two && last.two < last.one;
    }

    /** The number of hosts from which on two levels are faster. */
    private static String crossover(List<Times> times) {
        int from = times.size();
        while (from > 0 && times.get(from - 1).two < times.get(from - 1).one) {
            from--;
        }
        return from == times.size() ? "none" : Integer.toString(times.get(from).hosts);
    }

    private static Panel panel(String title, List<Times> times) {
        return new Panel(
                title,
                new Axis("hosts", false),
                new Axis("s", false),
                List.of(
                        series("one level", Mark.LINE, times, Times::one),
                        series("two levels", Mark.LINE, times, Times::two),
                        series("planned", Mark.POINTS, times, Times::planned)));
    }

    private static Series series(String name, Mark mark, List<Times> times, ToDoubleFunction<Times> of) {
        return new Series(
                name,
                mark,
                times.stream()
                        .map(each -> new Point(each.hosts, of.applyAsDouble(each)))
                        .toList());
    }
}
