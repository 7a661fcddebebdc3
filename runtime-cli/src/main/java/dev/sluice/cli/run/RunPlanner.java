package dev.sluice.cli.run;

import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanTree;
import dev.sluice.insight.plan.Planner;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.plan.SwitchNetwork;
import dev.sluice.insight.predict.HostKnowledge;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.RunCosts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a run takes place (model.md §4 and §5): its master is on the host from which the most units a second
 * can be had, by simulation where the flow model sees little between hosts, and workers are on those that are worth it.
 * Used once, by one thread.
 */
final class RunPlanner {
    /** Candidates within this fraction of the flow model's best rate are simulated as well. */
    private static final double NEAR = 0.9;

    private static final int MOST_SIMULATED = 5;

    /** Candidates that are looked at more closely. */
    private static final int MOST_CANDIDATES = 64;

    private static final int CANDIDATES_NAMED = 8;

    /** One way between hosts around a switch of which nothing is known. */
    private static final long SWITCH_NANOS = 100_000;

    private final RunRequest request;
    private final RunRequest.Planning asked;
    private final RunCosts costs;
    private final HostKnowledge known;
    private final Overheads overheads;
    private final @Nullable ViewFile file;
    private final StagedFiles staged;

    /** Hosts that were told, by name; where none were, all of the view may have workers. */
    private final Map<String, HostSpec> told = new LinkedHashMap<>();

    private RunPlanner(
            RunRequest request, RunRequest.Planning asked, RunCosts costs, HostKnowledge known, Overheads overheads) {
        this.request = request;
        this.asked = asked;
        this.costs = costs;
        this.file = asked.file();
        this.known = known;
        this.overheads = overheads;
        this.staged = request.reporting().history()
                ? PredictedFile.staged(costs.files(), HeldContents.ofUser(), names(asked))
                : PredictedFile.staged(costs.files());
        asked.hosts().forEach(host -> told.put(host.name(), host));
    }

    /** Plans by everything known; without a prediction, executes a few units first. */
    static RunPlan plan(RunRequest request, RunRequest.Planning asked, Consumer<String> news)
            throws IOException, InterruptedException {
        ViewFile file = asked.file();
        List<HostSpec> told = asked.hosts();
        List<String> hosts = names(asked);
        if (file != null) {
            told.forEach(host -> demand(host.origin() + ": " + host.name(), host.name(), hosts, asked));
            if (asked.master() != null) {
                demand("--master: " + asked.master(), asked.master(), hosts, asked);
            }
        }
        RunCosts costs = RunCosts.of(
                new RunCosts.Asked(
                        request.application().jars(),
                        request.application().className(),
                        request.application().arguments(),
                        request.application().prediction(),
                        asked.files()),
                hosts.size(),
                asked.execute());
        HostKnowledge known = !request.reporting().history()
                ? HostKnowledge.NOTHING
                : HostKnowledge.of(
                        Knowledge.ofHistory(RunRecord.history(news)), costs.application(), hosts, Instant.now());
        Overheads overheads = request.reporting().knownCosts(news).overheads();
        return new RunPlanner(request, asked, costs, known, overheads).plan();
    }

    private static List<String> names(RunRequest.Planning asked) {
        ViewFile view = asked.file();
        return view == null
                ? asked.hosts().stream().map(HostSpec::name).toList()
                : view.view().hosts().stream().map(Host::name).toList();
    }

    private static void demand(String what, String host, List<String> hosts, RunRequest.Planning asked) {
        if (!hosts.contains(host)) {
            throw wrong(what + " is not in " + asked.view() + " (expected: one of its " + hosts.size()
                    + " hosts; 'sluice discover' finds hosts)");
        }
    }

    private static SluiceException wrong(String text) {
        return new SluiceException(ErrorCode.USAGE, text);
    }

