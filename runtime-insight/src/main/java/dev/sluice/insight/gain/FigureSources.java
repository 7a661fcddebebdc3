package dev.sluice.insight.gain;

import dev.sluice.insight.gain.RunFigures.HostFigures;
import dev.sluice.insight.gain.RunFigures.LinkFigures;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.ProcessorShare;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Takes the figures of a run from a forecast, and from the measurements of the run. Pure. */
public final class FigureSources {
    /** Separates the name of a host from the number of a further worker on it. */
    public static final char FURTHER = '#';

    /** Units that use less of a processor are not slowed by load. */
    private static final double LEAST_SHARE = 0.1;

    /** A figure that differs by less from the one in the table is the same to a reader. */
    private static final double SHOWN = 0.15;

    private FigureSources() {}

    /**
     * The units that a forecast assumed.
     *
     * @param unitsOfCycle on average, without those that are there before the run
     * @param usualStartSeconds for hosts without a start of their own [s]
     */
    public record Work(UnitCosts costs, int cycles, double unitsOfCycle, double usualStartSeconds) {}

    /** The figures that a forecast assumed. */
    public static RunFigures assumed(World machines, Work work) {
        NetworkView view = machines.view();
        UnitCosts costs = work.costs();
        Map<String, HostFigures> hosts = new LinkedHashMap<>();
        for (int index : machines.places()) {
            Host host = view.hosts().get(index);
            double share = 1 / ProcessorShare.slowdown(costs.cpuShare(), host.availability(), host.slots());
            HostFigures figures = new HostFigures(
                    name(host.name()),
                    host.slots(),
                    costs.unitSeconds() / host.speed(),
                    share,
                    machines.startNanos(index, Math.round(work.usualStartSeconds() * 1e9)) / 1e9);
            hosts.merge(figures.host(), figures, FigureSources::together);
        }
        return new RunFigures(
                List.copyOf(hosts.values()),
                links(
                        view,
                        machines.master(),
                        machines.places(),
                        index -> name(view.hosts().get(index).name())),
                LinkThroughput.WIRE_BYTES * costs.inputBytes(),
                LinkThroughput.WIRE_BYTES * costs.flowResultBytes(),
                costs.flowResultSeconds(),
                work.cycles(),
                work.unitsOfCycle());
    }

    private static String name(String host) {
        int further = host.indexOf(FURTHER);
        return further < 0 ? host : host.substring(0, further);
    }

    /** Two workers on one host. */
    private static HostFigures together(HostFigures one, HostFigures other) {
        return new HostFigures(
                one.host(),
                one.slots() + other.slots(),
                (one.slots() * one.unitSeconds() + other.slots() * other.unitSeconds()) / (one.slots() + other.slots()),
                (one.slots() * one.share() + other.slots() * other.share()) / (one.slots() + other.slots()),
                Math.min(one.startSeconds(), other.startSeconds()));
    }

    /**
     * The figures that a run measured.
     *
     * @param cpuShare share of a unit's time in which it uses a processor of its own
     * @param like the assumed figures: a run of which one cycle was foretold is measured by its first cycle
     */
    public static RunFigures measured(
            GainInput input, List<RunReport.WorkerLine> lines, double cpuShare, RunFigures like) {
        GainWork work = input.work();
        Map<String, Double> used = used(lines);
        Map<String, HostFigures> hosts = new LinkedHashMap<>();
        for (GainWorker worker : input.workers()) {
            double share = share(worker.unitSeconds(), used.getOrDefault(worker.host(), Double.NaN), cpuShare);
            HostFigures figures = new HostFigures(
                    worker.host(), worker.slots(), worker.unitSeconds() * share, share, worker.readySeconds());
            hosts.merge(figures.host(), figures, FigureSources::together);
        }
        World world = input.world();
        boolean first = like.cycles() == 1 && work.cycles() > 1;
        UnitCosts costs = work.costs();
        return new RunFigures(
                List.copyOf(hosts.values()),
                links(
                        world.view(),
                        0,
                        world.places(),
                        index -> input.workers().get(index - 1).host()),
                costs.inputBytes(),
                like.resultBytes() == 0 ? 0 : costs.resultBytes(),
                costs.resultSeconds(),
                first ? 1 : work.cycles(),
                first ? like.unitsOfCycle() : work.unitsOfCycle());
    }

