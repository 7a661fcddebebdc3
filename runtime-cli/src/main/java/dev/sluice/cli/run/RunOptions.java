package dev.sluice.cli.run;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.Durations;
import dev.sluice.cli.option.HostOptions;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.SlurmOptions;
import dev.sluice.cli.option.TreeOptions;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.KnownCosts;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.master.weather.HostStation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.runfile.ThisHost;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** What can be typed behind {@code run}. */
public final class RunOptions {
    @Parameters(index = "0", arity = "0..1", paramLabel = "APP", description = "the application's jar")
    @Nullable
    public Path application;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENTS",
            description = "of the application, after --; 'run APP --help' shows them")
    public List<String> arguments = List.of();

    @Option(
            names = "--local",
            paramLabel = "N",
            description = "start N workers on this machine (default: 1 without --listen, hosts and --slurm, else 0)")
    @Nullable
    public Integer local;

    @Mixin
    public final HostOptions hosts = new HostOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "let workers join from other hosts; port 0 takes any (default: loopback only, and with hosts all"
                            + " addresses, any port)")
    @Nullable
    public String listen;

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

    /** Who works for whom: as planned, or as told. */
    HostTree shape = HostTree.FLAT;

    /** Where a plan puts the run; null without a plan. */
    @Nullable
    RunPlan planned;

    @Mixin
    public final SlurmOptions slurm = new SlurmOptions();

    @Option(names = "--serial", description = "compute in this process, one unit after the other, without network")
    boolean serial;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "units computed at a time by each worker (default: here cores divided among them, elsewhere"
                    + " what the file of hosts says, or all cores)")
    @Nullable
    public Integer slots;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description =
                    "how units are handed out: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); see the end of this"
                            + " page")
    PolicyName policy = PolicyName.SS;

    @Option(
            names = "--weights",
            paramLabel = "WEIGHTS",
            description = "sizes of chunks are alike for all slots, or follow each worker's measured rate:"
                    + " ${COMPLETION-CANDIDATES} (default: EQUAL; AWF and AF always measure)")
    @Nullable
    Weighting weights;

    @Option(
            names = "--prefetch",
            paramLabel = "N",
            description = "chunks a slot holds beyond the one it computes, or 'auto': as many as hide the round trip"
                    + " (default: ${DEFAULT-VALUE})")
    public String prefetch = "auto";

    @Option(
            names = "--speculation",
            paramLabel = "PERCENT",
            description = "of a cycle's units that may be computed twice, rounded up: those that idle slots wait for at"
                    + " its end are copied to them, and the first result wins; 0 for none (default: ${DEFAULT-VALUE})")
    public String speculation = String.valueOf(SchedulerConfig.DEFAULT_SPECULATION);

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
            names = "--congestion",
            paramLabel = "MODE",
            converter = CongestionConverter.class,
            description = "large results on the way at once, from workers of other machines: OFF (all that are ready),"
                    + " SERIAL (one), ADAPTIVE (as many as the network takes best), or a number"
                    + " (default: ${DEFAULT-VALUE})")
    GrantMode congestion = GrantMode.ADAPTIVE;

    @Option(
            names = "--probe-bytes",
            paramLabel = "SIZE",
            description =
                    "sent to workers of other machines and back, a minute at most, to measure the way to those"
                            + " with which nothing large was exchanged for five minutes; 0: nothing (default: ${DEFAULT-VALUE})")
    String probeBytes = "4M";

    /** Reads {@code --congestion}. */
    public static final class CongestionConverter implements ITypeConverter<GrantMode> {
        @Override
        public GrantMode convert(String value) {
            return GrantMode.named(value)
                    .orElseThrow(() -> new TypeConversionException(
                            value + " (expected: OFF, SERIAL, ADAPTIVE, or 1 to " + GrantMode.MOST + ")"));
        }
    }

    @Option(
            names = "--keep-going",
            description =
                    "a run is complete (exit 0) without the units that failed wherever they were tried; they are listed")
    public boolean keepGoing;

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
    public Isolation isolation = Isolation.AUTO;

    @Option(names = "--json", description = "print one JSON object at the end instead of the table")
    boolean json;

    @Option(
            names = "--progress",
            paramLabel = "SECONDS",
            description = "between lines of progress where there is no terminal (default: ${DEFAULT-VALUE})")
    double progressSeconds = 10;

    @Option(names = "--quiet", description = "no progress, no table")
    public boolean quiet;

    @Option(names = "--no-history", description = "neither ask nor write the history of runs (docs/history.md)")
    public boolean noHistory;

    @Option(names = "--insecure", description = "no encryption; refused on other addresses than loopback")
    boolean insecure;

    @Mixin
    public final ApplicationOptions classes = new ApplicationOptions();

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description = "where run.json and the logs go (default: sluice-runs/RUN)")
    @Nullable
    public Path directory;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            description = "where to write what a worker needs to join; its directory must be yours alone"
                    + " (default: run/worker.run in the run's directory)")
    @Nullable
    public Path runFile;

    @Option(
            names = "--worker-jar",
            paramLabel = "JAR",
            description = "sluice-worker.jar for workers that are started (default: found beside this jar)")
    @Nullable
    public Path workerJar;

    @Option(
            names = "--worker-java-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "for the JVM of workers that are started, such as '-Xmx2g'")
    public List<String> workerJavaOptions = List.of();

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

    long progressMillis() {
        if (!(progressSeconds >= 0.05 && progressSeconds <= 86_400)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--progress: " + progressSeconds + " (expected: 0.05 to 86400 seconds)");
        }
        return (long) (progressSeconds * 1000);
    }

    /** Whether workers are to be started on other machines. */
    boolean wantsOthers() {
        RunPlan plannedRun = planned;
        boolean overSsh = plannedRun == null
                ? hosts.asked() || !shape.hosts().isEmpty()
                : !plannedRun.workers().isEmpty();
        return overSsh || slurm.asked();
    }

    /** Those that are reached over ssh. */
    List<HostSpec> hostsForWorkers() {
        RunPlan plannedRun = planned;
        return plannedRun != null ? plannedRun.workers() : tree.hosts(shape, toldHosts(), slots);
    }

    private List<HostSpec> toldHosts() {
        return hosts.asked() ? hosts.all(slots) : List.of();
    }

    /** Takes the tree from its file, if there is one, and with it where the master is, unless that is told. */
    void readTree() {
        shape = tree.read(toldHosts());
        String told = shape.master();
        if (master == null && told != null && !told.equals(ThisHost.name())) {
            master = told;
        }
    }

    /** What was said of sub-masters before the run; null where nothing was. */
    @Nullable
    TreeForetold foretold() {
        return treeForetold == null ? TreeOptions.foretold(shape) : TreeForetold.parse("--tree-foretold", treeForetold);
    }

    public int localWorkers() {
        RunPlan plannedRun = planned;
        if (plannedRun != null) {
            return plannedRun.localSlots() > 0 ? 1 : 0;
        }
        int workers = local == null ? (listen == null && !wantsOthers() ? 1 : 0) : local;
        return OptionRange.between("--local", workers, 0, 1024);
    }

    int slotsEach() {
        RunPlan plannedRun = planned;
        if (plannedRun != null && plannedRun.localSlots() > 0) {
            return plannedRun.localSlots();
        }
        int cores = Runtime.getRuntime().availableProcessors();
        return slots == null
                ? Math.max(1, cores / Math.max(1, localWorkers()))
                : OptionRange.between("--slots", slots, 1, 1024);
    }

    WorkersToStart workers() {
        return new WorkersToStart(
                localWorkers(),
                localWorkers() > 0 || slurm.asked() ? slotsEach() : 0,
                slots,
                hostsForWorkers(),
                hosts.ssh,
                slurm,
                workerJar,
                workerJavaOptions,
                planned == null ? master == null : planned.master() == null,
                shape);
    }

    int ioThreads() {
        int cores = Runtime.getRuntime().availableProcessors();
        return ioThreads == null
                ? Math.max(1, Math.min(4, cores / 4))
                : OptionRange.between("--io-threads", ioThreads, 1, 64);
    }

    /** The weights asked for; a usage error where the policy has its own. */
    Weighting weighting() {
        if (weights != null && !policy.takesWeights() && policy.weighting(weights) != weights) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--weights: " + weights + " with --policy " + policy + " (expected: none with " + policy
                            + ", or one of the policies "
                            + Arrays.stream(PolicyName.values())
                                    .filter(PolicyName::takesWeights)
                                    .map(PolicyName::name)
                                    .collect(Collectors.joining(", "))
                            + ")");
        }
        return policy.weighting(weights == null ? Weighting.EQUAL : weights);
    }

    public int prefetchChunks() {
        if (prefetch.equalsIgnoreCase("auto")) {
            return SchedulerConfig.AUTO;
        }
        if (prefetch.matches("[0-9]{1,4}")) {
            return OptionRange.between("--prefetch", Integer.parseInt(prefetch), 0, 4096);
        }
        throw new SluiceException(ErrorCode.USAGE, "--prefetch: " + prefetch + " (expected: auto, or 0 to 4096)");
    }

    public int speculationPercent() {
        if (speculation.matches("[0-9]{1,3}%?")) {
            return OptionRange.between("--speculation", Integer.parseInt(speculation.replace("%", "")), 0, 100);
        }
        throw new SluiceException(
                ErrorCode.USAGE, "--speculation: " + speculation + " (expected: 0 to 100, in percent)");
    }

    /** That of {@link #possible}. */
    double possibleRate() {
        try {
            return Double.parseDouble(String.valueOf(possible).split(" ", 2)[0]);
        } catch (NumberFormatException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--possible: " + possible + " (expected: RATE WHY)", wrong);
        }
    }

    long probeBytes() {
        long bytes = size("--probe-bytes", probeBytes);
        if (bytes > 0 && bytes < 2 * HostStation.LEAST_PROBE) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--probe-bytes: " + probeBytes + " (expected: 0, or at least 32K)");
        }
        return bytes;
    }

    /** What the runtime itself costs here, by the history unless that is not asked. */
    KnownCosts knownCosts(Consumer<String> news) {
        return noHistory ? KnownCosts.DEFAULT : KnownCosts.here(RunRecord.history(news));
    }

    /** How the run is simulated. */
    SimulationTerms simulated() {
        return SimulationTerms.DEFAULT
                .withPolicy(policy)
                .withWeighting(weighting())
                .withPrefetch(prefetchChunks())
                .withSpeculation(speculationPercent())
                .withCongestion(congestion);
    }

    UnitTerms unitTerms() {
        return new UnitTerms(unitTimeout == null ? 0 : Durations.nanos("--unit-timeout", unitTimeout), isolation);
    }

    long resultMemoryBytes() {
        if (resultMemory == null) {
            return Runtime.getRuntime().maxMemory() / 4;
        }
        return Math.max(ResultWindow.LEAST_BYTES, size("--result-memory", resultMemory));
    }

    long resultDiskBytes(RunDirectory directory) {
        return resultDisk == null ? directory.freeBytes() / 2 : size("--result-disk", resultDisk);
    }

    public static long size(String option, String told) {
        String text = told.toUpperCase(Locale.ROOT);
        if (!text.matches("[0-9]{1,9}[KMG]?")) {
            throw new SluiceException(ErrorCode.USAGE, option + ": " + told + " (expected: a size such as 64M or 2G)");
        }
        int shift = text.endsWith("K") ? 10 : text.endsWith("M") ? 20 : text.endsWith("G") ? 30 : 0;
        return Long.parseLong(text.replaceAll("[KMG]", "")) << shift;
    }

    /** Where to listen; unless told otherwise any port, of loopback or, where others are to join, of all addresses. */
    public InetSocketAddress address() {
        return address(listen, wantsOthers());
    }

    /** The same of an option and of whether others are to join. */
    public static InetSocketAddress address(@Nullable String listen, boolean others) {
        if (listen == null) {
            return others
                    ? new InetSocketAddress("0.0.0.0", 0)
                    : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        }
        int colon = listen.lastIndexOf(':');
        String port = listen.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--listen: " + listen + " (expected: HOST:PORT, such as 0.0.0.0:7070)");
        }
        String host = listen.substring(0, colon).replaceAll("^\\[|]$", "");
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--listen: " + listen + ": no such host (expected: an address of this machine)");
        }
        return address;
    }
}
