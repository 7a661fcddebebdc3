package dev.sluice.benchmarks;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.CaseChoices;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.ProgramOptions;
import dev.sluice.benchmarks.journal.JournalBenchmark;
import dev.sluice.benchmarks.model.ForecastsBenchmark;
import dev.sluice.benchmarks.model.MemoryBenchmark;
import dev.sluice.benchmarks.model.PlacementBenchmark;
import dev.sluice.benchmarks.model.PredictionBenchmark;
import dev.sluice.benchmarks.model.SetupsBenchmark;
import dev.sluice.benchmarks.model.SimulatedBenchmark;
import dev.sluice.benchmarks.model.SimulatedTreeBenchmark;
import dev.sluice.benchmarks.model.SimulationBenchmark;
import dev.sluice.benchmarks.page.PageBenchmark;
import dev.sluice.benchmarks.runtime.AvailabilityBenchmark;
import dev.sluice.benchmarks.runtime.CommandsBenchmark;
import dev.sluice.benchmarks.runtime.DiscoveryBenchmark;
import dev.sluice.benchmarks.runtime.EmbeddedBenchmark;
import dev.sluice.benchmarks.runtime.EmptyUnitsBenchmark;
import dev.sluice.benchmarks.runtime.FilesBenchmark;
import dev.sluice.benchmarks.runtime.FlameBenchmark;
import dev.sluice.benchmarks.runtime.GainBenchmark;
import dev.sluice.benchmarks.runtime.GuardBenchmark;
import dev.sluice.benchmarks.runtime.HierarchyBenchmark;
import dev.sluice.benchmarks.runtime.IncastBenchmark;
import dev.sluice.benchmarks.runtime.MandelbrotBenchmark;
import dev.sluice.benchmarks.runtime.MasterPlacementBenchmark;
import dev.sluice.benchmarks.runtime.MessagesBenchmark;
import dev.sluice.benchmarks.runtime.NeedsBenchmark;
import dev.sluice.benchmarks.runtime.OneOutstandingBenchmark;
import dev.sluice.benchmarks.runtime.OpenBenchmark;
import dev.sluice.benchmarks.runtime.PeersBenchmark;
import dev.sluice.benchmarks.runtime.PoliciesBenchmark;
import dev.sluice.benchmarks.runtime.PoolBenchmark;
import dev.sluice.benchmarks.runtime.PrefetchBenchmark;
import dev.sluice.benchmarks.runtime.PythonBenchmark;
import dev.sluice.benchmarks.runtime.ResidentBenchmark;
import dev.sluice.benchmarks.runtime.ResultsBenchmark;
import dev.sluice.benchmarks.runtime.SessionsBenchmark;
import dev.sluice.benchmarks.runtime.SetupOnceBenchmark;
import dev.sluice.benchmarks.runtime.SleepsBenchmark;
import dev.sluice.benchmarks.runtime.StartBenchmark;
import dev.sluice.benchmarks.runtime.TailBenchmark;
import dev.sluice.benchmarks.truth.TruthBenchmark;
import dev.sluice.benchmarks.tuning.RegretBenchmark;
import dev.sluice.benchmarks.tuning.TreeAutoBenchmark;
import dev.sluice.benchmarks.tuning.TuningBenchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs benchmarks, in the order of their names on the command line. Figures go to standard output, everything else to
 * standard error.
 */
@Command(
        name = "lab/lab bench",
        mixinStandardHelpOptions = true,
        description = "Measures Sluice beside what it is built on.",
        sortOptions = false)
public final class Bench implements Callable<Integer> {
    private static final int REPETITIONS = 3;

