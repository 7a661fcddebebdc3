package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.CaseChoices;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.ProgramOptions;
import dev.sluice.benchmarks.harness.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repeats experiments of the papers. Figures and verdicts go to standard output, everything else to standard error. */
@Command(
        name = "lab/lab papers",
        mixinStandardHelpOptions = true,
        description = "Repeats the experiments of the papers.",
        sortOptions = false)
public final class Papers implements Callable<Integer> {
    /** All experiments, in the order of {@code lab/docs/papers/README.md}. */
    static final List<Experiment> EXPERIMENTS = List.of(
            new PlacementExperiment(),
            new RegimesExperiment(),
            new PoliciesExperiment(),
            new SerializationExperiment(),
            new ResultsExperiment(),
            new LevelsExperiment(),
            new PredictionExperiment(),
            new JacobiExperiment(),
            new WorkersExperiment());

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "names from --list, or all")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Show the names and what each asks.")
    private boolean list;

    @Option(names = "--quick", description = "Smaller experiments with the same claims.")
    private boolean quick;

    @Option(
            names = "--measured",
            description = {
                "Real runs in a test network, beside the same runs simulated, instead of the experiment.",
                "Needs root on Linux, for network namespaces, and two to eight minutes for each experiment."
            })
    private boolean measured;

    @Option(
            names = "--pages",
            paramLabel = "DIR",
            description = "Also replaces the results in the pages of this directory, lab/docs/papers.")
    private @Nullable Path pages;

    @Mixin
    private final ProgramOptions programs = new ProgramOptions();

    @Option(names = "--results", required = true, hidden = true)
    private Path results = Path.of("");

    public static void main(String[] arguments) {
        CommandLine command = new CommandLine(new Papers()).setExpandAtFiles(false);
        command.setOverwrittenOptionsAllowed(true); // the script gives the jars of its checkout first
        System.exit(command.execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (list || names.isEmpty()) {
            EXPERIMENTS.forEach(each -> System.out.printf("%-16s %s%n", each.name(), each.question()));
            return list ? 0 : 2;
        }
        for (String name : names) {
            if (chosen(List.of(name)).isEmpty()) {
                System.err.println("no experiment is called " + name + " (expected: "
                        + String.join(
                                ", ", EXPERIMENTS.stream().map(Experiment::name).toList())
                        + " or all)");
                return 2;
            }
        }
        for (Experiment experiment : chosen(names)) {
            run(experiment);
        }
        return 0;
    }

    private static List<Experiment> chosen(List<String> names) {
        return EXPERIMENTS.stream()
                .filter(each -> names.contains("all") || names.contains(each.name()))
                .toList();
    }

    private void run(Experiment experiment) throws Exception {
        String name = experiment.name();
        Path directory = pages == null ? results : pages;
        ExperimentScope scope = new ExperimentScope(quick, programs.lab());
        ExperimentRun run = new ExperimentRun(name, scope, directory, new FigureReport(name, System.out));
        System.err.println("+ " + name);
        if (measured) {
            run.text(String.format(
                    Locale.ROOT,
                    "Measured on %s; load of the machine before: %.1f of %d processors.",
                    LocalDate.now(ZoneOffset.UTC),
                    MachineLoad.load(),
                    Runtime.getRuntime().availableProcessors()));
            experiment.measure(run, programs());
        } else {
            experiment.run(run);
        }
        run.claims()
                .forEach(claim -> System.out.printf(
                        "%s %s: %s (%s)%n", name, claim.id(), claim.verdict().words(), claim.measured()));
        Files.createDirectories(results);
        ResultsPage.Part part = measured ? ResultsPage.Part.MEASURED : ResultsPage.Part.SIMULATED;
        Files.writeString(results.resolve(name + part.suffix() + ".md"), run.results());
        if (pages != null) {
            ResultsPage.replace(pages.resolve(name + ".md"), part, run.results());
        }
    }

    private Programs programs() {
        CaseChoices choices = new CaseChoices(1, Set.of(), Set.of(), true, false);
        Effort effort = new Effort(1, quick ? 10 : 1, false, "", List.of(), List.of(), choices);
        return programs.programs(results, results.resolve("pictures"), effort);
    }
}