    /** Processor time over wall time of the units on each host. */
    private static Map<String, Double> used(List<RunReport.WorkerLine> lines) {
        Map<String, double[]> sums = new HashMap<>();
        lines.stream().flatMap(RunReport.WorkerLine::computing).forEach(line -> {
            double[] sum = sums.computeIfAbsent(line.host(), unused -> new double[2]);
            sum[0] += line.computeCpu();
            sum[1] += line.compute();
        });
        Map<String, Double> used = new HashMap<>();
        sums.forEach((host, sum) -> used.put(host, sum[0] > 0 && sum[1] > 0 ? sum[0] / sum[1] : Double.NaN));
        return used;
    }

    /** Tells whether the table of workers shows the measured figure, too; figures that it does not have are shown. */
    public static boolean isShown(Blame blame, List<RunReport.WorkerLine> lines) {
        boolean unitSeconds = blame.figure().equals(Attribution.HostFigure.UNIT_SECONDS.words);
        if (!unitSeconds && !blame.figure().equals(Attribution.HostFigure.SHARE.words)) {
            return true;
        }
        double compute = 0;
        double whole = 0;
        for (RunReport.WorkerLine line :
                lines.stream().flatMap(RunReport.WorkerLine::computing).toList()) {
            if (blame.subject().endsWith("hosts") || blame.subject().equals("on " + line.host())) {
                compute += unitSeconds ? line.compute() : line.computeCpu();
                whole += unitSeconds ? line.units() : line.compute();
            }
        }
        return whole > 0 && Math.abs(compute / whole - blame.measured()) <= SHOWN * blame.measured();
    }

    /** The time of a unit on a processor of its own, over the time that it took. */
    private static double share(double unitSeconds, double used, double cpuShare) {
        return Double.isNaN(used) || cpuShare < LEAST_SHARE || !(unitSeconds > 0) ? 1 : Math.min(1, used / cpuShare);
    }

    // ---- links

    /** The links and ports on the way from the master to workers that limit something. */
    private static List<LinkFigures> links(
            NetworkView view, int master, List<Integer> workers, IntFunction<String> names) {
        List<LinkFigures> links = new ArrayList<>();
        Set<String> all = new HashSet<>();
        workers.stream().filter(worker -> worker != master).forEach(worker -> all.add(names.apply(worker)));
        add(links, "the master", view.hosts().get(master).port(), all, true);
        List<Integer> above = view.upwards(view.hosts().get(master).link());
        for (int link = 0; link < view.links().size(); link++) {
            Set<String> within = new HashSet<>();
            for (int worker : workers) {
                if (view.upwards(view.hosts().get(worker).link()).contains(link)) {
                    within.add(names.apply(worker));
                }
            }
            Link each = view.links().get(link);
            boolean root = each.parents().isEmpty();
            Set<String> behind = new HashSet<>(all);
            if (root) {
                add(links, each.name(), each.wire().shared() ? each.wire() : Wire.UNLIMITED, behind, false);
            } else if (above.contains(link)) {
                behind.removeAll(within);
                add(links, each.name(), each.wire(), behind, true);
            } else {
                behind.retainAll(within);
                add(links, each.name(), each.wire(), behind, false);
            }
        }
        for (int worker : workers) {
            if (worker != master) {
                String name = names.apply(worker);
                add(links, name, view.hosts().get(worker).port(), Set.of(name), false);
            }
        }
        return links;
    }

    /**
     * Adds a link unless it limits nothing; of two with the same hosts behind them the narrower one counts.
     *
     * @param masterSide whether the wire leads from the master upwards, so that its directions are those of its host
     */
    private static void add(List<LinkFigures> links, String name, Wire wire, Set<String> behind, boolean masterSide) {
        if (wire.unlimited() || behind.isEmpty()) {
            return;
        }
        double down = masterSide ? wire.upBytesPerSecond() : wire.downBytesPerSecond();
        double up = masterSide ? wire.downBytesPerSecond() : wire.upBytesPerSecond();
        LinkFigures fresh = new LinkFigures(name, behind, down, up);
        for (int i = 0; i < links.size(); i++) {
            LinkFigures same = links.get(i);
            if (same.hosts().equals(behind)) {
                boolean narrower = Math.min(down, up) < Math.min(same.downBytesPerSecond(), same.upBytesPerSecond());
                links.set(
                        i,
                        new LinkFigures(
                                narrower ? name : same.name(),
                                behind,
                                Math.min(down, same.downBytesPerSecond()),
                                Math.min(up, same.upBytesPerSecond())));
                return;
            }
        }
        links.add(fresh);
    }
}
