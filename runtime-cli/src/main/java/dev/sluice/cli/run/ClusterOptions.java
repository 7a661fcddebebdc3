package dev.sluice.cli.run;

import dev.sluice.cli.foresight.PlannedForecast;
import dev.sluice.cli.foresight.RequiredEfficiency;
import dev.sluice.cli.foresight.RunExpectation;
import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.FileOptions;
import dev.sluice.cli.option.KeyedValues;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.PolicyOption;
import dev.sluice.cli.option.PoolOptions;
import dev.sluice.cli.option.TreeOptions;
import dev.sluice.cli.page.PageOptions;
import dev.sluice.cli.trace.TraceUnits;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.launch.pool.PoolLauncher;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.master.weather.HostStation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.rules.ResourceOption;
import dev.sluice.net.transport.TransportChoice;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that every command shares that runs units on workers: {@code run} and {@code each}. */
public final class ClusterOptions {
    private static final int MOST_ACTIVE = 1 << 20;
    private static final long PROBE_BYTES = 4 << 20;
    private static final double MOST_LEASE_NANOS = 3_600e9;

    /** Every reader of JSON keeps numbers up to this one. */
    private static final long MOST_SEED = (1L << 53) - 1;

    @Mixin
    public final WorkerOptions workers = new WorkerOptions();

