package dev.sluice.cli.run;

import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.FileOptions;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.TreeOptions;
import dev.sluice.cli.page.PageOptions;
import dev.sluice.cli.trace.TraceUnits;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.master.weather.HostStation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.FailureLimit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.transport.TransportChoice;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of {@code run}. */
final class RunOptions {
    /** Options that have no effect without workers. */
    private static final List<String> WITH_WORKERS = List.of(
            "--local",
            "--slots",
            "--host",
            "--hosts",
            "--slurm",
            "--listen",
            "--master",
            "--run-file",
            "--web",
            "--io-threads",
            "--transport",
            "--insecure",
            "--policy",
            "--weights",
            "--prefetch",
            "--speculation",
            "--congestion",
            "--isolate",
            "--unit-timeout",
            "--keep-going",
            "--max-failures",
            "--result-memory",
            "--result-disk",
            "--file-cache-size",
            "--trace-units",
            "--probe-bytes",
            "--require-efficiency");

    @Mixin
    final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    final FileOptions files = new FileOptions();

    @Mixin
    private final WorkerOptions workers = new WorkerOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "accept workers from other hosts on this address; port 0 picks a free port (default: "
                    + "loopback only; with other hosts, all addresses and any port)")
    @Nullable
    String listen;

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "run the master on HOST over ssh; its files are copied back when the run ends (default: "
                    + "this machine)")
    @Nullable
    String master;

    @Option(names = "--expect-slots", hidden = true, description = "slots of workers that another command starts")
    int expectSlots;

    @Mixin
    final RunPlanOptions plan = new RunPlanOptions();

    @Option(
            names = "--foreign-socket",
            hidden = true,
            description = "socket of a Python process whose functions are the application")
    @Nullable
    Path foreignSocket;

    @Option(
            names = "--possible",
            hidden = true,
            description = "upper bound of the rate from a plan, in units per second, and its reason")
    @Nullable
    String possible;

    @Mixin
    final TreeOptions tree = new TreeOptions();

    @Option(names = "--tree-foretold", hidden = true, description = "predicted time with sub-masters, from a plan")
    @Nullable
    String treeForetold;

    @Option(names = "--serial", description = "compute all units in this process, one after another, without a network")
    boolean serial;

    @Mixin
    final SingleUnitOptions single = new SingleUnitOptions();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "scheduling policy, which sets the chunk sizes: ${COMPLETION-CANDIDATES} (default: "
                    + "${DEFAULT-VALUE}); --help-all describes each")
    PolicyName policy = PolicyName.SS;

    @Mixin
    private final SchedulingOptions scheduling = new SchedulingOptions();

    @Option(
            names = "--result-memory",
            paramLabel = "SIZE",
            description = "memory for results that the application has not accepted yet, such as 64M; workers "
                    + "share it, and larger results go to disk (default: a quarter of the heap)")
    @Nullable
    String resultMemory;

    @Option(
            names = "--result-disk",
            paramLabel = "SIZE",
            description = "disk space for large results that the application has not accepted yet; they are "
                    + "temporary files in the run directory (default: half of the free space)")
    @Nullable
    String resultDisk;

    @Option(
            names = "--prediction",
            paramLabel = "FILE",
            description = "file from 'sluice predict' for this application and these arguments: compare the run "
                    + "with it and reuse its results (default: compare with the latest prediction)")
    @Nullable
    Path prediction;

    @Option(
            names = "--probe-bytes",
            paramLabel = "SIZE",
            description = "traffic limit per minute for bandwidth probes of idle links; 0 = no probes (default: "
                    + "${DEFAULT-VALUE})")
    String probeBytes = "4M";

    @Option(
            names = "--keep-going",
            description = "exit 0 even if some units failed on every worker; the application is told which are missing")
    boolean keepGoing;

    @Option(
            names = "--max-failures",
            paramLabel = "N|P%",
            description = "stop when N units, or P percent of 20 or more, failed on every worker; off = never stop "
                    + "(default: when 20 units failed and none succeeded)")
    @Nullable
    String maxFailures;

    @Option(
            names = "--unit-timeout",
            paramLabel = "TIME",
            description =
                    "a unit that computes longer, such as 30s or 5m, fails on that worker (default: no " + "timeout)")
    @Nullable
    String unitTimeout;

    @Option(
            names = "--isolate",
            paramLabel = "WHEN",
            description = "compute units in separate processes, one per slot, so that a crash costs one attempt "
                    + "only: ON, OFF, or AUTO if units take over a second and load no state on the worker "
                    + "(default: ${DEFAULT-VALUE})")
    Isolation isolation = Isolation.AUTO;

    @Option(
            names = "--require-efficiency",
            paramLabel = "SHARE",
            description = "exit 6 if a complete run reached less than SHARE, such as 90%% or 0.9, of the rate that "
                    + "machines and links allow, or if that rate is unknown")
    @Nullable
    String requireEfficiency;

    @Option(names = "--json", description = "print one JSON object at the end instead of the table")
    boolean json;

    @Option(
            names = "--progress",
            paramLabel = "SECONDS",
            description = "interval between progress lines if output is not a terminal (default: ${DEFAULT-VALUE})")
    double progressSeconds = 10;

    @Option(names = "--quiet", description = "print neither progress nor the table")
    boolean quiet;

    @Mixin
    private final PageOptions page = new PageOptions();

    @Option(
            names = "--trace-units",
            paramLabel = "WHICH",
            description = "units in units.csv and trace.json of the run directory: ${COMPLETION-CANDIDATES} (default: "
                    + "${DEFAULT-VALUE}, the longest 20,000 to 40,000)")
    TraceUnits traceUnits = TraceUnits.SAMPLE;

    @Option(names = "--no-history", description = "neither read nor write the history of runs (docs/history.md)")
    boolean noHistory;

    @Option(
            names = "--transport",
            paramLabel = "KIND",
            description = "how workers connect: UNIX (a socket of this machine), TCP, or AUTO: by the socket on this "
                    + "machine, by TCP elsewhere (default: AUTO)")
    @Nullable
    TransportChoice transport;

    @Option(names = "--insecure", description = "disable encryption; allowed on loopback addresses only")
    boolean insecure;

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description = "directory for run.json and the logs (default: sluice-runs/RUN)")
    @Nullable
    Path directory;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            description = "file with what a worker needs to join; its directory must be accessible to you alone "
                    + "(default: run/worker.run in the run directory)")
    @Nullable
    Path runFile;

    @Option(names = "--dry-run", description = "start and write nothing; print the commands to run by hand")
    boolean dryRun;

    @Option(
            names = "--io-threads",
            paramLabel = "N",
            description = "threads for network connections (default: depends on the number of cores)")
    @Nullable
    Integer ioThreads;

    @Option(
            names = {"-h", "--help"},
            description = "show the ten most used options; with APP, also those of the application")
    boolean help;

    @Option(names = "--help-all", description = "show all options and the scheduling policies")
    boolean helpAll;

    /**
     * Concludes the options, and reads the files that they name.
     *
     * @param jar the application's
     * @throws SluiceException when options contradict each other or have wrong values
     */
    RunRequest request(Path jar, ParseResult typed) {
        boolean alone = single.asked() != null;
        if (serial || alone) {
            String with = alone ? "--unit" : "--serial";
            WITH_WORKERS.stream().filter(typed::hasMatchedOption).findFirst().ifPresent(option -> {
                throw new SluiceException(
                        ErrorCode.USAGE, with + ": with " + option + " (expected: only one of the two)");
            });
        }
        plan.check(typed);
        tree.check(plan.asked(), serial);
        List<HostSpec> named = workers.hosts();
        HostTree shape = plan.asked() ? HostTree.FLAT : tree.read(named);
        HostSpec host = plan.asked() ? null : masterHost(named, shape.master());
        List<HostSpec> reached = tree.hosts(shape, named, workers.slots());
        WorkersToStart asked = workers.workers(reached, listen == null ? 1 : 0, host == null, shape);
        if (workers.tellLocal() && asked.local() == 0 && listen == null && !asked.others()) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--local: 0 (expected: 1 or more; omit it to compute in this process)");
        }
        WorkersToStart start = embedded(asked, host) ? asked.inThisProcess() : asked;
        return new RunRequest(
                new RunRequest.Application(
                        application.jars(jar), application.className, application.arguments, prediction),
                new RunRequest.Master(
                        host, listen, transport(asked, host), insecure, directory, runFile, expectSlots, ioThreads()),
                start,
                scheduling.ofOne(policy),
                limits(),
                reporting(shape, typed),
                plan.asked() ? planning(start.slurm() != null, named) : null,
                null);
    }

    private TransportChoice transport(WorkersToStart asked, @Nullable HostSpec host) {
        TransportChoice told = transport;
        if (told == TransportChoice.UNIX && (listen != null || insecure || asked.others() || host != null)) {
            String with = listen != null ? "--listen" : insecure ? "--insecure" : "workers on other hosts";
            throw new SluiceException(
                    ErrorCode.USAGE, "--transport: UNIX, with " + with + " (expected: only one of the two)");
        }
        return told != null ? told : insecure ? TransportChoice.TCP : TransportChoice.AUTO;
    }

    /** Returns whether the run needs neither another process nor a socket: no option names one. */
    private boolean embedded(WorkersToStart asked, @Nullable HostSpec host) {
        boolean sockets = listen != null
                || transport != null
                || runFile != null
                || insecure
                || ioThreads != null
                || expectSlots > 0;
        boolean elsewhere = asked.others() || host != null || plan.asked();
        return !sockets && !elsewhere && !workers.tellProcesses() && asked.local() == 1;
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
                keepGoing,
                stopAt(),
                files.cacheBytes());
    }

    private FailureLimit stopAt() {
        String told = maxFailures;
        if (told == null) {
            return FailureLimit.USUAL;
        }
        if (told.equals("off")) {
            return FailureLimit.NONE;
        }
        boolean percent = told.endsWith("%");
        try {
            double amount = Double.parseDouble(percent ? told.substring(0, told.length() - 1) : told);
            if (percent && amount >= 0 && amount < 100) {
                return new FailureLimit(FailureLimit.Kind.PERCENT, amount);
            }
            if (!percent && amount >= 1 && amount == Math.rint(amount)) {
                return new FailureLimit(FailureLimit.Kind.UNITS, amount);
            }
        } catch (NumberFormatException wrong) {
            // falls through
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                "--max-failures: " + told + " (expected: a number of units from 1, a percentage such as 5%, or off)");
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
                traceUnits,
                possible == null ? null : RunRequest.Possible.parse(possible),
                treeForetold == null ? RunRequest.foretold(shape) : TreeForetold.parse("--tree-foretold", treeForetold),
                page.terms(),
                requireEfficiency == null ? null : RequiredEfficiency.parse("--require-efficiency", requireEfficiency),
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
