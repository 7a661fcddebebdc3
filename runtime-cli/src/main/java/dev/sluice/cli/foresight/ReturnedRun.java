package dev.sluice.cli.foresight;

import dev.sluice.cli.launch.StartTimes;
import dev.sluice.cli.report.RunTables;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.json.JsonTree;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.RunReport;
import dev.sluice.net.message.ApplicationInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A run whose master is on another host: what is foretold of it goes there, and what comes back goes into the history
 * of this user. Used by the run's thread.
 */
public final class ReturnedRun {
    private final ForesightTerms terms;
    private final ApplicationInfo info;
    private final ApplicationKey application;
    private final History history;
    private final DoubleSupplier sinceCommand;
    private final @Nullable MakespanForecast forecast;
    private final double commandSeconds;
    private final boolean ownProcesses;

    /**
     * The application of the run.
     *
     * @param ownProcesses whether its units compute in other processes than workers
     */
    public record Program(String className, List<String> arguments, boolean ownProcesses) {}

    /** @param sinceCommand time since this command began [s] */
    public ReturnedRun(ForesightTerms terms, Program program, Consumer<String> news, DoubleSupplier sinceCommand)
            throws IOException {
        this.terms = terms;
        this.ownProcesses = program.ownProcesses();
        this.sinceCommand = sinceCommand;
        this.commandSeconds = sinceCommand.getAsDouble();
        this.info = Jars.open(terms.jars(), program.className(), program.arguments())
                .info();
        this.application = RunRecord.key(terms.jar(), program.className(), info);
        this.history = RunRecord.history(news);
        RunPlan plan = terms.planned();
        this.forecast = plan == null ? null : PlannedForecast.of(plan);
    }

    /** Time since this command began [s]. Any thread. */
    public double sinceCommand() {
        return sinceCommand.getAsDouble();
    }

    /** The argument of {@code --foretold} for the master; null if nothing is foretold. */
    public @Nullable String foretold() {
        return forecast == null ? null : PlannedForecast.words(forecast);
    }

    /**
     * The processes that this command started for the run.
     *
     * @param master the name of its host
     * @param phases of the master's start
     * @param returnedBytes size of its files [bytes]
     * @param workers phases of each host that came
     * @param asked all hosts on which workers were started
     */
    public record Started(
            String master,
            LaunchPhases phases,
            long returnedBytes,
            Map<String, LaunchPhases> workers,
            List<HostSpec> asked) {
        public Started {
            workers = Map.copyOf(workers);
            asked = List.copyOf(asked);
        }
    }

    /** Writes the history of the run whose files have come back. A run without a report leaves nothing. */
    public void record(Path directory, Started started) throws IOException {
        Path file = directory.resolve("run.json");
        if (!terms.history() || !Files.isReadable(file)) {
            return;
        }
        JsonTree json = JsonTree.read(file);
        if (!json.at("mode").text().equals("cluster")) {
            return;
        }
        RunReport report = RunTables.report(json);
        double whole = sinceCommand();
        double there = report.launching().makespanSeconds();
        double returning = there > 0 ? Math.max(0, whole - there) : Double.NaN;
        List<Launching.Start> starts = new ArrayList<>();
        started.workers().forEach((host, phases) -> starts.add(StartTimes.start(host, phases, Double.NaN, 0)));
        starts.add(StartTimes.start(started.master(), started.phases(), returning, started.returnedBytes()));
        Launching launching =
                new Launching(commandSeconds, whole, report.launching().endSeconds(), starts);
        new ForeseenStarts(terms.workers().jar(), terms.jars(), application, history).remember(launching);
        List<HostTimes> hosts = hosts(report);
        LaunchedHosts.remember(history, started.asked(), launching, hosts);
        new RunRecord(application, info, history)
                .ranOn(started.master())
                .with(StartRow.of(report.run().text(), launching, LaunchedHosts.link(terms.planned())))
                .add(report.beside(expected(report.expected(), returning)), hosts, Double.NaN, directory);
    }

    /**
     * Tells what was expected, with the time until the files were here.
     *
     * @param returning from the master's end until then [s]; NaN if it is not known
     */
    private Expected expected(Expected there, double returning) {
        Expected.Foretold told = there.prediction();
        if (told == null || forecast == null) {
            return there;
        }
        boolean whole = !told.firstCycle() && returning > 0;
        Expected.Basis basis = new Expected.Basis(
                RunKind.PLANNED.word(),
                told.basis().source(),
                bias(),
                forecast.sigma(),
                forecast.startSeconds(),
                told.basis().actualStartSeconds());
        Expected.Foretold here = new Expected.Foretold(
                told.predictedSeconds(),
                told.low(),
                told.high(),
                told.actualSeconds() + (whole ? returning : 0),
                told.firstCycle(),
                true,
                true,
                0,
                basis);
        return new Expected(
                here,
                there.unitsPerSecondAllowed(),
                there.why(),
                there.tree(),
                there.gains(),
                there.steadyUnitsPerSecond(),
                there.blame(),
                there.promise());
    }

    private double bias() {
        return EarlierOutcomes.of(history)
                .calibration(application, RunKind.PLANNED)
                .bias();
    }

    private List<HostTimes> hosts(RunReport report) {
        List<HostTimes> hosts = new ArrayList<>();
        report.byHost().forEach((host, lines) -> hosts.add(times(host, lines)));
        return ownProcesses ? hosts.stream().map(HostTimes::withoutCpu).toList() : hosts;
    }

    private static HostTimes times(String host, List<RunReport.WorkerLine> lines) {
        long units = lines.stream().mapToLong(RunReport.WorkerLine::units).sum();
        double wall = lines.stream().mapToDouble(RunReport.WorkerLine::compute).sum();
        double cpu =
                lines.stream().mapToDouble(RunReport.WorkerLine::computeCpu).sum();
        return new HostTimes(
                host,
                Optional.empty(),
                lines.stream().mapToInt(RunReport.WorkerLine::slots).sum(),
                units,
                units == 0 ? Double.NaN : wall / units,
                units == 0 || cpu == 0 ? Double.NaN : cpu / units,
                Double.NaN);
    }
}
