package dev.sluice.insight.plan;

import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a run takes place. The flow model orders the masters by the time of the whole run; the best of them are
 * simulated, and the plan that serves the goal best is chosen. An estimate is simulated before it is chosen.
 */
public final class RunPlanning {
    /** Candidates within this fraction of the flow model's best rate are simulated as well. */
    private static final double NEAR = 0.9;

    /** The same where the time decides: the flow model knows setups and files less well than rates. */
    private static final double NEAR_IN_TIME = 0.75;

    private static final int MOST_SIMULATED = 5;

    /** Hosts in all simulations of candidates together, above which fewer candidates are simulated. */
    private static final int MOST_HOSTS_SIMULATED = 1_024;

    /** Estimates that are simulated before the choice is among plans that are simulated already. */
    private static final int MOST_CHECKED = 12;

    /** Candidates that are looked at more closely. */
    private static final int MOST_CANDIDATES = 64;

    private final PlanInput input;
    private final PlanLimits limits;
    private final PlanGoal goal;
    private final PlanRoles roles;
    private final NetworkView all;
    private final Planner planner;
    private final UnitNeeds needs;

    /** Sentences about hosts that have fewer slots than they could have, or no worker. */
    private final List<String> words = new ArrayList<>();

    private RunPlanning(PlanInput input, PlanLimits limits, PlanGoal goal) {
        this.input = input;
        this.limits = limits;
        this.goal = goal;
        NetworkView allowed =
                input.machines().view().only(host -> !limits.excluded().contains(host.name()));
        UnitMemory.Fitting fitting = fitting(allowed.hosts());
        words.addAll(fitting.words());
        PlanRoles fit = input.roles().among(fitting.hosts());
        this.needs = UnitNeeds.of(
                input.work().costs().mix(),
                input.simulated().terms().resources(),
                fitting.in(allowed),
                fit::isWorker,
                UnitMemory.Free.of(input.machines().hosts()));
        words.addAll(needs.words());
        this.all = needs.view();
        this.roles =
                fit.among(all.hosts().stream().filter(needs.mix()::hasWorkFor).toList());
        this.planner = planner(limits.masterComputes());
    }

    private UnitMemory.Fitting fitting(List<Host> hosts) {
        return new UnitMemory(limits.unitMemoryBytes())
                .of(hosts, UnitMemory.Free.of(input.machines().hosts()));
    }

    private Planner planner(boolean masterComputes) {
        return new Planner(
                input.application(),
                input.work().costs().withMix(needs.mix()),
                input.work().units(),
                masterComputes,
                limits.minGain(),
                input.simulated());
    }

    /**
     * The best plan.
     *
     * @throws SluiceException if no host may have the master
     */
    public static Plan plan(PlanInput input, PlanLimits limits) {
        return plan(input, limits, PlanGoal.RATE);
    }

    /**
     * The best plan for a goal.
     *
     * @throws SluiceException if no host may have the master, or none has memory for a unit
     */
    public static Plan plan(PlanInput input, PlanLimits limits, PlanGoal goal) {
        return new RunPlanning(input, limits, goal).best();
    }

    private Plan best() {
        List<PlanAlternatives.Compared> compared = new ArrayList<>();
        for (Plan plan : plans()) {
            compared.addAll(alternatives(plan, limits));
        }
        Host here = goal.here();
        if (here != null && !limits.excluded().contains(here.name())) {
            compared.addAll(hereAlone(here));
        }
        PlanChoice choice = chosen(compared);
        int simulations = 0;
        while (!compared.get(choice.chosen()).exact()) { // an estimate may be too good
            if (++simulations > MOST_CHECKED) {
                compared.removeIf(each -> !each.exact());
            } else {
                compared.set(choice.chosen(), compared.get(choice.chosen()).simulated());
            }
            choice = chosen(compared);
        }
        return compared.get(choice.chosen()).plan().with(choice.with(words));
    }

    private PlanChoice chosen(List<PlanAlternatives.Compared> compared) {
        List<PlanAlternative> all =
                compared.stream().map(PlanAlternatives.Compared::as).toList();
        return goal.objective().needsUnits() || !limits.preferred().isEmpty()
                ? PlanChoice.of(goal.objective(), all)
                : new PlanChoice(goal.objective(), all, fastest(all), true, List.of());
    }

    /** The highest rate; an earlier plan stays where a later one gains less than the least gain. */
    private int fastest(List<PlanAlternative> all) {
        int best = 0;
        for (int i = 1; i < all.size(); i++) {
            best = all.get(i).rate() > all.get(best).rate() * (1 + limits.minGain()) ? i : best;
        }
        return best;
    }

    private List<PlanAlternatives.Compared> alternatives(Plan plan, PlanLimits most) {
        Placement placement = planner(plan.masterComputes()).placement(plan.view());
        return new PlanAlternatives(plan, placement, input.work(), most, goal).all();
    }

    /**
     * The plan with this machine alone; none if a unit does not fit into its memory. Its rate is 0 if one needs more.
     */
    private List<PlanAlternatives.Compared> hereAlone(Host here) {
        Host alone = here.at(0, Wire.UNLIMITED);
        List<Host> fits = fitting(List.of(alone)).hosts();
        if (fits.isEmpty()) {
            return List.of();
        }
        Host offering =
                needs.with(fits.get(0), UnitMemory.Free.of(input.machines().hosts()));
        NetworkView view =
                new NetworkView("this machine", List.of(new Link("machine", Wire.UNLIMITED)), List.of(offering));
        Planner own = planner(true);
        Plan plan = input.flowOnly()
                ? own.flow(own.placement(view), 0, input.named())
                : own.alone(own.placement(view), input.named());
        return alternatives(plan.with(input.machines().with(alone)), PlanLimits.of(true, limits.minGain()));
    }