    private static final List<Benchmark> BENCHMARKS = List.of(
            new StartBenchmark(),
            new EmptyUnitsBenchmark(),
            new OneOutstandingBenchmark(),
            new ResultsBenchmark(),
            new SleepsBenchmark(),
            new EmbeddedBenchmark(),
            new MandelbrotBenchmark(),
            new FlameBenchmark(),
            new GuardBenchmark(),
            new PoliciesBenchmark(),
            new TailBenchmark(),
            new SimulationBenchmark(),
            new PrefetchBenchmark(),
            new IncastBenchmark(),
            new DiscoveryBenchmark(),
            new PlacementBenchmark(),
            new MasterPlacementBenchmark(),
            new SimulatedBenchmark(),
            new SimulatedTreeBenchmark(),
            new HierarchyBenchmark(),
            new SetupOnceBenchmark(),
            new SetupsBenchmark(),
            new MemoryBenchmark(),
            new FilesBenchmark(),
            new PageBenchmark(),
            new GainBenchmark(),
            new PeersBenchmark(),
            new SessionsBenchmark(),
            new PoolBenchmark(),
            new PredictionBenchmark(),
            new ForecastsBenchmark(),
            new AvailabilityBenchmark(),
            new TruthBenchmark(),
            new RegretBenchmark(),
            new TuningBenchmark(),
            new TreeAutoBenchmark(),
            new CommandsBenchmark(),
            new PythonBenchmark(),
            new OpenBenchmark(),
            new NeedsBenchmark(),
            new ResidentBenchmark(),
            new MessagesBenchmark(),
            new JournalBenchmark());

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "names from --list, or all")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Show the names and what each asks.")
    private boolean list;

    @Option(
            names = "--quick",
            description = "Once, with a hundredth of the work: shows that it runs, measures nothing.")
    private boolean quick;

    @Option(
            names = "--again",
            description = "simulated-vs-real: compare the simulator with the real runs of the last time.")
    private boolean again;

    @Option(
            names = "--cases",
            paramLabel = "PATTERN",
            description = "auto, gain, hierarchy, regret, resident, simulated-vs-real: only those in whose names this"
                    + " regular expression is found; files: 1GiB for a file of this size; truth: N, the number of cases on"
                    + " networks, or A-B, those with these numbers.")
    private String cases = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "auto, regret, truth: seed of the draw (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description = "truth: only these cases: hosts, embedded, local.")
    private Set<String> kinds = Set.of();

    @Option(
            names = "--ways",
            split = ",",
            paramLabel = "WAY",
            description = "truth: only these runs of each case: auto, again, all, master, second, alone.")
    private Set<String> ways = Set.of();

    @Option(names = "--built", description = "truth: plan with the network as it is built, without 'hosts discover'.")
    private boolean built;

    @Option(names = "--keep", description = "truth: keep the files of the cases, and say where they are.")
    private boolean keep;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "forecasts: this one, too; as record-load writes them. May be repeated.")
    private List<Path> traces = List.of();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "KIND",
            description = "empty-units, one-outstanding, results, sleeps, mandelbrot, flame: only over these: "
                    + "${COMPLETION-CANDIDATES}.")
    private List<LocalTransport> transports = List.of(LocalTransport.values());

    @Option(
            names = "--pictures",
            paramLabel = "DIR",
            description = "flame, tuning: where the pictures go (default: with the output of the programs).")
    private @Nullable Path pictures;

    @Option(names = "--repetitions", description = "How often each side is measured (default ${DEFAULT-VALUE}).")
    private int repetitions = REPETITIONS;

    @Mixin
    private final ProgramOptions programs = new ProgramOptions();

    @Option(names = "--logs", required = true, hidden = true)
    private Path logs = Path.of("");

    public static void main(String[] arguments) {
        CommandLine command = new CommandLine(new Bench()).setExpandAtFiles(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.setOverwrittenOptionsAllowed(true); // the script gives the jars of its checkout first
        command.setExecutionExceptionHandler((failure, at, parsed) -> {
            if (failure instanceof IOException) { // what was missing or ended otherwise than expected
                at.getErr().println("bench: " + failure.getMessage());
                return 1;
            }
            throw failure;
        });
        System.exit(command.execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (list || names.isEmpty()) {
            BENCHMARKS.forEach(benchmark -> System.out.printf("%-16s %s%n", benchmark.name(), benchmark.question()));
            return list ? 0 : 2;
        }
        Set<Benchmark> chosen = new LinkedHashSet<>();
        for (String name : names) {
            List<Benchmark> named = named(name);
            if (named.isEmpty()) {
                System.err.println("no benchmark is called " + name + " (expected: "
                        + String.join(
                                ", ", BENCHMARKS.stream().map(Benchmark::name).toList())
                        + " or all; jmh only by itself)");
                return 2;
            }
            chosen.addAll(named);
        }
        Effort whole = new Effort(
                repetitions, 1, again, cases, traces, transports, new CaseChoices(seed, kinds, ways, built, keep));
        Effort effort = quick ? whole.quick() : whole;
        Path drawn = pictures == null ? logs.resolve("flames") : pictures;
        for (Benchmark benchmark : chosen) {
            benchmark.measure(programs.programs(logs, drawn, effort), new FigureReport(benchmark.name(), System.out));
        }
        return 0;
    }

    private static List<Benchmark> named(String name) {
        return BENCHMARKS.stream()
                .filter(benchmark -> name.equals(benchmark.name())
                        || (name.equals("all")
                                && !(benchmark instanceof NetworkBenchmark)
                                && !(benchmark instanceof GuardBenchmark)))
                .toList();
    }
}
