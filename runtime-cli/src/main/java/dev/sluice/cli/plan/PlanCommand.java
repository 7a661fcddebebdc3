package dev.sluice.cli.plan;

import dev.sluice.cli.foresight.PlanOutlook;
import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.FileOptions;
import dev.sluice.cli.option.GoalOptions;
import dev.sluice.cli.option.GoalTerms;
import dev.sluice.cli.option.NeedsText;
import dev.sluice.cli.option.OutputFile;
import dev.sluice.cli.option.PictureOptions;
import dev.sluice.cli.option.PlaceOptions;
import dev.sluice.cli.option.ResourceOptions;
import dev.sluice.cli.option.RuntimeCostOption;
import dev.sluice.cli.option.UnitCostOptions;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.knowledge.HostLook;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanGoal;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.plan.PlanInput;
import dev.sluice.insight.plan.PlanLimits;
import dev.sluice.insight.plan.PlanRoles;
import dev.sluice.insight.plan.Planner;
import dev.sluice.insight.plan.RunPlanning;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.KnownCosts;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionFile;
import dev.sluice.insight.predict.RunCosts;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.predict.Sampled;
import dev.sluice.insight.predict.SimulatedForesight;
import dev.sluice.insight.predict.ViewHosts;
import dev.sluice.insight.rent.MachineKind;
import dev.sluice.insight.rent.PriceList;
import dev.sluice.insight.rent.Rentals;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.ViewFile;
import dev.sluice.view.ViewWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says where a run should take place. Starts nothing. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Predicts the rate and its bottleneck there. Starts nothing.",
            "Compares masters with a flow model, and simulates the run to choose workers. To learn how long the "
                    + "application takes here, take 'sluice predict'. To try machines, policies or losses yourself, take "
                    + "'sluice simulate'."
        },
        exitCodeList = {
            "0:success",
            "2:usage error, or an unusable network view",
            "5:internal error in Sluice",
            "7:no machines of --price end in time, or cost so little"
        })
final class PlanCommand implements Callable<Integer> {
    /** Time for executing units whose costs are not known [ns]. */
    private static final long RENT_SAMPLE_NANOS = 10_000_000_000L;

    /** Processor time for the simulation of some machines for rent [ns]. */
    private static final long RENT_SIMULATION_NANOS = 100_000_000;

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    private final PlaceOptions place = PlaceOptions.toPlan();

    @Mixin
    private final FileOptions files = new FileOptions();

    @Mixin
    private UnitCostOptions unitCosts;

    @Option(
            names = "--needs",
            paramLabel = "NEEDS",
            description = "needs of units beside one slot, with --unit-time: processors=2,memory=4G, or with shares "
                    + "0.2@processors=4;0.1@licence=1 (docs/needs.md)")
    private @Nullable String needs;

    @Mixin
    private ResourceOptions resources;

    @Option(
            names = "--prediction",
            paramLabel = "FILE",
            description = "take mean unit costs and the number of units from a file of 'sluice predict'")
    private @Nullable Path prediction;

