package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Panel;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Jacobi2D as {@code app-jacobi} does it, on the same workstations: strips travel to the workers and back in each cycle
 * of several iterations, and a plan gives each host its share of them. The simulator knows the weather; the plan knows
 * its forecasts.
 */
final class JacobiThroughMaster {
    private static final int STRIPS = 32;
    private static final int HALO = 50;
    private static final int CYCLES = 5;

    /** The view's links in the order of their segments; the root is FDDI, where the master is. */
    private static final int[] SEGMENTS = {3, JacobiSite.GATEWAY, 0, 1};

    private static final int[] LINKS_OF_SEGMENTS = {2, 3, 1, 0};
    private static final long CAMPUS_NANOS = 2_000_000;

    private final ExperimentRun run;
    private final JacobiSite site = JacobiSite.workstations();

    JacobiThroughMaster(ExperimentRun run) {
        this.run = run;
    }

    /** Simulates all ways, and draws the mean time of an iteration. */
    Panel panel() {
        int draws = run.size(10, 2);
        Map<StripSharing, List<Point>> lines = new EnumMap<>(StripSharing.class);
        List<List<String>> rows = new ArrayList<>();
        List<Double> overEqual = new ArrayList<>();
        List<Double> overAll = new ArrayList<>();
        for (int side = 1_000; side <= 2_000; side += run.size(250, 500)) {
            Map<StripSharing, Double> sums = new EnumMap<>(StripSharing.class);
            for (int draw = 0; draw < draws; draw++) {
                Map<StripSharing, Double> times = times(side, JacobiWeather.of(site, draw));
                times.forEach((way, seconds) -> sums.merge(way, seconds, Double::sum));
                double selected = Objects.requireNonNull(times.get(StripSharing.SELECTED));
                overEqual.add(Objects.requireNonNull(times.get(StripSharing.EQUAL)) / selected);
                overAll.add(Objects.requireNonNull(times.get(StripSharing.ALL)) / selected);
            }
            List<String> row = new ArrayList<>(List.of(Integer.toString(side)));
            for (StripSharing way : StripSharing.values()) {
                double mean = Objects.requireNonNull(sums.get(way)) / draws;
                lines.computeIfAbsent(way, any -> new ArrayList<>()).add(new Point(side, mean));
                row.add(String.format(Locale.ROOT, "%.0f", 1000 * mean));
            }
            rows.add(row);
        }
        List<String> header = new ArrayList<>(List.of("side"));
        Arrays.stream(StripSharing.values()).forEach(way -> header.add(way.words() + ", ms"));
        run.table("Strips through the master: time of an iteration, mean of " + draws, header, rows);
        claims(overEqual, overAll);
        List<Series> series = new ArrayList<>();
        lines.forEach((way, points) -> series.add(new Series(way.words(), Mark.LINE, points)));
        return new Panel("strips through the master", new Axis("side of the grid", false), new Axis("s", true), series);
    }

    private void claims(List<Double> overEqual, List<Double> overAll) {
        run.claim(
                "planned-shares",
                "app-jacobi with planned shares on selected hosts is at least 2 times faster than with equal shares.",
                JacobiExperiment.median(overEqual) >= 2,
                String.format(
                        Locale.ROOT,
                        "median %.1f times; %.2f times over planned shares on all hosts",
                        JacobiExperiment.median(overEqual),
                        JacobiExperiment.median(overAll)));
        JacobiWeather failed = JacobiWeather.of(site, 1).withoutGateway();
        int[] workers = workers(StripSharing.SELECTED.machines(view(failed, true), 0, costs(2_000), STRIPS));
        long beyond = IntStream.of(workers)
                .filter(worker -> worker <= JacobiSite.FIRST_ALPHA)
                .count();
        run.claim(
                "planned-dead-link",
                "The plan uses no host behind the failed gateway.",
                beyond == 0,
                workers.length + " hosts selected, " + beyond + " behind it");
    }

    /** Time of an iteration with each way [s]. */
    private Map<StripSharing, Double> times(int side, JacobiWeather weather) {
        UnitCosts costs = costs(side);
        NetworkView believed = view(weather, true);
        Map<StripSharing, Double> times = new EnumMap<>(StripSharing.class);
        for (StripSharing way : StripSharing.values()) {
            World machines = way.machines(believed, 0, costs, STRIPS);
            times.put(way, seconds(costs, workers(machines), weather, way.terms(machines, costs)));
        }
        return times;
    }

    private static int[] workers(World machines) {
        return IntStream.range(0, machines.workers()).map(machines::worker).toArray();
    }

    private double seconds(UnitCosts costs, int[] workers, JacobiWeather weather, SimulationTerms terms) {
        double seconds = SimulatedRuns.of(
                        Workloads.constant(CYCLES, STRIPS, costs),
                        new World(view(weather, false), 0, workers),
                        terms.withScript(script(weather)))
                .seconds();
        return seconds / CYCLES / HALO;
    }

    /** A unit computes its rows and, on average, one border of {@link #HALO} rows, on an idle Alpha. */
    private UnitCosts costs(int side) {
        double rows = (double) side / STRIPS;
        double cell = site.hosts().get(JacobiSite.FIRST_ALPHA).cellSeconds();
        double row = JacobiSite.ELEMENT_BYTES * (side + 2.0);
        return new UnitCosts((rows + HALO) * side * HALO * cell, 0.01, (rows + 2 * HALO) * row, rows * row, 0);
    }

    /** The network, as forecast or as it is at the beginning. Host 0 is the master's, an idle one beside the Alphas. */
    private NetworkView view(JacobiWeather weather, boolean forecast) {
        List<Link> links = new ArrayList<>();
        for (int segment : SEGMENTS) {
            double bytes =
                    forecast ? weather.expectedBytesPerSecond(segment, true) : weather.bytesPerSecond(segment, 0);
            String name = site.segments().get(segment).name();
            Wire wire = Wire.shared(bytes);
            if (links.isEmpty()) {
                links.add(new Link(name, wire));
            } else if (links.size() == 1) {
                links.add(new Link(name, 0, wire.withLatency(CAMPUS_NANOS)));
            } else {
                links.add(new Link(name, 1, wire));
            }
        }
        double alpha = site.hosts().get(JacobiSite.FIRST_ALPHA).cellSeconds();
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0)));
        for (int i = 0; i < site.hosts().size(); i++) {
            JacobiSite.Workstation machine = site.hosts().get(i);
            double cell = forecast ? weather.expectedCellSeconds(i, true) : weather.cellSeconds(i, 0);
            hosts.add(new Host(machine.name(), LINKS_OF_SEGMENTS[machine.segment()])
                    .believed(alpha / machine.cellSeconds(), machine.cellSeconds() / cell));
        }
        return new NetworkView("workstations", links, hosts);
    }

    /** The changes in the first ten minutes; runs take less, or go on with the last values. */
    private Script script(JacobiWeather weather) {
        List<Script.Step> steps = new ArrayList<>();
        for (int step = 1; step <= 60; step++) {
            double at = step * JacobiWeather.STEP;
            long nanos = Math.round(at * 1e9);
            for (int i = 0; i < site.hosts().size(); i++) {
                double share = site.hosts().get(i).cellSeconds() / weather.cellSeconds(i, at);
                steps.add(new Script.Load(nanos, i + 1, share));
            }
            for (int link = 0; link < SEGMENTS.length; link++) {
                double bytes = weather.bytesPerSecond(SEGMENTS[link], at);
                steps.add(new Script.Capacity(nanos, link, bytes, bytes));
            }
        }
        return new Script(steps);
    }
}