    /**
     * Adds the sub-masters that pay off: among the workers of the plan, or among all hosts, of which some may be worth
     * a worker only with a sub-master between.
     */
    public static Plan withSubMasters(Plan plan, PlanInput input, PlanLimits limits) {
        int master = plan.solution().master();
        int[] few = Arrays.stream(plan.chosen()).filter(host -> host != master).toArray();
        World all = World.all(plan.view(), master);
        int[] others = limits.mostHosts() > 0
                ? few
                : Arrays.stream(all.hosts())
                        .filter(host ->
                                input.roles().isWorker(plan.view().hosts().get(host)))
                        .toArray();
        Planner.Simulated simulated = input.simulated();
        World world = all.only(others).with(simulated.overheads(), simulated.terms());
        return plan.with(PlanTree.best(few, world, plan.costs(), input.work().units(), limits.minGain()));
    }

    /**
     * Adds how units are handed out: as usual, unless another way is clearly earlier. Left out where nothing is
     * simulated, or the number of units is not known.
     *
     * @param free what the user leaves to the plan
     */
    public static Plan withHandout(Plan plan, PlanInput input, PlanGoal goal, PlanHandout.Free free) {
        if (input.flowOnly() || plan.units() == 0 || !(plan.rate() > 0)) {
            return plan;
        }
        World ground = plan.ground();
        List<String> workers = ground.computing().stream().map(Host::name).toList();
        StartKnowledge starts =
                goal.starts().of(plan.view(), plan.host(plan.solution().master()), workers);
        World world = starts.on(
                ground.with(input.simulated().overheads(), input.simulated().terms()));
        return plan.with(HandoutChoice.of(
                world,
                handoutWork(input.work(), plan.costs(), goal.cycles()),
                plan.seconds() * goal.cycles(),
                free,
                input.machines()));
    }

    private List<Plan> plans() {
        List<Plan> plans = new ArrayList<>();
        for (int master : masters()) {
            NetworkView view =
                    all.only(host -> roles.isWorker(host) || all.hosts().indexOf(host) == master);
            int there = view.host(all.hosts().get(master).name());
            Placement placement = planner.placement(view);
            Plan plan = input.flowOnly()
                    ? planner.flow(placement, there, input.named())
                    : planner.simulated(placement, there, input.named());
            plans.add(plan.with(input.machines()));
        }
        return plans;
    }

    /** Hosts worth a simulation, in the order in which they are preferred among equals; this one first. */
    private int[] masters() {
        int[] allowed = IntStream.range(0, all.hosts().size())
                .filter(host -> roles.isMaster(all.hosts().get(host)))
                .toArray();
        if (allowed.length == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE, "the plan: no host may have the master (expected: one that is not excluded)");
        }
        if (allowed.length == 1) {
            return allowed;
        }
        Placement placement = planner.placement(all);
        boolean allMayWork = all.hosts().stream().allMatch(roles::isWorker);
        int[] workers = IntStream.range(0, all.hosts().size())
                .filter(host -> roles.isWorker(all.hosts().get(host)))
                .toArray();
        Map<Integer, Double> rates = new LinkedHashMap<>();
        Arrays.stream(placement.ranking())
                .filter(host -> roles.isMaster(all.hosts().get(host)))
                .limit(MOST_CANDIDATES)
                .forEach(host -> rates.put(host, rate(placement, host, allMayWork ? null : workers)));
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(0);
        boolean hereToo = goal.objective().needsUnits(); // a master here starts sooner
        double near = hereToo ? NEAR_IN_TIME : NEAR;
        return rates.entrySet().stream()
                .filter(each -> each.getValue() >= near * most
                        || hereToo
                                && each.getValue() > 0
                                && PlanRoles.isHere(all.hosts().get(each.getKey())))
                .sorted(Comparator.comparing((Map.Entry<Integer, Double> each) ->
                                !hereToo || !PlanRoles.isHere(all.hosts().get(each.getKey())))
                        .thenComparing(Map.Entry::getValue, Comparator.reverseOrder()))
                .limit(mostSimulated())
                .map(Map.Entry::getKey)
                .sorted((one, other) -> Boolean.compare(
                        PlanRoles.isHere(all.hosts().get(other)),
                        PlanRoles.isHere(all.hosts().get(one))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The rate over the whole run with all of these workers, with setup and files [units/s]; null for all hosts. */
    private double rate(Placement placement, int master, int @Nullable [] workers) {
        List<Host> others = IntStream.range(0, all.hosts().size())
                .filter(host -> limits.masterComputes() || host != master)
                .mapToObj(all.hosts()::get)
                .filter(roles::isWorker)
                .toList();
        if (needs.mix().uncovered(others).isPresent()) {
            return 0;
        }
        FlowSolution flow = workers == null ? placement.solution(master) : placement.solution(master, workers);
        double seconds = planner.flow(placement, flow, 0).seconds();
        return seconds > 0 ? input.work().units() / seconds : flow.rate();
    }

    private int mostSimulated() {
        return input.flowOnly()
                ? goal.objective().needsUnits() ? MOST_SIMULATED : 1
                : Math.max(
                        1,
                        Math.min(
                                MOST_SIMULATED,
                                MOST_HOSTS_SIMULATED / all.hosts().size()));
    }

    private static HandoutWork handoutWork(PlanInput.Work work, UnitCosts costs, int cycles) {
        PredictedCycle known = work.cycle();
        return known != null && known.units() == work.units()
                ? new HandoutWork(costs, known, cycles)
                : HandoutWork.equal(work.units(), costs, cycles);
    }
}
