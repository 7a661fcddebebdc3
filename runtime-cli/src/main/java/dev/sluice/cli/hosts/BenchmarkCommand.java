package dev.sluice.cli.hosts;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.StandardOutput;
import dev.sluice.cli.run.ClusterRun;
import dev.sluice.cli.run.Output;
import dev.sluice.cli.run.RunRequest;
import dev.sluice.insight.cost.CalibrationJar;
import dev.sluice.insight.cost.HostBenchmark;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.predict.GeneralTimes;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.Jars;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.view.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what units of an application take on each host, and how quick the hosts are in general. */
@Command(
        name = "benchmark",
        mixinStandardHelpOptions = true,
        description = {
            "Measures wall-clock and processor time of the units on each host, the time that the master needs for their results, and the general speed of the hosts. "
                    + "Stores all of it for later runs (docs/history.md).",
            "Calls 'accept' with results, but neither 'endCycle' nor 'complete'."
        },
        exitCodeList = {
            "0:success",
            "1:the application failed, or no unit could be computed",
            "2:usage error, wrong input or wrong configuration",
            "3:network or security error: all hosts failed for one reason",
            "4:out of resources: no workers left, no usable host, no memory or no disk",
            "5:internal error in Sluice"
        })
final class BenchmarkCommand implements Callable<Integer> {
    /** Rounds of the general benchmark per slot; the first round of each process does not count. */
    private static final int ROUNDS = 4;

    @Mixin
    private BenchmarkOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    BenchmarkCommand() {}

    @Override
    public Integer call() throws Exception {
        Path jar = options.application.jar();
        if (jar == null && options.noGeneral) {
            throw new ParameterException(
                    spec.commandLine(), "APP: missing, with --no-general (expected: something to measure)");
        }
        long budgetNanos = (long) Quantity.DURATION.of("--budget", options.budget);
        int unitsEach = options.unitsEach();
        PrintWriter out = StandardOutput.of(spec.commandLine().getOut(), options.json);
        Optional<Hosted<?, ?, ?>> application = Optional.empty();
        if (jar != null) {
            Hosted<?, ?, ?> loaded = Applications.load(options.application.jars(jar), options.application.className);
            Applications.parse(loaded, options.application.arguments);
            application = Optional.of(loaded);
        }
        if (options.dryRun) {
            dryRun(out, application);
            out.flush();
            return 0;
        }
        Path directory = Files.createTempDirectory("sluice-benchmark");
        try {
            List<GeneralTimes> general = options.noGeneral ? List.of() : general(directory);
            BenchmarkReport.Units units = jar == null || application.isEmpty()
                    ? BenchmarkReport.Units.NONE
                    : units(application.get(), unitsEach, budgetNanos, directory);
            BenchmarkReport report = new BenchmarkReport(
                    application.map(each -> each.className()).orElse(""), general, units);
            remember(jar, application, report);
            out.print(options.json ? report.json() + System.lineSeparator() : report.table());
            out.flush();
            return 0;
        } finally {
            remove(directory);
        }
    }

    private void dryRun(PrintWriter out, Optional<Hosted<?, ?, ?>> application) {
        WorkersToStart workers = options.workers.workers();
        List<String> where = new ArrayList<>();
        if (workers.local() > 0) {
            where.add(workers.local() + " on this machine");
        }
        workers.hosts().forEach(host -> where.add(host.destination()));
        if (workers.slurm() != null) {
            where.add(workers.slurm().workers() + " by Slurm");
        }
        out.println("would start workers: " + String.join(", ", where));
        if (!options.noGeneral) {
            out.println("would run the general benchmark: " + ROUNDS + " rounds per slot of about half a second each");
        }
        if (application.isPresent()) {
            Cycle<?> cycle = firstCycle(application.get());
            out.printf(
                    "would compute units of %s (%d in its first cycle): %d per slot, for at most %s%n",
                    application.get().className(), cycle.units(), options.units, options.budget);
        }
        if (!options.noHistory) {
            out.println("would write " + RunRecord.history(this::say).database());
        }
    }

