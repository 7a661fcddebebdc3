package dev.sluice.model.flow;

import dev.sluice.model.ledger.RunVerdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** One selection of workers, step by step. */
final class Selecting {
    /** The curve has a point for every number of workers up to this one, then wider steps. */
    private static final int ALL_POINTS = 12;

    /**
     * Free capacity below this fraction counts as none. A server that is always busy seems to have this much left at
     * its start and end.
     */
    private static final double ROOM = 0.02;

    private final Placement placement;
    private final UnitCapacities capacities;
    private final Routes routes;
    private final int master;
    private final Trial trial;
    private final double minGain;
    private final double flowRate;
    private final Map<List<Integer>, Trial.Outcome> tried = new HashMap<>();

    /** Chosen hosts, the most valued first. */
    private List<Integer> chosen;

    Selecting(Placement placement, int master, Trial trial, double minGain) {
        this.placement = placement;
        this.capacities = placement.capacities(master);
        this.routes = Routes.to(placement.view(), master);
        this.master = master;
        this.trial = trial;
        this.minGain = minGain;
        FlowSolution flow = placement.solution(master);
        this.flowRate = flow.rate();
        this.chosen = covering(valued(flow));
    }

    WorkerSelection choose() {
        if (chosen.isEmpty()) {
            Trial.Outcome none = new Trial.Outcome(0, 0, new double[0], RunVerdict.NONE);
            return new WorkerSelection(new int[0], none, flowRate, List.of(), 0);
        }
        add();
        drop();
        List<WorkerSelection.Point> curve = curve();
        int[] workers = chosen.stream().mapToInt(Integer::intValue).toArray();
        return new WorkerSelection(workers, run(chosen), flowRate, curve, tried.size());
    }

    /** The hosts that contribute to a flow, in descending order of contribution. */
    private static List<Integer> valued(FlowSolution flow) {
        return new ArrayList<>(Arrays.stream(flow.workers())
                .filter(host -> host != flow.master())
                .boxed()
                .toList());
    }

    /** Adds hosts with room for the kinds of units that have none among these. */
    private List<Integer> covering(List<Integer> valued) {
        UnitMix mix = placement.mix();
        if (mix.isNone() || valued.isEmpty()) {
            return valued;
        }
        Set<Integer> all = new LinkedHashSet<>(valued);
        IntStream.range(0, capacities.hosts())
                .filter(host -> host != master && routes.reaches(capacities.linkOf[host]))
                .boxed()
                .sorted(Comparator.comparingDouble(host -> -capacities.worker(host)))
                .forEach(all::add);
        Set<Integer> covering = new LinkedHashSet<>(valued);
        covering.addAll(mix.needed(List.copyOf(all), placement.view().hosts()));
        return new ArrayList<>(covering);
    }

    private Trial.Outcome run(List<Integer> workers) {
        return tried.computeIfAbsent(
                List.copyOf(workers),
                set -> trial.run(set.stream().mapToInt(Integer::intValue).toArray()));
    }

    private double rate(List<Integer> workers) {
        return workers.isEmpty() ? 0 : run(workers).rate();
    }

    private void add() {
        for (Trial.Outcome now = run(chosen); now.rate() < WorkerSelection.NEAR_ENOUGH * flowRate; now = run(chosen)) {
            List<Integer> more = new ArrayList<>(chosen);
            more.addAll(step(now));
            if (more.size() == chosen.size() || rate(more) < now.rate() * (1 + minGain)) {
                return;
            }
            chosen = more;
        }
    }

    /** The hosts with the largest expected gain: enough for the least gain, and at least one. */
    private List<Integer> step(Trial.Outcome now) {
        boolean[] taken = taken();
        double[] expected = new double[taken.length];
        List<Integer> candidates = new ArrayList<>();
        for (int host = 0; host < taken.length; host++) {
            if (!taken[host] && host != master) {
                expected[host] = expected(host, now);
                if (expected[host] > 0) {
                    candidates.add(host);
                }
            }
        }
        candidates.sort(Comparator.comparingDouble((Integer host) -> -expected[host]));
        double sum = 0;
        int size = 0;
        while (size < candidates.size() && sum < Math.max(minGain * now.rate(), Double.MIN_VALUE)) {
            sum += expected[candidates.get(size++)];
        }
        return candidates.subList(0, size);
    }

