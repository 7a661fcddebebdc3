package dev.sluice.cli.run;

import dev.sluice.cli.foresight.PlanOutlook;
import dev.sluice.cli.plan.HostLooks;
import dev.sluice.cli.plan.LooksAtHosts;
import dev.sluice.cli.plan.PlanTable;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.knowledge.HostBelief;
import dev.sluice.insight.knowledge.HostLook;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.knowledge.MachineSources;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanGoal;
import dev.sluice.insight.plan.PlanInput;
import dev.sluice.insight.plan.PlanLimits;
import dev.sluice.insight.plan.PlanRoles;
import dev.sluice.insight.plan.PlanStarts;
import dev.sluice.insight.plan.PlanTree;
import dev.sluice.insight.plan.Planner;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.plan.RunPlanning;
import dev.sluice.insight.plan.SwitchNetwork;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.RunCosts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans a run in terms of hosts that a command names: gives {@link RunPlanning} what is known of them, and says which
 * of them to start. Used once, by one thread.
 */
final class RunPlanner {
    private static final int CANDIDATES_NAMED = 8;

    /** One way between hosts around a switch of which nothing is known. */
    private static final long SWITCH_NANOS = 100_000;

    private final RunRequest request;
    private final RunRequest.Planning asked;
    private final RunCosts costs;
    private final @Nullable MachineSources sources;
    private final Overheads overheads;
    private final HostLooks looks;
    private final PlanOutlook outlook;
    private final @Nullable ViewFile file;
    private final StagedFiles staged;

    /** Hosts that were told, by name; where none were, all of the view may have workers. */
    private final Map<String, HostSpec> told = new LinkedHashMap<>();

    private RunPlanner(RunRequest request, RunRequest.Planning asked, RunCosts costs, Known known) {
        this.request = request;
        this.asked = asked;
        this.costs = costs;
        this.file = asked.seen().file();
        this.sources = known.sources();
        this.overheads = known.overheads();
        this.looks = known.looks();
        this.outlook = new PlanOutlook(
                sources == null ? null : RunRecord.history(line -> {}),
                costs.application(),
                request.application().jars(),
                request.workers().jar());
        this.staged = request.reporting().history()
                ? PredictedFile.staged(costs.files(), HeldContents.ofUser(), names(asked))
                : PredictedFile.staged(costs.files());
        asked.hosts().forEach(host -> told.put(host.name(), host));
    }

    /** The knowledge of machines, except by the view. */
    private record Known(@Nullable MachineSources sources, Overheads overheads, HostLooks looks) {}

    /** Plans by everything known; without a prediction, executes a few units first. */
    static RunPlan plan(RunRequest request, RunRequest.Planning asked, Consumer<String> news)
            throws IOException, InterruptedException {
        ViewFile file = asked.seen().file();
        List<HostSpec> told = asked.hosts();
        List<String> hosts = names(asked);
        if (file != null) {
            told.forEach(host -> demand(host.origin() + ": " + host.name(), host.name(), hosts, asked));
            if (asked.master() != null) {
                demand("--master: " + asked.master(), asked.master(), hosts, asked);
            }
        }
        List<String> all = new ArrayList<>(hosts);
        all.add(ThisHost.name());
        asked.goal()
                .check(
                        all,
                        file == null ? "this run" : String.valueOf(asked.seen().view()));
        History history = request.reporting().history() && !asked.seen().asWritten() ? RunRecord.history(news) : null;
        try (LooksAtHosts looking = look(request, asked, history)) {
            RunCosts costs = RunCosts.of( // executes units while other hosts answer
                    new RunCosts.Asked(
                            request.application().jars(),
                            request.application().className(),
                            request.application().arguments(),
                            request.application().prediction(),
                            asked.files()),
                    hosts.size(),
                    asked.execute());
            HostLooks looks = looking.await();
            looks.words().forEach(each -> news.accept("plan: " + each));
            MachineSources sources = history == null ? null : MachineSources.of(history, costs.application());
            Overheads overheads =
                    request.foresight().knownCosts(news).overheads().withStart(0);
            return new RunPlanner(request, asked, costs, new Known(sources, overheads, looks)).plan();
        }
    }

    /** Begins to look at the hosts that the plan may use, as far as that is wanted. */
    private static LooksAtHosts look(RunRequest request, RunRequest.Planning asked, @Nullable History history)
            throws InterruptedException {
        List<HostSpec> others = new ArrayList<>(asked.hosts());
        String here = ThisHost.name();
        ViewFile view = asked.seen().file();
        List<Host> hosts = view == null ? List.of() : view.view().hosts();
        for (Host host : hosts) {
            boolean asMaster = host.name().equals(asked.master());
            if (PlanRoles.isHere(host)) {
                here = host.name();
            } else if (asked.hosts().isEmpty()
                    || asMaster
                            && asked.hosts().stream()
                                    .noneMatch(each -> each.name().equals(host.name()))) {
                others.addAll(HostFile.line(String.valueOf(asked.seen().view()), host.name()));
            }
        }
        String own = here;
        others.removeIf(
                host -> host.name().equals(own) || asked.goal().excluded().contains(host.name()));
        return LooksAtHosts.begin(asked.look(), request.workers().reached().ssh(), others, own, history);
    }

