package dev.sluice.insight.plan;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.plan.StagedPlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Decides where a run takes place (model.md §4 and §5): its master is on the host from which the most units a second
 * can be had, by simulation where the flow model sees little between hosts, and workers are on those that are worth it.
 */
public final class RunPlanning {
    /** Candidates within this fraction of the flow model's best rate are simulated as well. */
    private static final double NEAR = 0.9;

    private static final int MOST_SIMULATED = 5;

    /** Hosts in all simulations of candidates together, above which fewer candidates are simulated. */
    private static final int MOST_HOSTS_SIMULATED = 1_024;

    /** Candidates that are looked at more closely. */
    private static final int MOST_CANDIDATES = 64;

    private final PlanInput input;
    private final PlanLimits limits;
    private final NetworkView all;
    private final Planner planner;

    private RunPlanning(PlanInput input, PlanLimits limits) {
        this.input = input;
        this.limits = limits;
        this.all = reduced(input.machines().view(), host -> !limits.excluded().contains(host.name()));
        this.planner = new Planner(
                input.application(),
                input.work().costs(),
                input.work().units(),
                limits.masterComputes(),
                limits.minGain(),
                input.simulated());
    }

    /**
     * The best plan.
     *
     * @throws SluiceException if no host may have the master
     */
    public static Plan plan(PlanInput input, PlanLimits limits) {
        List<Plan> candidates = candidates(input, limits);
        Plan best = candidates.get(0);
        for (Plan plan : candidates) {
            best = plan.rate() > best.rate() * (1 + limits.minGain()) ? plan : best;
        }
        return best;
    }

    /**
     * The plans of the best masters, each with its workers; this machine comes first, then the highest rate by the flow
     * model.
     */
    public static List<Plan> candidates(PlanInput input, PlanLimits limits) {
        return new RunPlanning(input, limits).plans();
    }

    /**
     * Adds the sub-masters that pay off: among the workers of the plan, or among all hosts, of which some may be worth
     * a worker only with a sub-master between.
     */
    public static Plan withSubMasters(Plan plan, PlanInput input, PlanLimits limits) {
        NetworkView view = plan.view();
        int master = plan.solution().master();
        PlanTree.Asked terms = new PlanTree.Asked(
                plan.costs(),
                input.work().units(),
                input.simulated().overheads(),
                input.simulated().terms(),
                limits.minGain());
        int[] few = Arrays.stream(plan.chosen()).filter(host -> host != master).toArray();
        int[] others = Arrays.stream(PlanTree.others(view, master))
                .filter(host -> input.roles().isWorker(view.hosts().get(host)))
                .toArray();
        return plan.with(PlanTree.best(view, master, few, others, terms));
    }

    private List<Plan> plans() {
        List<Plan> plans = new ArrayList<>();
        for (int master : masters()) {
            NetworkView view = reduced(
                    all, host -> input.roles().isWorker(host) || all.hosts().indexOf(host) == master);
            int there = view.host(all.hosts().get(master).name());
            Placement placement = planner.placement(view);
            Plan plan = input.flowOnly()
                    ? planner.flow(placement, there, input.named())
                    : planner.simulated(placement, there, input.named());
            plans.add(plan.with(input.machines()));
        }
        return plans;
    }

    private static NetworkView reduced(NetworkView view, Predicate<Host> kept) {
        List<Host> hosts = view.hosts().stream().filter(kept).toList();
        return hosts.size() == view.hosts().size() ? view : new NetworkView(view.name(), view.links(), hosts);
    }

    /** Hosts worth a simulation, in the order in which they are preferred among equals; this one first. */
    private int[] masters() {
        int[] allowed = IntStream.range(0, all.hosts().size())
                .filter(host -> input.roles().isMaster(all.hosts().get(host)))
                .toArray();
        if (allowed.length == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE, "the plan: no host may have the master (expected: one that is not excluded)");
        }
        if (allowed.length == 1) {
            return allowed;
        }
        Placement placement = planner.placement(all);
        boolean allMayWork = all.hosts().stream().allMatch(input.roles()::isWorker);
        if (allMayWork
                && !input.simulated().terms().files().isNone()
                && allowed.length == all.hosts().size()) {
            return new int[] {
                new StagedPlacement(
                                placement,
                                input.simulated().terms().files(),
                                input.work().units())
                        .master()
            };
        }
        Map<Integer, Double> rates = new LinkedHashMap<>();
        int[] workers = IntStream.range(0, all.hosts().size())
                .filter(host -> input.roles().isWorker(all.hosts().get(host)))
                .toArray();
        Arrays.stream(placement.ranking())
                .filter(host -> input.roles().isMaster(all.hosts().get(host)))
                .limit(MOST_CANDIDATES)
                .forEach(host -> rates.put(
                        host,
                        allMayWork
                                ? placement.rate(host)
                                : placement.solution(host, workers).rate()));
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(0);
        return rates.entrySet().stream()
                .filter(each -> each.getValue() >= NEAR * most)
                .sorted((one, other) -> Double.compare(other.getValue(), one.getValue()))
                .limit(mostSimulated())
                .map(Map.Entry::getKey)
                .sorted((one, other) -> Boolean.compare(
                        PlanRoles.isHere(all.hosts().get(other)),
                        PlanRoles.isHere(all.hosts().get(one))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int mostSimulated() {
        return input.flowOnly()
                ? 1
                : Math.max(
                        1,
                        Math.min(
                                MOST_SIMULATED,
                                MOST_HOSTS_SIMULATED / all.hosts().size()));
    }
}
