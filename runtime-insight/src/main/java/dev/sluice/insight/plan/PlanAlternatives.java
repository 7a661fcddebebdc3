package dev.sluice.insight.plan;

import dev.sluice.insight.start.StaggeredWork;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.Trial;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.plan.SimulatedTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The plans with the master of one plan: with its workers, with fewer of them, and with preferred hosts. Fewer are a
 * beginning of the workers in descending order of the units that they compute; so a host that starts too late to
 * compute much is left out first. Used once.
 */
final class PlanAlternatives {
    /** Beyond this number of workers, numbers grow in steps. */
    private static final int ALL_COUNTS = 8;

    /** Hosts of a view above which only the plan's own workers are considered. */
    private static final int MOST_HOSTS = 2_048;

    private final Plan plan;
    private final Placement placement;
    private final PlanLimits limits;
    private final PlanGoal goal;
    private final PlanInput.Work work;
    private final NetworkView view;
    private final int master;

    /** The workers of the plan, the most valuable first; the master's own is not among them. */
    private final int[] all;

    /** The simulated rate of the plan's workers as a fraction of their rate by the flow model. */
    private final double yield;

    /**
     * A plan as it is compared.
     *
     * @param among the plans with this master
     * @param plan its rate is simulated if it is exact, or if nothing is simulated
     * @param workers hosts with a worker; the master's own is not among them
     * @param exact whether its rate is no estimate
     */
    record Compared(PlanAlternatives among, Plan plan, int[] workers, boolean exact, PlanAlternative as) {
        /** The same with a rate that is simulated. */
        Compared simulated() {
            return exact ? this : among.simulated(plan, workers);
        }
    }

    PlanAlternatives(Plan plan, Placement placement, PlanInput.Work work, PlanLimits limits, PlanGoal goal) {
        this.plan = plan;
        this.placement = placement;
        this.limits = limits;
        this.goal = goal;
        this.work = work;
        this.view = plan.view();
        this.master = plan.solution().master();
        this.all = Arrays.stream(plan.chosen()).filter(host -> host != master).toArray();
        double flow = plan.modelRate(placement.solution(master, all));
        this.yield = flow > 0 ? plan.rate() / flow : 0;
    }

    /** All of them; the plan itself is the first one. */
    List<Compared> all() {
        List<Compared> compared = new ArrayList<>();
        Set<List<Integer>> seen = new LinkedHashSet<>();
        int most = limits.mostHosts() == 0 ? Integer.MAX_VALUE : limits.mostHosts();
        int own = plan.masterComputes() ? 1 : 0;
        int others = Math.min(all.length, most - own);
        add(compared, seen, all, most);
        boolean few = goal.objective().needsUnits() && view.hosts().size() <= MOST_HOSTS;
        int[] order = few ? byUnits(all) : all;
        int[] preferred = preferred();
        for (int count :
                few ? counts(others) : IntStream.of(Math.max(0, others)).toArray()) {
            int[] set = Arrays.copyOf(order, count);
            add(compared, seen, set, most);
            if (preferred.length > 0) {
                int[] with = IntStream.concat(IntStream.of(preferred), IntStream.of(set))
                        .distinct()
                        .limit(most - own)
                        .toArray();
                add(compared, seen, with, most);
            }
        }
        return compared;
    }

    /** The numbers of workers to consider: each one at first, then steps of a quarter; with the greatest. */
    private static int[] counts(int most) {
        List<Integer> counts = new ArrayList<>();
        for (int next = 1; next < most; next += next < ALL_COUNTS ? 1 : next / 4) {
            counts.add(next);
        }
        counts.add(Math.max(0, most));
        return counts.stream().mapToInt(Integer::intValue).toArray();
    }