    @Option(
            names = "--units",
            paramLabel = "N",
            description = "number of units of the whole run, to compute its duration")
    private long units;

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "host of the master (default: the host with the highest rate)")
    private @Nullable String master;

    @Mixin
    private final GoalOptions goal = new GoalOptions();

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description =
                    "with --goal=look: command to log in to hosts, such as 'ssh -F FILE' (default: ${DEFAULT-VALUE})")
    private String ssh = "ssh";

    @Option(names = "--top", paramLabel = "N", description = "number of candidates to show (default: ${DEFAULT-VALUE})")
    private int top = 10;

    @Option(names = "--no-simulation", description = "use the flow model only, which ignores waiting times")
    private boolean noSimulation;

    @Option(names = "--tree", description = "find the sub-masters that pay off, by simulation; needs --units")
    private boolean tree;

    @Option(
            names = "--results",
            paramLabel = "MODE",
            description =
                    "how results travel: ${COMPLETION-CANDIDATES} (default: as the application says, or else EACH)")
    private @Nullable ResultsKind results;

    @Mixin
    private RuntimeCostOption runtimeCosts;

    @Option(names = "--json", description = "print one JSON object (docs/plan.schema.json)")
    private boolean json;

    @Option(names = "--graphml", paramLabel = "FILE", description = "write the view and its flows as GraphML")
    private @Nullable Path graphMl;

    @Option(names = "--dot", paramLabel = "FILE", description = "write the view and its flows for Graphviz")
    private @Nullable Path dot;

    @Mixin
    private RentOptions rent;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Spec
    private CommandSpec spec;

    /** The files of the run, as options, prediction and application say. */
    private StagedFiles staged = StagedFiles.NONE;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PlanCommand() {}

    @Override
    public Integer call() throws Exception {
        check();
        rent.check(place.isGiven());
        if (rent.prices != null) {
            return rent(rent.prices);
        }
        ViewFile file = place.read();
        Work work = work(file);
        PlanOutlook outlook = outlook(work);
        Plan decided = plan(file, work, outlook);
        PlanForecast forecast = outlook.of(decided, work.cycles(), work.work().error());
        Plan plan = forecast == null ? decided : forecast.on(decided);
        boolean firstCycle = work.cycles() == 0;
        draw(plan, PlanTable.first(plan, forecast, firstCycle), file.undecided());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PlanJson.of(plan, forecast));
        } else {
            out.print(PlanTable.of(plan, forecast, firstCycle));
        }
        out.flush();
        return 0;
    }

    /** Says which machines to rent. Returns the exit code. */
    private int rent(Path prices) throws IOException, InterruptedException {
        RentAnswer.Asked asked = rent.asked();
        List<MachineKind> kinds = PriceList.read(prices);
        Consumer<String> news = spec.commandLine().getErr()::println;
        Path jar = application.jar();
        if (prediction == null && jar == null) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--price: without units (expected: an application, or --prediction FILE)");
        }
        Prediction known = prediction != null
                ? PredictionFile.read(prediction)
                : RunCosts.prediction(asked(Objects.requireNonNull(jar)), 1, RENT_SAMPLE_NANOS, news);
        Sampled sampled = known.sampled();
        Calibration calibration =
                EarlierOutcomes.of(RunRecord.history(news)).calibration(RunRecord.key(known.origin()), RunKind.HOSTS);
        SimulatedForesight foresight = new SimulatedForesight(
                known,
                KnownCosts.DEFAULT.costs(),
                SimulationTerms.DEFAULT.withFiles(PredictedFile.staged(sampled.files())),
                false,
                new SimulatedForesight.Frame(hosts -> calibration, 0, StartKnowledge.NOTHING, 0));
        Rentals rentals = Rentals.of(
                kinds,
                sampled.cycle().units(),
                machines -> foresight.of(machines, RunKind.HOSTS, RENT_SIMULATION_NANOS));
        RentAnswer answer = new RentAnswer(rentals, asked, !sampled.whole());
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? answer.json() + System.lineSeparator() : answer.text());
        out.flush();
        return 0;
    }

    private RunCosts.Asked asked(Path jar) throws IOException {
        return new RunCosts.Asked(
                application.jars(jar), application.className, application.arguments, null, files.files());
    }

    /**
     * The units of the run.
     *
     * @param cycles number of cycles; 0 if unknown
     * @param application whose units earlier runs have timed; null for none
     */
    private record Work(
            PlanInput.Work work,
            int cycles,
            ResultsKind results,
            @Nullable ApplicationKey application) {
        /** Tells whether the time of the run can be foretold. */
        boolean isTimed() {
            return work.units() > 0 && cycles > 0;
        }
    }

    private Work work(ViewFile file) throws IOException, InterruptedException {
        RunCosts known = known(file);
        if (known == null) {
            boolean hashed = HeldContents.ofUser().knowsAny(names(file));
            needs(file, PredictedFile.merged(List.of(), files.files(), hashed));
            UnitCosts costs = unitCosts.costs(file).withMix(needs == null ? UnitMix.NONE : NeedsText.mix(needs));
            return new Work(new PlanInput.Work(costs, units, 0), 1, kind(ResultsKind.EACH), null);
        }
        if (needs != null) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--needs: with an application or --prediction, which have them (expected: --unit-time with it)");
        }
        needs(file, known.files());
        long all = units == 0 ? known.units() : units;
        return new Work(
                new PlanInput.Work(known.unit(file), all, known.error(), known.cycle()),
                units == 0 ? known.cycles() : 1,
                kind(known.results()),
                known.application());
    }

    private PlanOutlook outlook(Work work) {
        Path jar = application.jar();
        return new PlanOutlook(
                place.asWritten() ? null : RunRecord.history(spec.commandLine().getErr()::println),
                work.application(),
                jar == null ? List.of() : application.jars(jar),
                null);
    }

    private ResultsKind kind(ResultsKind usual) {
        return results == null ? usual : results;
    }

    /** The costs of a prediction or of an application; null if the options or the view have them. */
    private @Nullable RunCosts known(ViewFile file) throws IOException, InterruptedException {
        Path jar = application.jar();
        if (prediction != null) {
            unitCosts.costs(PredictionFile.read(prediction)); // refuses times beside a prediction
            return RunCosts.predicted(prediction, files.files());
        }
        if (jar == null || unitCosts.told() || file.hostWithoutUnitTime().isEmpty()) {
            return null;
        }
        RunCosts sampled = RunCosts.of(asked(jar), file.view().hosts().size(), true);
        spec.commandLine().getErr().println("what a unit costs is " + sampled.source());
        return sampled;
    }

    private void needs(ViewFile view, List<PredictedFile> read) {
        staged = PredictedFile.staged(read, HeldContents.ofUser(), names(view));
    }

    private static List<String> names(ViewFile view) {
        return view.view().hosts().stream().map(Host::name).toList();
    }

    private void draw(Plan plan, String answer, List<String> undecided) {
        PlanPicture picture = new PlanPicture(plan);
        OutputFile.write("--graphml", graphMl, () -> ViewWriter.graphMl(plan.view(), plan.solution()));
        OutputFile.write("--dot", dot, () -> ViewWriter.dot(plan.view(), plan.solution(), undecided));
        pictures.write(() -> picture.flow().picture().svg(), () -> picture.html(answer));
    }

    private void check() {
        if (tree && units < 1) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--tree: without --units (expected: --units N, to weigh the setup)");
        }
        if (units < 0 || top < 1) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    units < 0
                            ? "--units: " + units + " (expected: at least 1)"
                            : "--top: " + top + " (expected: at least 1)");
        }
    }

    private Plan plan(ViewFile file, Work known, PlanOutlook outlook) throws IOException, InterruptedException {
        Consumer<String> news = spec.commandLine().getErr()::println;
        GoalTerms wishes = goal.terms();
        wishes.check(names(file), "the view");
        HostLooks looks = look(file, wishes);
        looks.words().forEach(news);
        MachineKnowledge seen =
                HostLook.on(place.known(file, known.work().costs(), known.application(), news), looks.looks());
        NetworkView network = offering(seen.view());
        MachineKnowledge machines = seen.with(network);
        Overheads overheads = noSimulation && !tree ? Overheads.NONE : runtimeCosts.overheads(news);
        Set<String> masters = master == null
                ? files.files().isEmpty() ? Set.of() : PlanRoles.here(network)
                : Set.of(network.hosts()
                        .get(ViewHosts.host(network, "--master", master))
                        .name());
        PlanInput input = new PlanInput(
                application.typed == null ? null : application.typed.toString(),
                machines,
                known.work(),
                new Planner.Simulated(
                        SimulationTerms.DEFAULT
                                .withResults(known.results())
                                .withFiles(staged)
                                .withResources(resources.ofRun(Amounts.NONE)),
                        overheads),
                new PlanRoles(masters, Set.of()),
                top,
                noSimulation);
        PlanLimits limits = wishes.limits(looks.unusable(), false);
        PlanGoal goal = goal(known, wishes, here(network, masters), outlook);
        Plan plan = RunPlanning.plan(input, limits, goal);
        if (!noSimulation && plan.simulated() == null) {
            news.accept("not simulated: more than " + Planner.MOST_WORKERS + " workers");
        }
        return RunPlanning.withHandout(tree ? treed(plan, input, limits) : plan, input, goal, PlanHandout.Free.ALL);
    }

    private NetworkView offering(NetworkView view) {
        return resources.areOffered()
                ? view.withHosts(view.hosts().stream().map(resources::on).toList())
                : view;
    }

    /** The goal of the plan. Sub-masters are worth what they save in a cycle, so that the rate decides with them. */
    private PlanGoal goal(Work known, GoalTerms wishes, @Nullable Host here, PlanOutlook outlook) {
        boolean timed = known.isTimed() && (wishes.objective() != null || !tree);
        return new PlanGoal(
                wishes.objective(timed),
                outlook.starts(),
                outlook.calibration(),
                Math.max(1, known.cycles()),
                timed ? here : null);
    }

    /**
     * This machine as the only one of a run; null if it is not in the view, or cannot be.
     *
     * @param masters hosts that may have the master; empty: any
     */
    private @Nullable Host here(NetworkView network, Set<String> masters) {
        return tree
                ? null
                : network.hosts().stream()
                        .filter(PlanRoles::isHere)
                        .filter(host -> masters.isEmpty() || masters.contains(host.name()))
                        .findFirst()
                        .orElse(null);
    }

    /** Looks at the hosts of the view, if that is wanted. */
    private HostLooks look(ViewFile file, GoalTerms wishes) throws IOException, InterruptedException {
        if (!Boolean.TRUE.equals(wishes.look())) {
            return HostLooks.NONE;
        }
        String here = PlanRoles.here(file.view()).stream().sorted().findFirst().orElse(ThisHost.name());
        List<HostSpec> others = new ArrayList<>(place.reached(file));
        others.removeIf(host -> host.name().equals(here) || wishes.excluded().contains(host.name()));
        History history =
                place.asWritten() ? null : RunRecord.history(spec.commandLine().getErr()::println);
        try (LooksAtHosts looking = LooksAtHosts.begin(LooksAtHosts.Which.ALL, ssh, others, here, history)) {
            return looking.await();
        }
    }

    private static Plan treed(Plan plan, PlanInput input, PlanLimits limits) {
        int hosts = plan.view().hosts().size();
        if (hosts > Planner.MOST_WORKERS) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--tree: " + hosts + " hosts (expected: at most " + Planner.MOST_WORKERS
                            + ", as each place is simulated)");
        }
        return RunPlanning.withSubMasters(plan, input, limits);
    }
}