    /** Files that workers need. */
    @Mixin
    public final FileOptions files = new FileOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "accept workers from other hosts on this address; port 0 picks a free port (default: "
                    + "loopback only; with other hosts, all addresses and any port)")
    private @Nullable String listen;

    @Option(names = "--expect-slots", hidden = true, description = "slots of workers that another command starts")
    private int expectSlots;

    @Option(
            names = "--possible",
            hidden = true,
            description = "upper bound of the rate from a plan, in units per second")
    private @Nullable Double possible;

    @Option(
            names = "--foretold",
            hidden = true,
            description = "predicted time of the run from a plan, and its interval")
    private @Nullable String foretold;

    @Mixin
    public final TreeOptions tree = new TreeOptions();

    /** A pool that gives workers. */
    @Mixin
    public final PoolOptions pool = new PoolOptions();

    @Option(names = "--tree-foretold", hidden = true, description = "predicted time with sub-masters, from a plan")
    private @Nullable String treeForetold;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Option(
            names = "--active",
            paramLabel = "N",
            description = "workers at work at first; the others join parked and replace lost ones; auto, with --by: as "
                    + "few as keep that time (default: all)")
    private @Nullable String active;

    @Mixin
    private final SchedulingOptions scheduling = new SchedulingOptions();

    @Option(
            names = "--resource",
            paramLabel = "NAME=N",
            description = "amount of a resource that all units of the run divide, such as licence=4; may be repeated"
                    + " (docs/needs.md)")
    private List<String> resources = List.of();

    @Option(
            names = "--network",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "KEY=VALUE,...",
            description = "how processes are connected: transport=AUTO|UNIX|TCP, io-threads=N, lease=TIME of silent "
                    + "workers, probe-bytes=SIZE per minute to measure idle links (docs/launching.md)")
    private List<String> network = List.of();

    @Option(
            names = "--space",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "KEY=SIZE,...",
            description = "bounds: result-memory and result-disk for results the application has not accepted, "
                    + "file-cache-size for files on each host (docs/results.md, docs/data.md)")
    private List<String> space = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "seed of the random numbers that units ask for: the same numbers on any worker (default: made "
                            + "from the run's id; run.json has it)")
    private @Nullable Long seed;

    @Option(
            names = "--require-efficiency",
            paramLabel = "SHARE",
            description = "exit 6 if a complete run reached less than SHARE, such as 90%%, of the possible rate, or if "
                    + "that is unknown")
    private @Nullable String requireEfficiency;

    @Mixin
    private final PageOptions page = new PageOptions();

    @Option(
            names = "--trace-units",
            paramLabel = "WHICH",
            description = "units in units.csv and trace.json of the run directory: ${COMPLETION-CANDIDATES} (default: "
                    + "${DEFAULT-VALUE}, the longest 20,000 to 40,000)")
    private TraceUnits traceUnits = TraceUnits.SAMPLE;

    @Option(
            names = "--on-end",
            paramLabel = "COMMAND",
            description = "shell command after the end, with SLUICE_RUN, SLUICE_STATE, SLUICE_UNITS, SLUICE_FAILED, "
                    + "SLUICE_SECONDS, SLUICE_DIRECTORY, … (docs/commands.md); repeatable")
    private List<String> onEnd = List.of();

    @Option(
            names = "--on-fail",
            paramLabel = "COMMAND",
            description = "the same before those, only if the exit code is not 0; repeatable")
    private List<String> onFail = List.of();

    @Option(names = "--after", hidden = true, paramLabel = "DIR", description = "a run that has to succeed first")
    private List<Path> after = List.of();

    @Option(names = "--no-history", description = "neither read nor write the history of runs (docs/history.md)")
    private boolean noHistory;

    @Option(names = "--insecure", description = "disable encryption; allowed on loopback addresses only")
    private boolean insecure;

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description = "directory for run.json and the logs (default: sluice-runs/RUN)")
    private @Nullable Path directory;

    @Option(names = "--run-id", hidden = true, description = "id of the run, which its pool chose")
    private @Nullable String id;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            description = "file with what a worker needs to join; its directory must be accessible to you alone "
                    + "(default: run/worker.run in the run directory)")
    private @Nullable Path runFile;

    @Option(
            names = "--pin",
            description = "give each process that computes units, such as a command of each, processors of its own, "
                    + "with taskset")
    private boolean pin;

    /**
     * Terms that a command decides by itself, where its options differ from those of other commands.
     *
     * @param runs the directory of runs on this machine alone; null: sluice-runs in the working directory
     * @param webByDefault whether the live page is served although no option asks for it
     * @param durability how the run outlasts its master
     */
    public record Terms(
            Output.Form form,
            long progressMillis,
            UnitTerms units,
            FailureTerms failures,
            @Nullable Path runs,
            boolean webByDefault,
            Durability durability,
            Forwarded forwarded) {}

    @SuppressWarnings("NullAway.Init") // picocli sets them
    public ClusterOptions() {}

    /** Lets the history, which a run reads before it starts, be opened while its application is read. */
    public void prepareHistory() {
        if (!noHistory) {
            RunRecord.history(trouble -> {}).prepare();
        }
    }

    /**
     * Concludes the options of a run whose master is this process.
     *
     * @throws SluiceException if options contradict each other or have wrong values
     */
    public RunRequest request(RunRequest.Application application, Terms terms) {
        tree.check(false);
        if (isWithoutWorkers()) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--local: 0 (expected: 1 or more; omit it to compute in this process)");
        }
        List<HostSpec> named = workers.hosts();
        HostTree shape = tree.read(named);
        WorkersToStart start = start(tree.hosts(shape, named, workers.slots()), shape, null, false);
        return new RunRequest(
                application,
                master(start, null, start.others() || listens() ? null : terms.runs()),
                start,
                timed(scheduling(), false),
                limits(terms),
                reporting(shape, terms),
                terms.durability(),
                null,
                null);
    }

    private KeyedValues network() {
        return KeyedValues.parse(
                "--network", network, "transport=AUTO|UNIX|TCP", "io-threads=N", "probe-bytes=SIZE", "lease=TIME");
    }

    /** Returns whether workers may join that this command does not start. */
    boolean listens() {
        return listen != null;
    }

    /** Returns whether workers may be on other hosts, or in directories that are not the caller's. */
    public boolean mayBeElsewhere() {
        return workers.tellOthers() || listens() || pool.asked();
    }

    /** Returns whether all workers that may be elsewhere are those of a pool. */
    public boolean isOfPoolAlone() {
        return pool.asked() && !workers.tellOthers() && !listens();
    }

    /** Returns whether the options ask for no worker at all, here or elsewhere. */
    boolean isWithoutWorkers() {
        return workers.tellNoneHere() && !mayBeElsewhere() && !tree.isTold() && expectSlots == 0;
    }

    /** Returns whether a file for workers was named. */
    boolean tellsRunFile() {
        return runFile != null;
    }

    /**
     * Concludes the workers. The only one is in this process where no option is about another process or a socket.
     *
     * @param host of the master; null: this one
     */
    WorkersToStart start(List<HostSpec> reached, HostTree shape, @Nullable HostSpec host, boolean planned) {
        PoolLauncher.Terms ofPool = pool.terms();
        int usual = listens() || ofPool != null ? 0 : 1;
        WorkersToStart here = workers.workers(reached, usual, host == null, shape);
        WorkersToStart asked = ofPool == null ? here : here.with(ofPool);
        if (isWithoutWorkers()) {
            return asked.inThisProcess();
        }
        boolean sockets = listens()
                || network().has("transport")
                || network().has("io-threads")
                || runFile != null
                || insecure
                || expectSlots > 0;
        boolean elsewhere = asked.others() || host != null || planned;
        boolean embedded = !sockets && !elsewhere && !workers.tellProcesses() && asked.local() == 1;
        return embedded ? asked.inThisProcess() : asked;
    }

    /** Concludes the master's process. */
    RunRequest.Master master(WorkersToStart start, @Nullable HostSpec host, @Nullable Path runs) {
        return new RunRequest.Master(
                host,
                new RunRequest.Master.Door(
                        listen,
                        transport(start, host),
                        insecure,
                        network().whole("io-threads", RunRequest.Master.usualThreads(), 1, 64)),
                id == null ? null : id(id),
                directory,
                runs,
                runFile,
                expectSlots);
    }

    /** Tells whether a pool starts the run, for 'sluice submit'. */
    public boolean isSubmitted() {
        return id != null;
    }

    private static RunId id(String text) {
        try {
            return new RunId(text);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--run-id: " + wrong.getMessage(), wrong);
        }
    }

    private TransportChoice transport(WorkersToStart asked, @Nullable HostSpec host) {
        TransportChoice told = network().choice("transport", insecure ? TransportChoice.TCP : TransportChoice.AUTO);
        if (told == TransportChoice.UNIX && (listen != null || insecure || asked.others() || host != null)) {
            String with = listen != null ? "--listen" : insecure ? "--insecure" : "workers on other hosts";
            throw new SluiceException(
                    ErrorCode.USAGE, "--network transport: UNIX, with " + with + " (expected: only one of the two)");
        }
        return told;
    }

    /** Concludes how units are handed out. */
    Scheduling scheduling() {
        Scheduling told = scheduling.ofOne(policy.policy());
        Scheduling all = told.with(told.rules().with(ResourceOption.parse(resources)));
        if (active != null && pool.terms() != null) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--active: " + active + ", with --pool (expected: only one of the two, as the pool decides how many"
                            + " workers a run has)");
        }
        if (active == null) {
            return all;
        }
        if (active.equalsIgnoreCase("auto")) {
            return all.active(Scheduling.AS_FEW);
        }
        if (!active.matches("[0-9]{1,9}")) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--active: " + active + " (expected: 1 to " + MOST_ACTIVE + ", or auto)");
        }
        return all.active(OptionRange.between("--active", Integer.parseInt(active), 1, MOST_ACTIVE));
    }

    /** Refuses a number of workers that follows from a finish time, where none is asked for. */
    static Scheduling timed(Scheduling scheduling, boolean due) {
        if (scheduling.active() == Scheduling.AS_FEW && !due) {
            throw new SluiceException(
                    ErrorCode.ACTIVE_WITHOUT_TIME,
                    "--active: auto without a finish time (expected: --by or --within with it, or a number)");
        }
        return scheduling;
    }

    /** Concludes the limits. */
    RunRequest.Limits limits(Terms terms) {
        KeyedValues bounds =
                KeyedValues.parse("--space", space, "result-memory=SIZE", "result-disk=SIZE", "file-cache-size=SIZE");
        Long memory = bounds.bytes("result-memory");
        Long probes = network().bytes("probe-bytes");
        if (probes != null && probes > 0 && probes < 2 * HostStation.LEAST_PROBE) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--network probe-bytes: " + probes + " (expected: 0, or at least 32K)");
        }
        return new RunRequest.Limits(
                memory == null ? Runtime.getRuntime().maxMemory() / 4 : Math.max(ResultWindow.LEAST_BYTES, memory),
                bounds.bytes("result-disk"),
                probes == null ? PROBE_BYTES : probes,
                pin ? terms.units().onOwnProcessors() : terms.units(),
                terms.failures().lease(leaseNanos()),
                FileOptions.bytes(bounds.name("file-cache-size"), bounds.text("file-cache-size")),
                seed());
    }

    private long leaseNanos() {
        String told = network().text("lease");
        double nanos = told == null ? FailureTerms.USUAL_LEASE_NANOS : Quantity.DURATION.of("--network lease", told);
        if (nanos < FailureTerms.USUAL_LEASE_NANOS || nanos > MOST_LEASE_NANOS) {
            throw new SluiceException(ErrorCode.USAGE, "--network lease: " + told + " (expected: 6s to 1h)");
        }
        return (long) nanos;
    }

    /** The seed that was told; null for none. */
    @Nullable
    Long seed() {
        if (seed != null && (seed < 0 || seed > MOST_SEED)) {
            throw new SluiceException(ErrorCode.USAGE, "--seed: " + seed + " (expected: 0 to " + MOST_SEED + ")");
        }
        return seed;
    }

    /** Concludes output and records. */
    RunRequest.Reporting reporting(HostTree shape, Terms terms) {
        return new RunRequest.Reporting(
                terms.form(),
                terms.progressMillis(),
                !noHistory,
                traceUnits,
                new RunExpectation(
                        possible,
                        foretold == null ? null : PlannedForecast.parse(foretold),
                        treeForetold == null
                                ? RunRequest.foretold(shape)
                                : TreeForetold.parse("--tree-foretold", treeForetold),
                        requireEfficiency == null
                                ? null
                                : RequiredEfficiency.parse("--require-efficiency", requireEfficiency),
                        null,
                        0),
                page.terms(terms.webByDefault()),
                terms.forwarded(),
                new EndHooks(onEnd, onFail, after));
    }
}