    private static List<String> names(RunRequest.Planning asked) {
        ViewFile view = asked.seen().file();
        return view == null
                ? asked.hosts().stream().map(HostSpec::name).toList()
                : view.view().hosts().stream().map(Host::name).toList();
    }

    private static void demand(String what, String host, List<String> hosts, RunRequest.Planning asked) {
        if (!hosts.contains(host)) {
            throw wrong(what + " is not in " + asked.seen().view() + " (expected: one of its " + hosts.size()
                    + " hosts; 'sluice hosts discover' finds hosts)");
        }
    }

    private static SluiceException wrong(String text) {
        return new SluiceException(ErrorCode.USAGE, text);
    }

    private RunPlan plan() {
        UnitCosts unit = file == null ? costs.unit() : costs.unit(file);
        NetworkView view = machines(unit);
        MachineKnowledge believed = sources == null
                ? MachineKnowledge.asWritten(view)
                : MachineKnowledge.of(sources, view, asked.seen().ageSeconds(), unit.unitSeconds());
        MachineKnowledge machines = HostLook.on(believed, looks.looks());
        PlanInput input = new PlanInput(
                request.application().jar().toString(),
                machines,
                new PlanInput.Work(unit, costs.units(), costs.error(), costs.cycle()),
                new Planner.Simulated(terms(), overheads),
                new PlanRoles(masters(view), told.keySet()),
                CANDIDATES_NAMED,
                false);
        PlanLimits limits = asked.goal().limits(looks.unusable(), isToldHere());
        boolean timed = costs.units() > 0
                && costs.cycles() > 0
                && (!asked.tree() || asked.goal().objective() != null);
        PlanGoal goal = new PlanGoal(
                asked.goal().objective(timed),
                atCommand(outlook.starts()),
                outlook.calibration(),
                Math.max(1, costs.cycles()),
                timed ? here(machines, unit) : null);
        Plan best = RunPlanning.plan(input, limits, goal);
        if (!(best.rate() > 0)) {
            throw wrong("--plan: no host could compute anything (expected: two hosts, or --goal=master-computes)");
        }
        return located(RunPlanning.withHandout(
                asked.tree() ? RunPlanning.withSubMasters(best, input, limits) : best,
                input,
                goal,
                request.reporting().forwarded().free()));
    }

    /** The same starts, with the time from the command until now, unless nothing is started. */
    private PlanStarts atCommand(PlanStarts starts) {
        if (!asked.execute()) {
            return starts;
        }
        double seconds = CommandClock.seconds();
        return (view, master, workers) -> starts.of(view, master, workers).withCommand(seconds);
    }

    /** This machine as the only one of a run; null if the master is to be elsewhere, or sub-masters are wanted. */
    private @Nullable Host here(MachineKnowledge machines, UnitCosts unit) {
        Host known = machines.view().hosts().stream()
                .filter(PlanRoles::isHere)
                .findFirst()
                .orElse(null);
        String name = known == null ? ThisHost.name() : known.name();
        if (asked.tree() || asked.master() != null && !asked.master().equals(name)) {
            return null;
        }
        if (known != null) {
            return known;
        }
        boolean timedHere = costs.host().equals(ThisHost.name());
        double speed = timedHere ? unit.unitSeconds() / costs.unit().unitSeconds() : 1;
        return new Host(name, 0).withSlots(cores(), speed);
    }

    private SimulationTerms terms() {
        return request.scheduling()
                .simulated()
                .withResultMemory(Math.max(1, request.limits().resultMemoryBytes()))
                .withResults(costs.results())
                .withFiles(staged);
    }

    /** Hosts that may have the master or a worker, with the slots that they were given. */
    private NetworkView machines(UnitCosts unit) {
        NetworkView view;
        if (file == null) {
            String beside = asked.master() == null ? ThisHost.name() : asked.master();
            view = new SwitchNetwork(Double.POSITIVE_INFINITY, SWITCH_NANOS, 1)
                    .of("told", List.copyOf(told.values()), beside);
        } else {
            view = file.view(unit.unitSeconds(), Math.max(unit.resultSeconds(), Double.MIN_NORMAL));
            view = view.only(host -> isWorker(host)
                    || (asked.master() == null
                            ? PlanRoles.isHere(host)
                            : host.name().equals(asked.master())));
        }
        return view.withHosts(view.hosts().stream().map(this::slotted).toList());
    }

    private Host slotted(Host host) {
        HostSpec spec = told.get(host.name());
        int slots = spec != null && spec.slots() > 0
                ? spec.slots()
                : file != null
                        ? host.slots()
                        : PlanRoles.isHere(host) ? cores() : Math.max(host.slots(), looks.cores(host.name()));
        return host.withSlots(slots);
    }

    private int cores() {
        return asked.slots() == null ? Runtime.getRuntime().availableProcessors() : asked.slots();
    }