    private RunPlan plan() {
        UnitCosts unit = file == null ? costs.unit() : costs.unit(file);
        NetworkView all = machines(unit);
        Planner planner = new Planner(
                request.application().jar().toString(),
                unit,
                costs.units(),
                asked.masterComputes() || isToldHere(),
                asked.minGain(),
                new Planner.Simulated(terms(), overheads));
        Plan best = null;
        for (int master : candidates(planner, all)) {
            NetworkView view =
                    reduced(all, host -> isWorker(host) || all.hosts().indexOf(host) == master);
            int there = view.host(all.hosts().get(master).name());
            Plan plan = planner.simulated(planner.placement(view), there, CANDIDATES_NAMED);
            if (best == null || plan.rate() > best.rate() * (1 + asked.minGain())) {
                best = plan;
            }
        }
        if (best == null || !(best.rate() > 0)) {
            throw wrong("--plan: no host could compute anything (expected: two hosts, or --master-computes)");
        }
        return located(asked.tree() ? treed(best) : best);
    }

    /**
     * Adds the sub-masters that pay off: among the workers of the plan, or among all hosts, of which some may be worth
     * a worker only with a sub-master between.
     */
    private Plan treed(Plan plan) {
        NetworkView view = plan.view();
        int master = plan.solution().master();
        PlanTree.Asked terms = new PlanTree.Asked(
                plan.costs(), costs.units(), overheads, terms().withResults(costs.results()), asked.minGain());
        int[] few = Arrays.stream(plan.chosen()).filter(host -> host != master).toArray();
        int[] all = Arrays.stream(PlanTree.others(view, master))
                .filter(host -> isWorker(view.hosts().get(host)))
                .toArray();
        return plan.with(PlanTree.best(view, master, few, all, terms));
    }

    private SimulationTerms terms() {
        return request.scheduling().simulated().withFiles(staged);
    }

    /** Hosts that may have the master or a worker, as fast as they are known to be. */
    private NetworkView machines(UnitCosts unit) {
        NetworkView view;
        if (file == null) {
            String beside = asked.master() == null ? ThisHost.name() : asked.master();
            view = new SwitchNetwork(Double.POSITIVE_INFINITY, SWITCH_NANOS, 1)
                    .of("told", List.copyOf(told.values()), beside);
        } else {
            view = file.view(unit.unitSeconds(), Math.max(unit.resultSeconds(), Double.MIN_NORMAL));
            view = reduced(
                    view,
                    host -> isWorker(host)
                            || (asked.master() == null
                                    ? isHere(host)
                                    : host.name().equals(asked.master())));
        }
        return new NetworkView(
                view.name(),
                view.links(),
                view.hosts().stream().map(host -> known(host, unit)).toList());
    }

    /** The host with its given slots and its speed in earlier runs. */
    private Host known(Host host, UnitCosts unit) {
        HostSpec spec = told.get(host.name());
        int slots =
                spec != null && spec.slots() > 0 ? spec.slots() : file == null && isHere(host) ? cores() : host.slots();
        Double seconds = known.unitSeconds().get(host.name());
        double speed = seconds == null ? host.speed() : unit.unitSeconds() / seconds;
        return new Host(
                host.name(),
                host.link(),
                host.port(),
                slots,
                speed,
                host.masterSpeed(),
                Math.min(host.availability(), known.available().getOrDefault(host.name(), 1.0)),
                host.address());
    }

    private int cores() {
        return asked.slots() == null ? Runtime.getRuntime().availableProcessors() : asked.slots();
    }

    private static NetworkView reduced(NetworkView view, Predicate<Host> kept) {
        return new NetworkView(
                view.name(), view.links(), view.hosts().stream().filter(kept).toList());
    }

    /** Around one switch the master is here whatever the hosts; a worker that was asked for here stays one. */
    private boolean isToldHere() {
        return file == null && asked.master() == null && told.containsKey(ThisHost.name());
    }

    private boolean isWorker(Host host) {
        return told.containsKey(host.name()) || told.isEmpty();
    }

    private static boolean isHere(Host host) {
        if (host.name().equals(ThisHost.name())) {
            return true;
        }
        if (!host.address().matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")) {
            return false;
        }
        try {
            InetAddress address = InetAddress.getByName(host.address());
            return !address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException notHere) {
            return false;
        }
    }