    private static Cycle<?> firstCycle(Hosted<?, ?, ?> application) {
        try {
            application.initialize();
            return application.cycle(0);
        } catch (ApplicationException failure) {
            throw Applications.failed(failure);
        }
    }

    // ---- measuring

    private List<GeneralTimes> general(Path directory) throws IOException, InterruptedException {
        say("general benchmark");
        Path jar = directory.resolve("general.jar");
        CalibrationJar.write(jar);
        RunRequest run = options.request(
                new RunRequest.Application(List.of(jar), HostBenchmark.class.getName(), List.of(), null),
                Isolation.OFF, // a process is known by its number
                directory.resolve("general"));
        HostBenchmark benchmark = new HostBenchmark();
        ClusterRun cluster;
        try {
            cluster = measure(run, Hosted.of(benchmark), ROUNDS, TimeUnit.MINUTES.toNanos(2));
        } catch (ApplicationException defect) {
            throw new IllegalStateException(defect);
        }
        Map<String, Integer> slots = new HashMap<>();
        cluster.hosts().forEach(host -> slots.put(host.host(), host.slots()));
        return GeneralTimes.of(benchmark.scores(), cluster.processes(), slots);
    }

    private BenchmarkReport.Units units(Hosted<?, ?, ?> application, int unitsEach, long budgetNanos, Path directory)
            throws IOException, InterruptedException {
        say("units of " + application.className());
        Path jar = Objects.requireNonNull(options.application.jar());
        RunRequest run = options.request(
                new RunRequest.Application(
                        options.application.jars(jar),
                        options.application.className,
                        options.application.arguments,
                        null),
                Isolation.AUTO,
                directory.resolve("units"));
        ClusterRun cluster = measure(run, application, unitsEach, budgetNanos);
        List<HostTimes> hosts = cluster.hosts();
        if (hosts.stream().allMatch(host -> host.units() == 0)) {
            throw new SluiceException(
                    ErrorCode.APPLICATION_FAILED, "no unit could be computed (expected: a longer --budget)");
        }
        return new BenchmarkReport.Units(cluster.acceptSeconds(), hosts);
    }

    private ClusterRun measure(RunRequest run, Hosted<?, ?, ?> application, int unitsEach, long budgetNanos)
            throws IOException, InterruptedException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        RunTerms terms = RunTerms.of(application.className(), run.application().arguments(), Instant.now());
        ClusterRun cluster = new ClusterRun(
                run,
                application,
                terms,
                Output.of(run.reporting(), nowhere, nowhere),
                ClusterRun.Wishes.sampling(unitsEach));
        CompletableFuture.delayedExecutor(budgetNanos, TimeUnit.NANOSECONDS).execute(cluster::stop);
        RunEnd end = cluster.run();
        if (end.code() != ErrorCode.NONE || end.outcome() == RunEnd.Outcome.INTERRUPTED) {
            throw new SluiceException(end.code() == ErrorCode.NONE ? ErrorCode.NO_WORKERS : end.code(), end.text());
        }
        return cluster;
    }

    // ---- remembering

    private void remember(@Nullable Path jar, Optional<Hosted<?, ?, ?>> application, BenchmarkReport report)
            throws IOException {
        if (options.noHistory) {
            return;
        }
        History history = RunRecord.history(this::say);
        Instant now = Instant.now();
        List<Record> rows = new ArrayList<>();
        report.general().forEach(each -> rows.add(each.row(now)));
        if (jar != null && application.isPresent()) {
            String type = application.get().className();
            Jars jars = Jars.open(options.application.jars(jar), type, options.application.arguments);
            RunRecord record = new RunRecord(RunRecord.key(jar, type, jars.info()), history);
            rows.addAll(record.rows("", report.withProcessors(), report.units().acceptSeconds()));
        }
        history.add(HistoryEntry.of(rows));
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
