package dev.sluice.cli.run;

import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.TreeOptions;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.master.weather.HostStation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** What can be typed behind {@code run}. */
final class RunOptions {
    @Parameters(index = "0", arity = "0..1", paramLabel = "APP", description = "the application's jar")
    @Nullable
    Path application;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENTS",
            description = "of the application, after --; 'run APP --help' shows them")
    List<String> arguments = List.of();

    @Mixin
    private final WorkerOptions workers = new WorkerOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "let workers join from other hosts; port 0 takes any (default: loopback only, and with hosts all"
                            + " addresses, any port)")
    @Nullable
    String listen;

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "the run's master on this host, over ssh: it listens there, and its files come back when the"
                    + " run ends (default: here)")
    @Nullable
    String master;

    @Option(names = "--expect-slots", hidden = true, description = "of workers that somebody else starts")
    int expectSlots;

    @Mixin
    final RunPlanOptions plan = new RunPlanOptions();

    @Option(names = "--possible", hidden = true, description = "units a second that a plan allows, and behind it why")
    @Nullable
    String possible;

    @Mixin
    final TreeOptions tree = new TreeOptions();

    @Option(names = "--tree-foretold", hidden = true, description = "what a plan says of sub-masters")
    @Nullable
    String treeForetold;

    @Option(names = "--serial", description = "compute in this process, one unit after the other, without network")
    boolean serial;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description =
                    "how units are handed out: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); see the end of this"
                            + " page")
    PolicyName policy = PolicyName.SS;

    @Mixin
    private final SchedulingOptions scheduling = new SchedulingOptions();

    @Option(
            names = "--result-memory",
            paramLabel = "SIZE",
            description = "for results received and not yet accepted, such as 64M; each worker has its part, and a"
                    + " result larger than that comes into a file (default: a quarter of the heap)")
    @Nullable
    String resultMemory;

    @Option(
            names = "--result-disk",
            paramLabel = "SIZE",
            description =
                    "for those files, which lie in the run's directory without names and are gone when the results"
                            + " are accepted (default: half of what is free there)")
    @Nullable
    String resultDisk;

    @Option(
            names = "--prediction",
            paramLabel = "FILE",
            description =
                    "what 'sluice predict' wrote for this application and these arguments: it is compared with the"
                            + " run, and units that were executed for it are not computed again (default: compared with the"
                            + " latest one)")
    @Nullable
    Path prediction;

    @Option(
            names = "--probe-bytes",
            paramLabel = "SIZE",
            description =
                    "sent to workers of other machines and back, a minute at most, to measure the way to those"
                            + " with which nothing large was exchanged for five minutes; 0: nothing (default: ${DEFAULT-VALUE})")
    String probeBytes = "4M";

    @Option(
            names = "--keep-going",
            description =
                    "a run is complete (exit 0) without the units that failed wherever they were tried; they are listed")
    boolean keepGoing;

    @Option(
            names = "--unit-timeout",
            paramLabel = "TIME",
            description =
                    "a unit that computes longer, such as 30s or 5m, has failed on that worker (default: no limit)")
    @Nullable
    String unitTimeout;

    @Option(
            names = "--isolate",
            paramLabel = "WHEN",
            description = "units are computed in processes of their own, one for each slot, so that a crash costs one"
                    + " attempt: ON, OFF, or AUTO, when they take over a second (default: ${DEFAULT-VALUE})")
    Isolation isolation = Isolation.AUTO;

    @Option(names = "--json", description = "print one JSON object at the end instead of the table")
    boolean json;

    @Option(
            names = "--progress",
            paramLabel = "SECONDS",
            description = "between lines of progress where there is no terminal (default: ${DEFAULT-VALUE})")
    double progressSeconds = 10;

    @Option(names = "--quiet", description = "no progress, no table")
    boolean quiet;

    @Option(names = "--no-history", description = "neither ask nor write the history of runs (docs/history.md)")
    boolean noHistory;

    @Option(names = "--insecure", description = "no encryption; refused on other addresses than loopback")
    boolean insecure;

    @Mixin
    final ApplicationOptions classes = new ApplicationOptions();

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description = "where run.json and the logs go (default: sluice-runs/RUN)")
    @Nullable
    Path directory;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            description = "where to write what a worker needs to join; its directory must be yours alone"
                    + " (default: run/worker.run in the run's directory)")
    @Nullable
    Path runFile;

    @Option(
            names = "--dry-run",
            description = "start nothing and write nothing: print the commands that start the same by hand")
    boolean dryRun;

    @Option(
            names = "--io-threads",
            paramLabel = "N",
            description = "threads that serve connections (default: by cores)")
    @Nullable
    Integer ioThreads;

    @Option(
            names = {"-h", "--help"},
            description = "show this help, and the application's options when APP is given")
    boolean help;

    /**
     * Concludes the options, and reads the files that they name.
     *
     * @param jar the application's
     * @throws SluiceException when options contradict each other or have wrong values
     */
    RunRequest request(Path jar, ParseResult typed) {
        plan.check(typed);
        tree.check(plan.asked(), serial);
        List<HostSpec> named = workers.hosts();
        HostTree shape = plan.asked() ? HostTree.FLAT : tree.read(named);
        HostSpec host = plan.asked() ? null : masterHost(named, shape.master());
        List<HostSpec> reached = tree.hosts(shape, named, workers.slots());
        WorkersToStart start = workers.workers(reached, listen == null ? 1 : 0, host == null, shape);
        return new RunRequest(
                new RunRequest.Application(classes.jars(jar), classes.className, arguments, prediction),
                new RunRequest.Master(host, listen, insecure, directory, runFile, expectSlots, ioThreads()),
                start,
                scheduling.ofOne(policy),
                limits(),
                reporting(shape, typed),
                plan.asked() ? planning(start.slurm() != null, named) : null,
                null);
    }

    /** The host of a master that is not here: as the option names it, or else the file of the tree. */
    private @Nullable HostSpec masterHost(List<HostSpec> named, @Nullable String ofTree) {
        String name = master != null || ThisHost.name().equals(ofTree) ? master : ofTree;
        return name == null
                ? null
                : named.stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseGet(() -> HostFile.line("--master", name).get(0));
    }

    private RunRequest.Planning planning(boolean slurm, List<HostSpec> named) {
        if (serial || slurm || workers.tellLocal() || runFile != null) {
            String with = serial ? "--serial" : slurm ? "--slurm" : workers.tellLocal() ? "--local" : "--run-file";
            throw new SluiceException(ErrorCode.USAGE, with + ": with --plan AUTO (expected: only one of the two)");
        }
        return plan.planning(named, workers.slots(), master, tree.isPlanned(), !dryRun);
    }

    private RunRequest.Limits limits() {
        long probes = (long) Quantity.SPACE.of("--probe-bytes", probeBytes);
        if (probes > 0 && probes < 2 * HostStation.LEAST_PROBE) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--probe-bytes: " + probeBytes + " (expected: 0, or at least 32K)");
        }
        return new RunRequest.Limits(
                resultMemory == null
                        ? Runtime.getRuntime().maxMemory() / 4
                        : Math.max(ResultWindow.LEAST_BYTES, (long) Quantity.SPACE.of("--result-memory", resultMemory)),
                resultDisk == null ? null : (long) Quantity.SPACE.of("--result-disk", resultDisk),
                probes,
                new UnitTerms(
                        unitTimeout == null ? 0 : (long) Quantity.DURATION.of("--unit-timeout", unitTimeout),
                        isolation),
                keepGoing);
    }

    private RunRequest.Reporting reporting(HostTree shape, ParseResult typed) {
        if (!(progressSeconds >= 0.05 && progressSeconds <= 86_400)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--progress: " + progressSeconds + " (expected: 0.05 to 86400 seconds)");
        }
        return new RunRequest.Reporting(
                json ? Output.Form.JSON : quiet ? Output.Form.QUIET : Output.Form.TABLE,
                (long) (progressSeconds * 1000),
                !noHistory,
                possible == null ? null : RunRequest.Possible.parse(possible),
                treeForetold == null ? RunRequest.foretold(shape) : TreeForetold.parse("--tree-foretold", treeForetold),
                forwarded(typed));
    }

    private static Forwarded forwarded(ParseResult typed) {
        List<Forwarded.Word> words = new ArrayList<>();
        for (OptionSpec option : typed.matchedOptions()) {
            for (String value : option.originalStringValues()) {
                words.add(
                        new Forwarded.Word(option.longestName(), option.arity().max() > 0 ? value : null));
            }
        }
        List<Forwarded.Word> configured = new ArrayList<>();
        ConfigDefaults.of(typed.commandSpec().commandLine()).ifPresent(defaults -> {
            for (OptionSpec option : typed.commandSpec().options()) {
                if (!typed.hasMatchedOption(option)) {
                    defaults.setting(option)
                            .ifPresent(setting ->
                                    configured.add(new Forwarded.Word(option.longestName(), setting.value())));
                }
            }
        });
        return new Forwarded(words, configured);
    }

    private int ioThreads() {
        return ioThreads == null
                ? RunRequest.Master.usualThreads()
                : OptionRange.between("--io-threads", ioThreads, 1, 64);
    }
}
