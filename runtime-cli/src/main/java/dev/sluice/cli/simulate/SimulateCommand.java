package dev.sluice.cli.simulate;

import dev.sluice.cli.config.TypedOptions;
import dev.sluice.cli.option.PictureOptions;
import dev.sluice.cli.option.PolicyOption;
import dev.sluice.cli.option.RuntimeCostOption;
import dev.sluice.cli.page.PageJson;
import dev.sluice.cli.page.ReportPage;
import dev.sluice.cli.run.SchedulingOptions;
import dev.sluice.cli.runs.RunPlaces;
import dev.sluice.cli.trace.SimulatedTrace;
import dev.sluice.insight.replay.RecordedRun;
import dev.sluice.insight.replay.Replay;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.regime.RegimeTimeline;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.RecordedTimeline;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.tune.SimulatedTuning;
import dev.sluice.picture.Picture;
import dev.sluice.view.Quantity;
import dev.sluice.view.ScriptText;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Says how a run would go. Starts nothing. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the real scheduler in virtual time, and starts nothing (docs/simulation.md).",
            "To measure units of your application first, take 'sluice predict'. To let Sluice choose among hosts, take "
                    + "'sluice plan'."
        },
        exitCodeList = {
            "0:every unit was accepted",
            "1:some units failed on every worker, or a replayed run differs from the run by more than 20 %%",
            "2:usage error, or an unusable network view",
            "4:no workers left, or no capacity",
            "5:internal error in Sluice"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final List<String> UNITS = List.of(
            "--units",
            "--cycles",
            "--unit-time",
            "--prediction",
            "--input",
            "--result",
            "--setup",
            "--result-time",
            "--needs",
            "--arrivals");

    @Mixin
    private SimulatedPlace place;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "replay a finished run, by its id or directory, with its units, hosts and network as "
                    + "measured; other options change it")
    private @Nullable String runName;

    @Option(
            names = "--anyway",
            description = "with --run: exit with 0 although the replayed time differs by more than 20 %%")
    private boolean anyway;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "compare policies from this time on, such as 20s: until then the run goes as it did (default: "
                            + "all)")
    private @Nullable String fromTime;

    @Mixin
    private SimulatedWorkload work;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "scheduling policy, several separated by commas, or 'all' (default: ${DEFAULT-VALUE}; see "
                    + "'sluice run --help-all')")
    private String policy = PolicyName.DEFAULT.name();

    @Option(
            names = "--tune",
            paramLabel = "WHAT",
            converter = TunedConverter.class,
            description = "what changes while the run goes on: NONE, or WORKERS (hosts that do not pay are parked) "
                    + "(default: ${DEFAULT-VALUE})")
    private Tuned tune = Tuned.NONE;

    /** Settings that may change while a run goes on. */
    enum Tuned {
        NONE,
        WORKERS
    }

    /** Reads {@code --tune}, in any case. */
    static final class TunedConverter implements ITypeConverter<Tuned> {
        @Override
        public Tuned convert(String value) {
            return Stream.of(Tuned.values())
                    .filter(each -> each.name().equalsIgnoreCase(value))
                    .findAny()
                    .orElseThrow(() -> new TypeConversionException(
                            value + " (expected: NONE or WORKERS; only real runs tune their tree)"));
        }
    }

    @Mixin
    private SchedulingOptions scheduling;

    @Option(
            names = "--results",
            paramLabel = "MODE",
            description = "how the application's results travel: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private ResultsKind results = ResultsKind.EACH;

    @Option(
            names = "--network",
            paramLabel = "KIND",
            description =
                    "network model: PACKETS (packets and queues) or FAIR (max-min fair shares, no queues) (default: "
                            + "${DEFAULT-VALUE})")
    private NetworkKind network = NetworkKind.PACKETS;

    @Option(
            names = "--script",
            paramLabel = "FILE|STEPS",
            description =
                    "events such as '10s lose h3; 20s join h3; 5s load h1 0.5; 8s link wan 1Mbit/s', or a file of "
                            + "them (docs/simulation.md)")
    private @Nullable String script;

    @Option(names = "--seed", paramLabel = "N", description = "random seed (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Mixin
    private RuntimeCostOption runtimeCosts;

    @Option(names = "--json", description = "print one JSON object (docs/simulation.schema.json)")
    private boolean json;

    @Option(names = "--trace", paramLabel = "FILE", description = "write a trace in Chrome's format, for Perfetto")
    private @Nullable Path trace;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SimulateCommand() {}

    @Override
    public Integer call() throws IOException {
        List<Policy> policies = PolicyOption.list(policy);
        if (policies.size() > 1 && (trace != null || pictures.asked())) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--trace, --svg, --html: with several policies (expected: one --policy)");
        }
        Double from = from();
        if (from != null && tune != Tuned.NONE) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--tune: " + tune + " with --from (expected: only one of the two)");
        }
        if (from != null && (json || trace != null || pictures.asked())) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--json, --trace, --svg, --html: with --from (expected: not both)");
        }
        Path directory = runName == null
                ? null
                : RunPlaces.directory(runName, spec.commandLine().getErr());
        if (directory != null) {
            return replayed(RecordedRun.read(directory), policies);
        }
        ViewFile file = place.read();
        Workload workload = work.workload(file, seed);
        double unitSeconds = work.meanSeconds(workload);
        NetworkView view = place.known(
                file,
                file.view(unitSeconds, work.meanResultSeconds(workload)),
                unitSeconds,
                spec.commandLine().getErr()::println);
        World placed = place.machines(view);
        Script steps = script == null ? Script.EMPTY : new ScriptText(placed).parse(script);
        World world = place.offering(
                placed.with(runtimeCosts.overheads(spec.commandLine().getErr()::println)));
        Amounts resources = place.resources(Amounts.NONE);
        if (from != null) {
            SimulationTerms until = terms(policies.get(0)).withScript(steps).withResources(resources);
            return rest(new RestOfRun.Until(new Run(world.with(until), workload), from));
        }
        List<SimulatedRuns.Run> runs = new ArrayList<>();
        for (Policy each : policies) {
            runs.add(simulate(workload, world.with(terms(each).withScript(steps).withResources(resources))));
        }
        SimulatedRuns all = new SimulatedRuns(workload, world, runs);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(SimulationJson.of(all));
        } else {
            out.print(SimulationTable.of(all));
        }
        out.flush();
        return exitCode(runs);
    }

    /** The time from which policies are compared [s]; null: from the beginning. */
    private @Nullable Double from() {
        if (fromTime == null) {
            return null;
        }
        try {
            return Quantity.TIME.parse(fromTime);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--from: " + fromTime + " (expected: a time such as 20s)", wrong);
        }
    }

    /** Replays a run, and then simulates it with what the options change. */
    private int replayed(RecordedRun recorded, List<Policy> policies) throws IOException {
        TypedOptions.refuse(spec, "with --run (expected: not both; the units are those of the run)", UNITS);
        Replay same = Replay.of(recorded);
        World own = recorded.replica().run().world();
        Workload units = recorded.replica().run().work();
        boolean elsewhere = place.isGiven();
        World world = place.offering(elsewhere ? place.machines(view(recorded)).with(own.costs()) : fewer(own));
        Script steps = script == null ? Script.EMPTY : new ScriptText(world).parse(script);
        Script made = own.terms().script();
        Script left = elsewhere ? new Script(List.copyOf(made.switches())) : made.onlyOf(world::uses);
        SimulationTerms asItWas = own.terms()
                .withScript(left)
                .withResources(place.resources(own.terms().resources()));
        Double from = from();
        if (from != null) {
            same.lines().forEach(spec.commandLine().getOut()::println);
            SimulationTerms until = changed(asItWas, asItWas.handout().policy()).withScript(left.plus(steps));
            int code = rest(new RestOfRun.Until(new Run(world.with(until), units), from));
            return Math.max(code, same.fits() || anyway ? 0 : 1);
        }
        List<SimulatedRuns.Run> runs = new ArrayList<>();
        List<String> lines = new ArrayList<>(same.lines());
        for (Policy each :
                isTyped("--policy") ? policies : List.of(asItWas.handout().policy())) {
            SimulationTerms terms = changed(asItWas, each);
            terms = terms.withScript(terms.script().plus(steps));
            runs.add(simulate(units, world.with(terms)));
            if (tune == Tuned.WORKERS
                    || elsewhere
                    || world != own
                    || script != null
                    || !terms.equals(own.terms().withScript(left))) {
                String where = elsewhere ? " on " + world.view().name() : "";
                lines.add(same.changed(
                        "with " + each + (tune == Tuned.WORKERS ? " and tuned workers" : "") + where,
                        runs.get(runs.size() - 1).report()));
            }
        }
        SimulatedRuns all = new SimulatedRuns(units, world, runs);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(SimulationJson.of(all, same));
        } else {
            lines.forEach(out::println);
            out.println();
            out.print(SimulationTable.of(all));
        }
        out.flush();
        return Math.max(exitCode(runs), same.fits() || anyway ? 0 : 1);
    }

    /** Prints what the rest of a run takes under each policy. */
    private int rest(RestOfRun.Until until) {
        List<Policy> others = PolicyOption.list(isTyped("--policy") ? policy : "all");
        RestOfRun rest = restOf(until, others);
        rest.lines().forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
        return exitCode(rest.rests());
    }

    private static RestOfRun restOf(RestOfRun.Until until, List<Policy> others) {
        try {
            SimulationTerms terms = until.run().world().terms();
            SimulationTerms later = terms.withScript(terms.script().withoutSwitches());
            return RestOfRun.of(until, others.stream().map(later::withPolicy).toList());
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private NetworkView view(RecordedRun recorded) {
        double resultSeconds = recorded.measured().work().acceptSeconds();
        return place.read().view(recorded.replica().unitSeconds(), Math.max(resultSeconds, Double.MIN_NORMAL));
    }

    /** The machines of the run; only those that are named if any are. They start as they did. */
    private World fewer(World all) {
        if (!isTyped("--workers") && !isTyped("--master")) {
            return all;
        }
        World placed = place.machines(all.view());
        return new World(
                all.view(), placed.master(), placed.places(), List.of(), all.starts(), all.costs(), all.terms());
    }

    /** The terms of the run, with those that were typed. */
    private SimulationTerms changed(SimulationTerms run, Policy each) {
        SimulationTerms told = terms(each);
        SimulationTerms terms = run.withPolicy(each).withNetwork(network).withSeed(seed);
        if (isTyped("--policy") || isTyped("--weights") || delivers("prefetch")) {
            terms = terms.withScript(run.script().withoutSwitches());
        }
        if (isTyped("--weights")) {
            terms = terms.withWeighting(told.handout().weighting());
        }
        if (delivers("prefetch")) {
            terms = terms.withPrefetch(told.handout().prefetch());
        }
        if (isTyped("--speculation")) {
            terms = terms.withSpeculation(told.handout().speculation());
        }
        if (delivers("congestion")) {
            terms = terms.withCongestion(told.delivery().congestion());
        }
        if (delivers("setups")) {
            terms = terms.withSetups(told.delivery().setups());
        }
        return isTyped("--results") ? terms.withResults(results) : terms;
    }

    private boolean delivers(String key) {
        return isTyped("--delivery") && scheduling.delivers(key);
    }

    private boolean isTyped(String option) {
        return TypedOptions.has(spec, option);
    }

    private static int exitCode(List<SimulatedRuns.Run> runs) {
        int code = 0;
        for (SimulatedRuns.Run run : runs) {
            code = Math.max(
                    code,
                    switch (run.report().ending()) {
                        case COMPLETE -> 0;
                        case UNITS_GIVEN_UP -> 1;
                        case NO_WORKERS, UNITS_REFUSED, STUCK -> 4;
                    });
        }
        return code;
    }

    private SimulationTerms terms(Policy each) {
        return scheduling
                .of(each)
                .simulated()
                .withResults(results)
                .withNetwork(network)
                .withSeed(seed);
    }

    private SimulatedRuns.Run simulate(Workload workload, World machines) throws IOException {
        SimulationTerms terms = machines.terms();
        try (SimulatedTrace chrome =
                trace == null ? null : new SimulatedTrace(machines.view(), machines.master(), trace)) {
            TaskStreamTimeline stream = pictures.asked() ? new TaskStreamTimeline(machines.view()) : null;
            RecordedTimeline recorded = pictures.asked() ? new RecordedTimeline(machines.view()) : null;
            RegimeTimeline regimes = pictures.asked() ? new RegimeTimeline(machines) : null;
            List<Timeline> told = new ArrayList<>();
            if (chrome != null) {
                told.add(chrome);
            }
            if (stream != null && recorded != null && regimes != null) {
                told.addAll(List.of(stream, recorded, regimes));
            }
            Timeline timeline = told.isEmpty() ? Timeline.NONE : new Timelines(told);
            SimulatedTuning tuning = new SimulatedTuning(workload, machines);
            SimulationReport report =
                    Simulation.run(workload, machines, timeline, tune == Tuned.WORKERS ? tuning : Steering.NONE);
            if (stream != null && recorded != null && regimes != null) {
                Picture picture = stream.stream(
                                "Simulated run under " + terms.handout().policy(), report)
                        .picture();
                RunView view =
                        SimulatedView.of(machines, terms, report, recorded, regimes.view(report.makespanNanos()));
                pictures.write(picture::svg, () -> ReportPage.html(PageJson.text(view)));
            }
            return new SimulatedRuns.Run(terms, report, tuning.steps());
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
