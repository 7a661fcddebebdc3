package dev.sluice.cli.foresight;

import dev.sluice.cli.report.ReportReader;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.json.JsonTree;
import dev.sluice.master.Jars;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    private final double masterSeconds;
    private final double usualCommandSeconds;
    private final double commandSeconds;

    /** The files of an application, and the name of its class. */
    public record Program(String className, List<String> arguments) {}

    /** @param sinceCommand time since this command began [s] */
    public ReturnedRun(ForesightTerms terms, Program program, Consumer<String> news, DoubleSupplier sinceCommand)
            throws IOException {
        this.terms = terms;
        this.sinceCommand = sinceCommand;
        this.commandSeconds = sinceCommand.getAsDouble();
        this.info = Jars.open(terms.jars(), program.className(), program.arguments())
                .info();
        this.application = RunRecord.key(terms.jar(), program.className(), info);
        this.history = RunRecord.history(news);
        RunPlan plan = terms.planned();
        ForeseenStarts starts = new ForeseenStarts(terms, application, terms.history() ? history : null);
        this.usualCommandSeconds = starts.usualCommandSeconds();
        this.forecast = plan == null ? null : PlannedForecast.of(plan, commandSeconds);
        this.masterSeconds = plan == null ? 0 : masterSeconds(plan, starts);
    }

    /** Time until the master's process begins, by what the start of a worker there takes [s]. */
    private static double masterSeconds(RunPlan plan, ForeseenStarts starts) {
        String master = plan.plan().host(plan.plan().solution().master());
        return starts.of(plan.plan().view(), List.of(master), ThisHost.name()).firstSeconds();
    }

    /** The argument of {@code --foretold} for the master: the part of the run from its own start; null if unknown. */
    public @Nullable String foretold() {
        MakespanForecast all = forecast;
        return all == null
                ? null
                : PlannedForecast.words(
                        PlannedForecast.later(all, usualCommandSeconds - commandSeconds - masterSeconds));
    }

    /**
     * Writes the history of the run whose files have come back. A run without a report leaves nothing.
     *
     * @param master its host
     */
    public void record(Path directory, String master) throws IOException {
        Path file = directory.resolve("run.json");
        if (!terms.history() || !Files.isReadable(file)) {
            return;
        }
        JsonTree json = JsonTree.read(file);
        if (!json.at("mode").text().equals("cluster")) {
            return;
        }
        RunReport report = ReportReader.read(json);
        Expected expected = expected(report.expected(), report);
        new RunRecord(application, info, history)
                .ranOn(master)
                .add(report.beside(expected), hosts(report.workers()), Double.NaN, directory);
    }

    /** Tells what was expected, in the time of this command. */
    private Expected expected(Expected there, RunReport report) {
        Expected.Foretold told = there.prediction();
        MakespanForecast all = forecast;
        if (told == null || all == null) {
            return there;
        }
        double makespan = report.launching().makespanSeconds();
        double before = sinceCommand.getAsDouble()
                - (makespan > 0 ? makespan : report.figures().seconds());
        Expected.Basis basis = new Expected.Basis(
                RunKind.PLANNED.word(),
                told.basis().source(),
                bias(),
                all.sigma(),
                all.startSeconds(),
                before + told.basis().actualStartSeconds());
        Expected.Foretold here = new Expected.Foretold(
                all.seconds(),
                all.low(),
                all.high(),
                before + told.actualSeconds(),
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
                there.blame());
    }

    private double bias() {
        return EarlierOutcomes.of(history)
                .calibration(application, RunKind.PLANNED)
                .bias();
    }

    private static List<HostTimes> hosts(List<RunReport.WorkerLine> workers) {
        Map<String, List<RunReport.WorkerLine>> byHost = new LinkedHashMap<>();
        workers.stream()
                .flatMap(RunReport.WorkerLine::computing)
                .forEach(line -> byHost.computeIfAbsent(line.host(), unused -> new ArrayList<>())
                        .add(line));
        List<HostTimes> hosts = new ArrayList<>();
        byHost.forEach((host, lines) -> hosts.add(times(host, lines)));
        return hosts;
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