    /** Around one switch the master is here whatever the hosts; a worker that was asked for here stays one. */
    private boolean isToldHere() {
        return file == null && asked.master() == null && told.containsKey(ThisHost.name());
    }

    private boolean isWorker(Host host) {
        return told.containsKey(host.name()) || told.isEmpty();
    }

    /** The hosts that may have the master; none for any. */
    private Set<String> masters(NetworkView view) {
        if (asked.master() != null) {
            return Set.of(asked.master());
        }
        if (file == null) {
            return Set.of(ThisHost.name()); // wherever else it were, one worker would be missed
        }
        return asked.files().isEmpty() ? Set.of() : PlanRoles.here(view); // where the files are
    }

    // ---- in terms of what is to be started

    private RunPlan located(Plan decided) {
        PlanForecast forecast = asked.execute()
                ? outlook.of(decided, costs.cycles(), costs.error(), CommandClock.seconds())
                : outlook.of(decided, costs.cycles(), costs.error());
        Plan plan = forecast == null ? decided : forecast.on(decided);
        List<Host> hosts = plan.view().hosts();
        Host master = hosts.get(plan.solution().master());
        PlanTree shape = plan.tree();
        HostTree tree = shape == null ? HostTree.FLAT : shape.launched();
        int localSlots = 0;
        List<HostSpec> workers = new ArrayList<>();
        List<Host> chosen = workers(plan);
        for (Host host : chosen) {
            if (PlanRoles.isHere(host) && !tree.isInside(host.name())) {
                localSlots = host.slots();
            } else {
                workers.add(reached(host));
            }
        }
        List<String> words = new ArrayList<>();
        words.add("plan: " + PlanTable.answer(plan, forecast, costs.cycles() == 0, asked.execute() ? "" : " from now"));
        words.addAll(new RunPlanWords(plan, chosen, costs.source(), speeds(plan, chosen)).lines());
        if (forecast != null) {
            words.add("plan: " + PlanTable.parts(forecast));
            forecast.startWords().forEach(each -> words.add("plan: " + each));
        }
        PlannedWeights weights = weights(plan, tree);
        if (request.scheduling().with(plan.handout()).rules().handout().weighting() == Weighting.PLANNED) {
            words.add(weights.sentence());
        }
        return new RunPlan(
                PlanRoles.isHere(master) ? null : reached(master),
                workers,
                workers.isEmpty() ? List.of() : spares(plan, chosen, tree),
                localSlots,
                plan,
                tree,
                weights,
                forecast,
                words);
    }

    /** Hosts that may get a worker while the run goes on; none where the user limits them. */
    private List<HostSpec> spares(Plan plan, List<Host> chosen, HostTree tree) {
        Host master = plan.view().hosts().get(plan.solution().master());
        return asked.goal().mostHosts() > 0 || asked.goal().unitMemoryBytes() > 0
                ? List.of()
                : plan.view().hosts().stream()
                        .filter(host -> host.slots() > 0 && isWorker(host) && host != master)
                        .filter(host -> !PlanRoles.isHere(host) && !tree.isInside(host.name()))
                        .filter(host ->
                                chosen.stream().noneMatch(each -> each.name().equals(host.name())))
                        .map(this::reached)
                        .toList();
    }

    /** The weights of the plan by the names with which workers join. */
    private PlannedWeights weights(Plan plan, HostTree tree) {
        PlannedWeights weights = plan.weights(costs.results());
        for (Host host : workers(plan)) {
            if (PlanRoles.isHere(host) && !tree.isInside(host.name())) {
                weights = weights.alsoNamed(host.name(), ThisHost.name());
            }
        }
        return weights;
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
            int usual = spec.slots() > 0 ? spec.slots() : looks.cores(host.name());
            if (asked.goal().unitMemoryBytes() > 0 && host.slots() < usual) {
                return spec.withSlots(host.slots());
            }
            return spec.slots() > 0 || file == null ? spec : spec.withSlots(host.slots());
        }
        return HostFile.line(String.valueOf(asked.seen().view()), host.name())
                .get(0)
                .withSlots(host.slots());
    }

    /** How fast workers are, and where that is known from. */
    private String speeds(Plan plan, List<Host> workers) {
        MachineKnowledge known = plan.machines();
        List<HostBelief> beliefs = known == null
                ? List.of()
                : workers.stream().map(host -> known.host(host.name())).toList();
        long timed = beliefs.stream().filter(HostBelief::timed).count();
        long sensed = beliefs.stream().filter(HostBelief::sensed).count();
        long silent = file != null
                ? 0
                : told.values().stream()
                        .filter(host -> host.slots() == 0 && looks.cores(host.name()) == 0)
                        .count();
        return String.format(
                Locale.ROOT,
                "speeds of %d of %d workers from the history of runs, the others as %s%s%s",
                timed,
                workers.size(),
                file == null ? "fast as this host" : asked.seen().view() + " has them",
                silent == 0 ? "" : "; assuming one slot on " + Plural.of(silent, "host") + " without slots",
                sensed == 0 ? "" : "; " + sensed + " as available as is forecast");
    }
}
