package dev.sluice.insight.plan;

import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.model.Amounts;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.ResultsAdvice;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.plan.SimulatedTrial;
import dev.sluice.model.plan.Staging;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import dev.sluice.view.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run: its hosts, and the reasons.
 *
 * @param application its jar, or null
 * @param candidates the best masters, the best first
 * @param solution for the chosen master
 * @param workers the chosen workers; null if not simulated
 * @param simulated the simulated run; null if not simulated
 * @param units of the whole run; 0 if unknown
 * @param tree its sub-masters; null if not asked for
 * @param files that every host needs first
 * @param machines the knowledge it was made with; null if there is none
 * @param choice the plans among which it was chosen; null if there was no choice
 * @param terms of the run; null if there is none, so that nothing limits it
 * @param handout how units are handed out; null if the plan does not choose it
 */
public record Plan(
        @Nullable String application,
        UnitCosts costs,
        boolean masterComputes,
        List<Candidate> candidates,
        FlowSolution solution,
        @Nullable WorkerSelection workers,
        @Nullable SimulatedTrial simulated,
        long units,
        @Nullable PlanTree tree,
        StagedFiles files,
        @Nullable MachineKnowledge machines,
        @Nullable PlanChoice choice,
        Planner.@Nullable Simulated terms,
        @Nullable PlanHandout handout) {
    /** Units that use less of a processor hardly notice load. */
    private static final double MOSTLY_WAITING = 0.2;

    private Plan copy(
            FlowSolution flow,
            @Nullable WorkerSelection chosen,
            @Nullable SimulatedTrial trial,
            @Nullable PlanTree subMasters,
            @Nullable MachineKnowledge known,
            @Nullable PlanChoice among) {
        return new Plan(
                application,
                costs,
                masterComputes,
                candidates,
                flow,
                chosen,
                trial,
                units,
                subMasters,
                files,
                known,
                among,
                terms,
                handout);
    }

    /** The same with workers chosen by simulation. */
    public Plan with(WorkerSelection chosen, SimulatedTrial trial) {
        return copy(solution, chosen, trial, tree, machines, choice);
    }

    /** The same with other workers, and their flow; without a simulation, the flow names the workers. */
    Plan with(FlowSolution flow, @Nullable WorkerSelection others) {
        return copy(flow, others, simulated, tree, machines, choice);
    }

    /** The same with the plans among which it was chosen. */
    Plan with(PlanChoice among) {
        return copy(solution, workers, simulated, tree, machines, among);
    }

    /** The same with sub-masters. */
    public Plan with(PlanTree subMasters) {
        return copy(solution, workers, simulated, subMasters, machines, choice);
    }

    /** The same with a way to hand units out. */
    Plan with(PlanHandout way) {
        return new Plan(
                application,
                costs,
                masterComputes,
                candidates,
                solution,
                workers,
                simulated,
                units,
                tree,
                files,
                machines,
                choice,
                terms,
                way);
    }

    /** The same with the knowledge it was made with. */
    Plan with(MachineKnowledge known) {
        return copy(solution, workers, simulated, tree, known, choice);
    }

    /** A host as the master; {@code limit} is its most valuable one, null if nothing flows. */
    public record Candidate(int host, double rate, @Nullable Limit limit) {}

    static List<Candidate> candidates(Placement placement, int most) {
        return Arrays.stream(placement.ranking())
                .limit(most)
                .mapToObj(host -> new Candidate(host, placement.rate(host), first(placement.solution(host))))
                .toList();
    }

    private static @Nullable Limit first(FlowSolution solution) {
        return solution.limits().isEmpty() ? null : solution.limits().get(0);
    }

    public NetworkView view() {
        return solution.view();
    }

    public String host(int index) {
        return view().hosts().get(index).name();
    }

    /** The name of the link of a host. */
    public String link(int host) {
        return view().links().get(view().hosts().get(host).link()).name();
    }

    /** The expected rate: simulated if possible, and 0 if some units need more than any chosen host has [units/s]. */
    public double rate() {
        return uncovered().isPresent()
                ? 0
                : (workers == null || !(workers.rate() > 0) ? solution.rate() : workers.rate()) / times();
    }

    /** The time of the run as its units are handed out, over that as they usually are. */
    private double times() {
        return handout == null ? 1 : handout.times();
    }

    /** Needs of units that no chosen host meets. */
    private Optional<Amounts> uncovered() {
        UnitMix mix = costs.mix();
        return mix.isNone()
                ? Optional.empty()
                : mix.uncovered(
                        Arrays.stream(computing()).mapToObj(view().hosts()::get).toList());
    }

    /** The expected rate with the sub-masters of the plan, if it has any [units/s]. */
    public double rateWithSubMasters() {
        PlanTree shape = tree;
        return shape == null || shape.isFlat() || !shape.isSimulated() ? rate() : shape.rate() / times();
    }

    /** The chosen hosts, the most valuable first; with sub-masters all of these and of the workers below. */
    public int[] chosen() {
        PlanTree shape = tree;
        return shape == null || shape.isFlat() ? workersAlone() : shape.hosts();
    }

    /** The hosts that compute: the chosen ones, and that of the master if it does. */
    int[] computing() {
        return withMaster(chosen(), solution);
    }

    /** Returns these workers, and the host of the master if it computes in this flow. */
    int[] withMaster(int[] others, FlowSolution flow) {
        return masterComputes && flow.hostRate(flow.master()) > 0
                ? IntStream.concat(IntStream.of(others), IntStream.of(flow.master()))
                        .distinct()
                        .toArray()
                : others;
    }

    /**
     * The weights of the slots of this plan: its flow rates with the chosen workers.
     *
     * @param results how results return
     */
    public PlannedWeights weights(ResultsKind results) {
        return PlannedShares.of(world(computing()), costs, results);
    }

    /** The machines with the chosen sub-masters, or else with these workers. */
    private World world(int... workers) {
        PlanTree shape = tree;
        return shape == null || shape.isFlat()
                ? new World(view(), solution.master(), workers)
                : shape.plan().machines();
    }

    /** The machines of the plan, without costs and terms. */
    World ground() {
        return world(computing());
    }

    private int[] workersAlone() {
        return workers == null
                ? Arrays.stream(solution.workers())
                        .filter(host -> host != solution.master())
                        .limit(units == 0 ? Long.MAX_VALUE : units)
                        .toArray()
                : workers.workers();
    }

    /** Expected time of the units, or 0 if their number is unknown [s]. */
    public double seconds() {
        if (units == 0 || !(rate() > 0)) {
            return 0;
        }
        double running = workers == null && !files.isNone() ? staging().runSeconds(units, hostRates()) : units / rate();
        return Math.max(running, workers == null ? unitSeconds() : 0) + besideUnits();
    }

    /** Time of one unit on the fastest of the hosts that compute [s]. */
    private double unitSeconds() {
        return Arrays.stream(computing())
                .mapToDouble(
                        host -> costs.unitSeconds() / view().hosts().get(host).speed())
                .min()
                .orElse(0);
    }

    /**
     * The rate of this flow by the flow model, with what a simulated rate of this plan includes: all of a short cycle,
     * or else its units and files [units/s].
     */
    double modelRate(FlowSolution flow) {
        Plan alone = with(flow, null);
        boolean whole = simulated != null && simulated.isWhole();
        double seconds = alone.seconds() - (whole ? 0 : alone.besideUnits());
        return units == 0 || !(seconds > 0) ? flow.rate() : units / seconds;
    }

    /** Time of the setup and of the collection, unless the simulated rate includes them [s]. */
    private double besideUnits() {
        if (workers != null && simulated != null && simulated.isWhole()) {
            return 0;
        }
        double setup =
                costs.setupBytes() > 0 ? cycle().map(CyclePhases::setupSeconds).orElse(0.0) : 0;
        double collect = costs.results() != ResultsKind.EACH
                ? cycle().map(CyclePhases::collectSeconds).orElse(0.0)
                : 0;
        return setup + collect;
    }

    /**
     * The parts of a cycle of all units with the chosen workers, by the flow model; empty if their number is unknown,
     * and with sub-masters, which that model does not know.
     */
    public Optional<CyclePhases> cycle() {
        PlanTree shape = tree;
        FlowSolution flow = flowOfWorkers();
        return units == 0 || !(flow.rate() > 0) || shape != null && !shape.isFlat()
                ? Optional.empty()
                : Optional.of(CyclePhases.of(flow, flow.costs(), units, workersAlone()));
    }

    /** The flow to the chosen workers: the solution's, unless a simulation chose fewer. */
    private FlowSolution flowOfWorkers() {
        return workers == null
                ? solution
                : Placement.solve(view(), solution.costs(), masterComputes).solution(solution.master(), workersAlone());
    }

    /** Another way to return results that would be faster; empty if there is none. */
    public Optional<ResultsAdvice> otherResults() {
        return cycle().flatMap(unused -> ResultsAdvice.of(flowOfWorkers(), masterComputes, units, workersAlone()));
    }

    /** The same in a sentence. */
    public Optional<String> resultsSentence() {
        return otherResults()
                .map(advice -> String.format(
                        Locale.ROOT,
                        switch (advice.kind()) {
                            case EACH ->
                                "returning each result at once would raise the bound from %.4g to %.4g units/s";
                            case AT_CYCLE_END -> "deferral would raise the bound from %.4g to %.4g units/s";
                            case ACCUMULATED ->
                                "accumulation would raise the bound from %.4g to %.4g units/s, if a worker's value has "
                                        + Quantity.SIZE.rounded(advice.valueBytes());
                        },
                        advice.fromWups(),
                        advice.toWups()));
    }

    /** The meaning of load for units that mostly wait; empty for others. */
    public Optional<String> shareSentence() {
        return costs.cpuShare() >= MOSTLY_WAITING
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "units use %.0f %% of a processor: load on hosts hardly matters",
                        100 * costs.cpuShare()));
    }

    private double[] hostRates() {
        return IntStream.range(0, view().hosts().size())
                .mapToDouble(solution::hostRate)
                .toArray();
    }

    /** When the chosen hosts have the files. */
    public Staging staging() {
        return Staging.of(world(workersAlone()), files);
    }

    /** The time of the files in words; empty without files: "files 1.2 GB: 41 s before the first unit on far-2". */
    public Optional<String> filesSentence() {
        Staging staging = staging();
        List<Integer> hosts = staging.hosts();
        int holders = staging.holders().size();
        if (hosts.isEmpty() && holders == 0) {
            return Optional.empty();
        }
        String time = hosts.isEmpty()
                ? "no transfer"
                : staging.seconds(hosts.get(0)) > 0
                        ? Quantity.TIME.rounded(staging.seconds(hosts.get(0))) + " before the first unit on "
                                + host(hosts.get(0))
                        : "no line on their way has a bandwidth";
        String there = holders == 0
                ? ""
                : "; " + holders + (holders == 1 ? " host has" : " hosts have") + " them from earlier runs";
        return Optional.of("files " + Quantity.SIZE.rounded(files.bytes()) + ": " + time + there);
    }

    /** The resource of a limit, of which there could be more: "link wan". */
    public String resource(Limit limit) {
        String name = solution.name(limit);
        return switch (limit.kind()) {
            case RESOURCE -> "resource " + name;
            case MASTER -> "processor of master " + name;
            case MASTER_PORT, WORKER_PORT -> "port of " + name;
            case LINK -> "link " + name;
            case WORKER -> "slots of worker " + name;
            case LATENCY -> "round trips to " + name;
        };
    }

    /** The limit of the planned run: of its simulation, or else of its loads by the flow model. */
    public RunVerdict verdict() {
        if (!(rate() > 0)) {
            return new RunVerdict(
                    List.of(),
                    uncovered()
                            .map(needs -> "No worker can compute units that need " + needs + ".")
                            .orElse("No worker can be reached."));
        }
        PlanTree shape = tree;
        RunVerdict simulatedOne = shape != null && !shape.isFlat()
                ? shape.plan().verdict()
                : workers == null ? RunVerdict.NONE : workers.verdict();
        RunVerdict verdict =
                simulatedOne.equals(RunVerdict.NONE) ? byFlow(solution.master(), computing()) : simulatedOne;
        int[] chosen = computing();
        long slots = Arrays.stream(chosen)
                .mapToLong(host -> view().hosts().get(host).slots())
                .sum();
        return verdict.planned(units, slots, chosen.length < solution.workers().length);
    }

    /** The limit of a run with this master: of the planned run, or else of the loads of all hosts by the flow model. */
    public RunVerdict verdict(Candidate candidate) {
        if (candidate.host() == solution.master()) {
            return verdict();
        }
        int[] all = IntStream.range(0, view().hosts().size()).toArray();
        return candidate.rate() > 0 ? byFlow(candidate.host(), all) : RunVerdict.NONE;
    }

    /** The verdict of the loads by the flow model, with workers on these hosts. */
    private RunVerdict byFlow(int master, int[] hosts) {
        if (terms == null || !(costs.unitSeconds() > 0)) {
            return RunVerdict.NONE;
        }
        boolean[] computes = new boolean[view().hosts().size()];
        Arrays.stream(hosts).forEach(host -> computes[host] = true);
        NetworkView used = view().withHosts(IntStream.range(0, computes.length)
                .mapToObj(index -> {
                    Host host = view().hosts().get(index);
                    return computes[index] || index == master ? host : host.believed(host.speed(), 0);
                })
                .toList());
        return RegimeModel.of(
                        new World(used, master).with(terms.overheads(), terms.terms()),
                        costs.cpuShare(),
                        masterComputes)
                .at(costs)
                .verdict();
    }
}
