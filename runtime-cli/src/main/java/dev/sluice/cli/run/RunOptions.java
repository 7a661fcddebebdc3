package dev.sluice.cli.run;

import dev.sluice.api.extension.TunerKnob;
import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.LongHelp;
import dev.sluice.cli.option.PointInTime;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.master.report.Due;
import dev.sluice.master.tune.Extensions;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.failure.FailureLimit;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code run}. */
final class RunOptions {
    /** Options that have no effect without workers. */
    private static final List<String> WITH_WORKERS = List.of(
            "--slots",
            "--host",
            "--hosts",
            "--slurm",
            "--listen",
            "--master",
            "--run-file",
            "--web",
            "--network",
            "--insecure",
            "--policy",
            "--weights",
            "--speculation",
            "--active",
            "--tune",
            "--delivery",
            "--isolate",
            "--memory",
            "--pin",
            "--unit-timeout",
            "--keep-going",
            "--max-failures",
            "--space",
            "--trace-units",
            "--require-efficiency",
            "--by",
            "--within",
            "--best-effort",
            "--journal");

    @Mixin
    final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    final ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = "--master",
            paramLabel = "HOST",
            description = "run the master on HOST over ssh; its files are copied back when the run ends (default: "
                    + "this machine)")
    @Nullable
    String master;

    @Option(
            names = "--tune",
            paramLabel = "WHAT",
            converter = TunedConverter.class,
            description =
                    "what changes during the run: NONE, TREE (sub-masters of sites), WORKERS (fewer), OWN (by the "
                            + "jar's knobs); docs/tuning.md (default: ${DEFAULT-VALUE})")
    Tuned tune = Tuned.NONE;

    @Option(
            names = "--sub-masters-on",
            hidden = true,
            split = ",",
            description = "hosts on which the command that started this master starts sub-masters")
    List<String> subMastersOn = List.of();

    /** Settings that may change while a run goes on. */
    enum Tuned {
        NONE,
        TREE,
        WORKERS,
        OWN
    }

    /** Reads {@code --tune}, in any case. */
    static final class TunedConverter implements ITypeConverter<Tuned> {
        @Override
        public Tuned convert(String value) {
            return Stream.of(Tuned.values())
                    .filter(each -> each.name().equalsIgnoreCase(value))
                    .findAny()
                    .orElseThrow(() -> new TypeConversionException(value + " (expected: NONE, TREE, WORKERS or OWN)"));
        }
    }

    @Mixin
    final RunPlanOptions plan = new RunPlanOptions();

    @Option(
            names = "--foreign-socket",
            hidden = true,
            description = "socket of a Python process whose functions are the application")
    @Nullable
    Path foreignSocket;

    @Option(
            names = "--unit",
            paramLabel = "[CYCLE:]INDEX",
            description = "compute only this unit in this process, and print its result, to debug it; earlier cycles "
                    + "are computed first (default cycle: 0)")
    private @Nullable String unit;

    @Option(
            names = "--by",
            paramLabel = "TIME",
            description = "start only if the run will probably be complete by TIME, such as 17:00 or 2026-01-31T08:00, "
                    + "and say at once when not (docs/promise.md)")
    private @Nullable String by;

    @Option(names = "--within", paramLabel = "TIME", description = "the same, counted from the command, such as 40m")
    private @Nullable String within;

    @Option(names = "--best-effort", description = "with --by or --within: start although it cannot be kept")
    private boolean bestEffort;

    @Option(
            names = "--prediction",
            paramLabel = "FILE",
            description = "file from 'sluice predict' for this application and these arguments: compare the run "
                    + "with it and reuse its results (default: compare with the latest prediction)")
    @Nullable
    Path prediction;

    @Option(
            names = "--trust-workers",
            description = "take any pickle as a result of a Python program, although it may run code of other hosts "
                    + "here (docs/python.md)")
    boolean trustWorkers;

    @Option(
            names = "--keep-going",
            description = "exit 0 even if some units failed on every worker; the application is told which are missing")
    boolean keepGoing;

    @Option(
            names = "--max-failures",
            paramLabel = "N|P%",
            description =
                    "stop when N units, or P percent of 20 or more, failed on every worker; off = never (default: "
                            + "at 20 without success)")
    @Nullable
    String maxFailures;

    @Option(
            names = "--unit-timeout",
            paramLabel = "TIME",
            description = "a unit that computes longer, such as 30s or 5m, fails on that worker (default: no timeout)")
    @Nullable
    String unitTimeout;

    @Option(
            names = "--isolate",
            paramLabel = "WHEN",
            description = "compute units in separate processes: ON, OFF, or AUTO (long units, and those that kill "
                    + "workers; not with loaded state) (default: ${DEFAULT-VALUE})")
    Isolation isolation = Isolation.AUTO;

    @Option(
            names = "--memory",
            paramLabel = "AUTO",
            description =
                    "auto: isolated units share the memory of each host by what such units have used; one that is "
                            + "ended for memory is tried with more")
    @Nullable
    String memory;

    @Mixin
    final JournalOptions journal = new JournalOptions();

    @Option(names = "--json", description = "print one JSON object at the end instead of the table")
    boolean json;

    @Option(
            names = "--progress",
            paramLabel = "SECONDS",
            description = "interval between progress lines if output is not a terminal (default: ${DEFAULT-VALUE})")
    double progressSeconds = 10;

    @Option(names = "--quiet", description = "print neither progress nor the table")
    boolean quiet;

    @Option(names = "--dry-run", description = "start and write nothing; print the commands to run by hand")
    boolean dryRun;

    @Mixin
    final LongHelp help = new LongHelp();

    /** Returns whether all units are computed in this process, one after another. */
    boolean isSerial() {
        return cluster.isWithoutWorkers() && !plan.asked();
    }

    /**
     * Concludes the options, and reads the files that they name.
     *
     * @param jar the application's
     * @throws SluiceException when options contradict each other or have wrong values
     */
    RunRequest request(Path jar, ParseResult typed) {
        boolean alone = unit != null;
        if (isSerial() || alone) {
            String with = alone ? "--unit: with " : "--local: 0, with ";
            WITH_WORKERS.stream()
                    .filter(option -> asks(typed, option))
                    .findFirst()
                    .ifPresent(option -> {
                        throw new SluiceException(ErrorCode.USAGE, with + option + " (expected: only one of the two)");
                    });
        }
        plan.check(typed);
        cluster.tree.check(plan.asked());
        List<HostSpec> named = cluster.workers.hosts();
        HostTree shape = plan.asked() ? HostTree.FLAT : cluster.tree.read(named);
        HostSpec host = plan.asked() ? null : masterHost(named, shape.master());
        List<HostSpec> reached = cluster.tree.hosts(shape, named, cluster.workers.slots());
        WorkersToStart start = cluster.start(reached, shape, host, plan.asked());
        ClusterOptions.Terms terms = terms(start, host == null, typed);
        RunRequest request = new RunRequest(
                new RunRequest.Application(
                        application.jars(jar), application.className, application.arguments, prediction),
                cluster.master(start, host, null),
                start,
                scheduling(start),
                cluster.limits(terms),
                cluster.reporting(shape, terms),
                terms.durability(),
                plan.asked() ? planning(start.slurm() != null, named) : null,
                null);
        return request.expecting(request.reporting().expected().by(due(), 0));
    }

    /** The unit to compute; null if the whole application runs. */
    @Nullable
    SingleUnit single() {
        String told = unit;
        if (told == null) {
            return null;
        }
        if (!told.matches("([0-9]{1,9}:)?[0-9]{1,18}")) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--unit: " + told + " (expected: INDEX or CYCLE:INDEX, such as 17 or 3:17)");
        }
        int colon = told.indexOf(':');
        int cycle = colon < 0 ? 0 : Integer.parseInt(told.substring(0, colon));
        return new SingleUnit(cycle, Long.parseLong(told.substring(colon + 1)));
    }

    /** The time that is asked for; null: none. */
    private @Nullable Due due() {
        Instant asked = PointInTime.asked(by, within);
        if (asked == null && bestEffort) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--best-effort: without a finish time (expected: --by or --within)");
        }
        return asked == null ? null : new Due(asked, bestEffort);
    }

    private static boolean asks(ParseResult typed, String option) {
        return typed.hasMatchedOption(option)
                && !(option.equals("--web") && "off".equalsIgnoreCase(typed.matchedOptionValue(option, "")));
    }

    private Scheduling scheduling(WorkersToStart start) {
        Scheduling scheduling = ClusterOptions.timed(cluster.scheduling(), due() != null);
        return switch (tune) {
            case NONE -> scheduling;
            case TREE -> tuningTree(scheduling, start);
            case WORKERS, OWN -> tuningWorkers(scheduling);
        };
    }

    private Scheduling tuningWorkers(Scheduling scheduling) {
        if (scheduling.active() != 0) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--tune: " + tune + " with --active (expected: only one of the two)");
        }
        if (tune == Tuned.WORKERS) {
            return scheduling.tuningWorkers();
        }
        List<TunerKnob> knobs = Extensions.services(TunerKnob.class); // the application is loaded by now
        if (knobs.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.KNOB_MISSING,
                    "--tune: OWN, and no jar of the application names a class in META-INF/services/"
                            + TunerKnob.class.getName() + " (expected: one)");
        }
        return scheduling.tuned(knobs);
    }

    /** A tree is tuned where this run can start sub-masters, or where others may join. */
    private Scheduling tuningTree(Scheduling scheduling, WorkersToStart start) {
        if (start.hosts().isEmpty() && !plan.asked() && !cluster.listens()) {
            String alone = start.pool() != null
                    ? "the pool starts, as this run cannot log in to their hosts"
                    : start.slurm() != null
                            ? "Slurm starts, as this run cannot log in to their hosts"
                            : "this machine has, as no site is far from the master";
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--tune: TREE, with no workers but those that " + alone + " (expected: hosts of this run, with"
                            + " --hosts, --host or --plan AUTO; or --listen, and sub-masters that join by themselves)");
        }
        return scheduling.tuned(new Scheduling.TunedTree(subMastersOn));
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
        if (slurm || cluster.workers.tellLocal() || cluster.tellsRunFile()) {
            String with = slurm ? "--slurm" : cluster.workers.tellLocal() ? "--local" : "--run-file";
            throw new SluiceException(ErrorCode.USAGE, with + ": with --plan AUTO (expected: only one of the two)");
        }
        return plan.planning(
                named, cluster.workers.slots(), master, cluster.tree.isPlanned(), !dryRun, cluster.files.files());
    }

    private UnitTerms units() {
        long nanos = unitTimeout == null ? 0 : (long) Quantity.DURATION.of("--unit-timeout", unitTimeout);
        if (memory == null) {
            return new UnitTerms(nanos, isolation);
        }
        if (!memory.equalsIgnoreCase("auto") || isolation == Isolation.OFF) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--memory: " + memory + " with --isolate=" + isolation + " (expected: auto, with --isolate=on)");
        }
        return new UnitTerms(nanos, Isolation.ON).with(new UnitTerms.Memory(0, true));
    }

    private ClusterOptions.Terms terms(WorkersToStart start, boolean here, ParseResult typed) {
        if (!(progressSeconds >= 0.05 && progressSeconds <= 86_400)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--progress: " + progressSeconds + " (expected: 0.05 to 86400 seconds)");
        }
        return new ClusterOptions.Terms(
                json ? Output.Form.JSON : quiet ? Output.Form.QUIET : Output.Form.TABLE,
                (long) (progressSeconds * 1000),
                units(),
                new FailureTerms(FailureTerms.GOING_ON.mostWorkers(), keepGoing, stopAt()),
                null,
                true,
                journal.conclude(start, cluster.listens() || plan.asked(), here && foreignSocket == null, words(typed)),
                forwarded(typed));
    }

    /** All words of the command line, with that of the command. */
    private static List<String> words(ParseResult typed) {
        return typed.commandSpec().root().commandLine().getParseResult().originalArgs();
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
}
