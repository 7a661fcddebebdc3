package dev.sluice.cli.benchmark;

import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.HostOptions;
import dev.sluice.cli.option.SlurmOptions;
import dev.sluice.cli.run.RunOptions;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be typed behind {@code benchmark}. */
final class BenchmarkOptions {
    private static final int MOST_UNITS = 100_000;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "APP",
            description = "the application's jar; without it only the general benchmark is done")
    @Nullable
    Path application;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENTS",
            description = "of the application, after --; 'run APP --help' shows them")
    List<String> arguments = List.of();

    @Option(
            names = "--local",
            paramLabel = "N",
            description = "N workers on this machine (default: 1 without hosts and --slurm, else 0)")
    @Nullable
    Integer local;

    @Mixin
    final HostOptions hosts = new HostOptions();

    @Mixin
    final SlurmOptions slurm = new SlurmOptions();

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "units computed at a time by each worker (default: as 'run' does)")
    @Nullable
    Integer slots;

    @Option(
            names = "--units",
            paramLabel = "N",
            description = "computed for each slot, evenly spaced over the first cycle (default: ${DEFAULT-VALUE})")
    int units = 8;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "begins no unit later, such as 30s or 5m (default: ${DEFAULT-VALUE})")
    String budget = "60s";

    @Option(names = "--no-general", description = "leave the general benchmark of the hosts out")
    boolean noGeneral;

    @Option(names = "--no-history", description = "measure, and remember nothing")
    boolean noHistory;

    @Option(names = "--json", description = "print one JSON object (docs/benchmark.schema.json)")
    boolean json;

    @Option(names = "--dry-run", description = "say what would be measured, and start nothing")
    boolean dryRun;

    @Mixin
    final ApplicationOptions classes = new ApplicationOptions();

    @Option(
            names = "--worker-jar",
            paramLabel = "JAR",
            description = "sluice-worker.jar for workers that are started (default: found beside this jar)")
    @Nullable
    Path workerJar;

    @Option(
            names = "--worker-java-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "for the JVM of workers that are started, such as '-Xmx2g'")
    List<String> workerJavaOptions = List.of();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help")
    boolean help;

    int unitsEach() {
        if (units < 1 || units > MOST_UNITS) {
            throw new SluiceException(ErrorCode.USAGE, "--units: " + units + " (expected: 1 to " + MOST_UNITS + ")");
        }
        return units;
    }

    /** A run on these places, of which only what is measured is said. */
    RunOptions run(Path directory) {
        RunOptions run = new RunOptions();
        run.local = local;
        run.hosts.files = hosts.files;
        run.hosts.names = hosts.names;
        run.hosts.ssh = hosts.ssh;
        run.slurm.workers = slurm.workers;
        run.slurm.options = slurm.options;
        run.slots = slots;
        run.prefetch = "0";
        run.speculation = "0";
        run.keepGoing = true;
        run.noHistory = true;
        run.directory = directory;
        run.workerJar = workerJar;
        run.workerJavaOptions = workerJavaOptions;
        return run;
    }
}