    private boolean[] taken() {
        boolean[] taken = new boolean[capacities.hosts()];
        chosen.forEach(host -> taken[host] = true);
        return taken;
    }

    /** The rate that a host could add with the free capacities on its route; 0 if the route is full. */
    private double expected(int host, Trial.Outcome now) {
        int link = capacities.linkOf[host];
        if (!routes.reaches(link)) {
            return 0;
        }
        double room = Math.min(capacities.worker(host), free(now.masterUse(), capacities.master[master]));
        for (; link >= 0 && room > 0; link = routes.next(link)) {
            room = Math.min(room, free(now.linkUse(link), capacities.medium[link]));
            if (routes.next(link) >= 0) {
                int wire = routes.wire(link);
                room = Math.min(room, free(now.linkUse(wire), capacities.step(routes, link)));
            }
        }
        return room;
    }

    private static double free(double use, double capacity) {
        double free = 1 - use;
        return free <= ROOM ? 0 : free * capacity;
    }

    /**
     * Drops the least valued hosts in growing steps, as long as all dropped hosts together cost less than the least
     * gain. Where fewer hosts are faster, the greatest rate counts.
     */
    private void drop() {
        double best = rate(chosen);
        List<Integer> kept = order(chosen);
        for (int step = 1; step >= 1 && kept.size() > 1; ) {
            int left = Math.max(1, kept.size() - step);
            List<Integer> fewer = kept.subList(0, left);
            if (rate(fewer) >= best * (1 - minGain) && rate(fewer) > 0) {
                best = rate(fewer) > best * (1 + minGain) ? rate(fewer) : best;
                kept = List.copyOf(fewer);
                step *= 2;
            } else {
                step /= 2;
            }
        }
        chosen = kept;
    }

    /**
     * Orders workers by their rates in the flow among them alone, over the whole run. Workers without a rate come last,
     * faster before slower.
     */
    private List<Integer> order(List<Integer> workers) {
        int[] set = workers.stream().mapToInt(Integer::intValue).toArray();
        FlowSolution flow = placement.solution(master, set);
        double[] presence = trial.presence(set);
        double[] mean = new double[capacities.hosts()];
        for (int i = 0; i < set.length; i++) {
            mean[set[i]] = flow.hostRate(set[i]) * presence[i];
        }
        List<Integer> order = new ArrayList<>(workers);
        order.sort(Comparator.comparingDouble((Integer host) -> -mean[host])
                .thenComparingDouble(host -> -capacities.worker(host)));
        return placement.mix().neededFirst(order, placement.view().hosts());
    }

    private List<WorkerSelection.Point> curve() {
        List<Integer> all = new ArrayList<>(chosen);
        boolean[] taken = taken();
        int[] others = IntStream.range(0, capacities.hosts())
                .filter(host -> host != master && routes.reaches(capacities.linkOf[host]))
                .filter(host -> !taken[host])
                .toArray();
        all.addAll(order(Arrays.stream(others).boxed().toList()));
        List<WorkerSelection.Point> curve = new ArrayList<>();
        double before = 0;
        int workersBefore = 0;
        for (int workers : counts(chosen.size(), Math.min(all.size(), 2 * chosen.size() + 1))) {
            List<Integer> set = all.subList(0, workers);
            double rate = rate(set);
            double flow = placement
                    .solution(master, set.stream().mapToInt(Integer::intValue).toArray())
                    .rate();
            double gain = (rate - before) / (workers - workersBefore);
            curve.add(new WorkerSelection.Point(workers, set.get(workers - 1), rate, flow, gain, run(set).verdict()));
            before = rate;
            workersBefore = workers;
        }
        return curve;
    }

    /**
     * The numbers of workers on the curve: every number up to a dozen, then steps of a quarter, and always the chosen
     * number and the last one.
     */
    private static List<Integer> counts(int chosen, int last) {
        List<Integer> counts = new ArrayList<>();
        for (int next = 1; next < last; next += next < ALL_POINTS ? 1 : next / 4) {
            counts.add(next);
        }
        counts.add(last);
        counts.add(chosen);
        return counts.stream().distinct().sorted().toList();
    }
}