    private int[] preferred() {
        return IntStream.range(0, view.hosts().size())
                .filter(host -> host != master
                        && limits.preferred().containsKey(view.hosts().get(host).name()))
                .boxed()
                .sorted((one, other) -> Integer.compare(weight(other), weight(one)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int weight(int host) {
        return limits.preferred().getOrDefault(view.hosts().get(host).name(), 0);
    }

    private void add(List<Compared> compared, Set<List<Integer>> seen, int[] workers, int most) {
        int own = plan.masterComputes() ? 1 : 0;
        boolean none = workers.length == 0 && own == 0 && !compared.isEmpty();
        if (none
                || workers.length + own > most
                || !seen.add(Arrays.stream(workers).sorted().boxed().toList())) {
            return;
        }
        compared.add(isWhole(workers) ? compared(plan, workers, true) : estimated(workers));
    }

    /** The plan with these workers, whose rate is that of the curve, or is estimated by the flow model. */
    private Compared estimated(int[] workers) {
        FlowSolution flow = placement.solution(master, workers);
        WorkerSelection selection = plan.workers();
        if (selection == null) {
            return compared(plan.with(flow, null), workers, true);
        }
        boolean first = Arrays.equals(workers, Arrays.copyOf(all, Math.min(all.length, workers.length)));
        double known = selection.curve().stream()
                .filter(point -> first && point.workers() == workers.length)
                .mapToDouble(WorkerSelection.Point::rate)
                .findFirst()
                .orElse(0);
        double rate = known > 0 ? known : yield * plan.modelRate(flow);
        return compared(
                plan.with(flow, selection.with(workers, rate, RunVerdict.NONE)), workers, plan.simulated() == null);
    }

    private Compared simulated(Plan estimated, int[] workers) {
        SimulatedTrial trial = Objects.requireNonNull(plan.simulated());
        WorkerSelection selection = Objects.requireNonNull(plan.workers());
        Trial run = plan.masterComputes() ? trial.withMasterComputing() : trial;
        Trial.Outcome outcome = run.run(workers);
        return compared(
                estimated.with(estimated.solution(), selection.with(workers, outcome.rate(), outcome.verdict())),
                workers,
                true);
    }

    private boolean isWhole(int[] workers) {
        return Arrays.equals(
                Arrays.stream(workers).sorted().toArray(),
                Arrays.stream(all).sorted().toArray());
    }

    private Compared compared(Plan with, int[] workers, boolean exact) {
        FlowSolution flow = with.solution();
        int[] hosts = plan.withMaster(workers, flow);
        List<String> names = Arrays.stream(hosts).mapToObj(plan::host).toList();
        int slots =
                Arrays.stream(hosts).map(host -> view.hosts().get(host).slots()).sum();
        int preference = Arrays.stream(hosts).map(this::weight).sum();
        boolean here = IntStream.concat(IntStream.of(master), Arrays.stream(hosts))
                .allMatch(host -> PlanRoles.isHere(view.hosts().get(host)));
        PlanForecast forecast = with.units() == 0
                ? null
                : PlanForecast.of(
                        with,
                        goal.cycles(),
                        work.error(),
                        goal.starts().of(view, plan.host(master), names),
                        goal.calibration());
        PlanAlternative as = new PlanAlternative(
                plan.host(master), names, slots, here, preference, with.rate(), PlanAlternative.Time.of(forecast));
        return new Compared(this, with, workers, exact, as);
    }

    private StaggeredWork timing(int[] hosts, FlowSolution flow, double rate, StartKnowledge starts) {
        double[] rates = new double[hosts.length];
        double[] begins = new double[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            Host host = view.hosts().get(hosts[i]);
            rates[i] = flow.rate() > 0 ? flow.hostRate(hosts[i]) * rate / flow.rate() : 0;
            begins[i] = starts.hostSeconds().getOrDefault(host.name(), 0.0);
        }
        return new StaggeredWork((double) work.units() * goal.cycles(), rates, begins);
    }

    /** The workers in descending order of the units that they compute when they begin as expected. */
    private int[] byUnits(int[] workers) {
        FlowSolution flow = placement.solution(master, workers);
        int[] hosts = plan.withMaster(workers, flow);
        List<String> names = Arrays.stream(hosts).mapToObj(plan::host).toList();
        StaggeredWork timing =
                timing(hosts, flow, yield * plan.modelRate(flow), goal.starts().of(view, plan.host(master), names));
        double[] shares = timing.shares(timing.seconds());
        List<Integer> sorted = IntStream.range(0, workers.length)
                .boxed()
                .sorted((one, other) -> Double.compare(shares[other], shares[one]))
                .map(i -> workers[i])
                .toList();
        return plan.costs().mix().neededFirst(sorted, view.hosts()).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
