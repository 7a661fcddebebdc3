package dev.sluice.cli.simulate;

import dev.sluice.cli.option.PictureOptions;
import dev.sluice.cli.option.RuntimeCostOption;
import dev.sluice.cli.page.PageJson;
import dev.sluice.cli.page.ReportPage;
import dev.sluice.cli.run.SchedulingOptions;
import dev.sluice.cli.trace.SimulatedTrace;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.RecordedTimeline;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.picture.Picture;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says how a run would go. Starts nothing. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Simulates a run on any machines: the real scheduler in virtual time.",
            "Starts nothing. docs/simulation.md describes the model and its limits."
        },
        exitCodeList = {
            "0:every unit was accepted",
            "1:some units failed on every worker",
            "2:usage error, or an unusable network view",
            "4:no workers left, or no capacity",
            "5:internal error in Sluice"
        })
public final class SimulateCommand implements Callable<Integer> {
    @Mixin
    private SimulatedPlace place;

    @Mixin
    private SimulatedWorkload work;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "scheduling policy, several separated by commas, or 'all' (default: ${DEFAULT-VALUE}; "
                    + "see 'sluice run --help')")
    private String policy = PolicyName.SS.name();

    @Mixin
    private SchedulingOptions scheduling;

    @Option(
            names = "--results",
            paramLabel = "MODE",
            description =
                    "how the application's results travel: ${COMPLETION-CANDIDATES} (default: " + "${DEFAULT-VALUE})")
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
            description = "events during the run, such as '10s lose h3; 20s join h3; 5s load h1 0.5; 8s link wan "
                    + "1Mbit/s', or a file with one event per line (join, drain, lose, die, load, link)")
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
        List<PolicyName> policies = policies();
        if (policies.size() > 1 && (trace != null || pictures.asked())) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--trace, --svg, --html: with several policies (expected: one --policy)");
        }
        ViewFile file = place.read();
        Workload workload = work.workload(file, seed);
        double unitSeconds = work.meanSeconds(workload);
        NetworkView view = place.known(
                file,
                file.view(unitSeconds, work.meanResultSeconds(workload)),
                unitSeconds,
                spec.commandLine().getErr()::println);
        Machines machines = place.machines(view);
        Script steps = script == null ? Script.EMPTY : new ScriptText(view).parse(script);
        Overheads costs = runtimeCosts.overheads(spec.commandLine().getErr()::println);
        List<SimulatedRuns.Run> runs = new ArrayList<>();
        for (PolicyName each : policies) {
            SimulationTerms terms = terms(each).withScript(steps);
            runs.add(new SimulatedRuns.Run(terms, simulate(workload, machines, costs, terms)));
        }
        SimulatedRuns all = new SimulatedRuns(workload, machines, runs);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(SimulationJson.of(all));
        } else {
            out.print(SimulationTable.of(all));
        }
        out.flush();
        return exitCode(runs);
    }

    private static int exitCode(List<SimulatedRuns.Run> runs) {
        int code = 0;
        for (SimulatedRuns.Run run : runs) {
            code = Math.max(
                    code,
                    switch (run.report().ending()) {
                        case COMPLETE -> 0;
                        case UNITS_GIVEN_UP -> 1;
                        case NO_WORKERS, STUCK -> 4;
                    });
        }
        return code;
    }

    private List<PolicyName> policies() {
        if (policy.equalsIgnoreCase("all")) {
            return List.of(PolicyName.values());
        }
        List<PolicyName> policies = new ArrayList<>();
        for (String name : policy.split(",", -1)) {
            policies.add(policy(name.strip()));
        }
        return policies;
    }

    private static PolicyName policy(String name) {
        for (PolicyName each : PolicyName.values()) {
            if (each.name().equalsIgnoreCase(name)) {
                return each;
            }
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                "--policy: " + name + " (expected: all, or one of " + List.of(PolicyName.values()) + ")");
    }

    private SimulationTerms terms(PolicyName each) {
        return scheduling
                .of(each)
                .simulated()
                .withResults(results)
                .withNetwork(network)
                .withSeed(seed);
    }

    private SimulationReport simulate(Workload workload, Machines machines, Overheads costs, SimulationTerms terms)
            throws IOException {
        try (SimulatedTrace chrome =
                trace == null ? null : new SimulatedTrace(machines.view(), machines.master(), trace)) {
            TaskStreamTimeline stream = pictures.asked() ? new TaskStreamTimeline(machines.view()) : null;
            RecordedTimeline recorded = pictures.asked() ? new RecordedTimeline(machines.view()) : null;
            List<Timeline> told = new ArrayList<>();
            if (chrome != null) {
                told.add(chrome);
            }
            if (stream != null && recorded != null) {
                told.addAll(List.of(stream, recorded));
            }
            Timeline timeline = told.isEmpty() ? Timeline.NONE : new Timelines(told);
            SimulationReport report = Simulation.run(workload, machines, costs, terms, timeline);
            if (stream != null && recorded != null) {
                Picture picture = stream.stream("Simulated run under " + terms.policy(), report)
                        .picture();
                RunView view = SimulatedView.of(machines, terms, report, recorded);
                pictures.write(picture::svg, () -> ReportPage.html(PageJson.text(view)));
            }
            return report;
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