    // ---- the master

    /** Hosts worth a simulation, in the order in which they are preferred among equals; this one first. */
    private int[] candidates(Planner planner, NetworkView all) {
        if (asked.master() != null) {
            return new int[] {all.host(asked.master())};
        }
        if (file == null) {
            return new int[] {all.host(ThisHost.name())}; // wherever else it were, one worker would be missed
        }
        if (!asked.files().isEmpty()) {
            int here = IntStream.range(0, all.hosts().size())
                    .filter(host -> isHere(all.hosts().get(host)))
                    .findFirst()
                    .orElse(-1);
            if (here >= 0) {
                return new int[] {here}; // where the files are
            }
        }
        Placement placement = planner.placement(all);
        int[] workers = IntStream.range(0, all.hosts().size())
                .filter(host -> isWorker(all.hosts().get(host)))
                .toArray();
        Map<Integer, Double> rates = new LinkedHashMap<>();
        Arrays.stream(placement.ranking())
                .limit(MOST_CANDIDATES)
                .forEach(host ->
                        rates.put(host, placement.solution(host, workers).rate()));
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(0);
        return rates.entrySet().stream()
                .filter(each -> each.getValue() >= NEAR * most)
                .sorted((one, other) -> Double.compare(other.getValue(), one.getValue()))
                .limit(MOST_SIMULATED)
                .map(Map.Entry::getKey)
                .sorted((one, other) -> Boolean.compare(
                        isHere(all.hosts().get(other)), isHere(all.hosts().get(one))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    // ---- in terms of what is to be started

    private RunPlan located(Plan plan) {
        List<Host> hosts = plan.view().hosts();
        Host master = hosts.get(plan.solution().master());
        PlanTree shape = plan.tree();
        HostTree tree = shape == null ? HostTree.FLAT : shape.launched();
        int localSlots = 0;
        List<HostSpec> workers = new ArrayList<>();
        List<Host> chosen = workers(plan);
        for (Host host : chosen) {
            if (isHere(host) && !tree.isInside(host.name())) {
                localSlots = host.slots();
            } else {
                workers.add(reached(host));
            }
        }
        List<String> words = new RunPlanWords(plan, chosen, costs.source(), speeds(chosen)).lines();
        return new RunPlan(isHere(master) ? null : reached(master), workers, localSlots, plan, tree, words);
    }

    private static List<Host> workers(Plan plan) {
        IntStream chosen = Arrays.stream(plan.chosen());
        int master = plan.solution().master();
        IntStream all = plan.masterComputes() && plan.solution().hostRate(master) > 0
                ? IntStream.concat(chosen, IntStream.of(master)).distinct()
                : chosen;
        return all.mapToObj(plan.view().hosts()::get).toList();
    }

    private HostSpec reached(Host host) {
        HostSpec spec = told.get(host.name());
        if (spec != null) {
            return spec.slots() > 0 || file == null ? spec : spec.withSlots(host.slots());
        }
        return HostFile.line(String.valueOf(asked.view()), host.name()).get(0).withSlots(host.slots());
    }

    /** How fast workers are, and where that is known from. */
    private String speeds(List<Host> workers) {
        long timed = workers.stream()
                .filter(host -> known.unitSeconds().containsKey(host.name()))
                .count();
        long silent = file != null
                ? 0
                : told.values().stream().filter(host -> host.slots() == 0).count();
        long measured = workers.stream()
                .filter(host -> known.available().containsKey(host.name()))
                .count();
        return String.format(
                Locale.ROOT,
                "speeds of %d of %d workers from the history of runs, the others as %s%s%s",
                timed,
                workers.size(),
                file == null ? "fast as this host" : asked.view() + " has them",
                silent == 0 ? "" : "; assuming one slot on " + silent + " hosts without slots",
                measured == 0 ? "" : "; " + measured + " as available as is forecast");
    }
}
