package dev.sluice.cli.foresight;

import dev.sluice.api.Hosted;
import dev.sluice.cli.launch.StartTimes;
import dev.sluice.insight.gain.Attribution;
import dev.sluice.insight.gain.FigureSources;
import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainJson;
import dev.sluice.insight.gain.RunFigures;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunSettings;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.HostCosts;
import dev.sluice.master.report.Processor;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.record.RunView;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.runfile.ThreadTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Draws the conclusions of a run: makes its forecast before it begins, takes its measurements when it is over, compares
 * the two, and writes the history. Methods name the thread that may call them.
 */
public final class RunConclusion {
    /** Runs with more workers leave no file with the measurements of each [workers]. */
    private static final int MOST_MODELLED = 4_096;

    /** In shorter runs, the start and JIT warm-up explain what the model does not [s]. */
    private static final double BLAMED_SECONDS = 20;

    private final ForesightTerms terms;
    private final Hosted<?, ?, ?> application;
    private final Consumer<String> news;
    private final History history;
    private final StartTimes starts = new StartTimes();
    private volatile @Nullable GainInput measured;
    private volatile @Nullable RunGain gain;
    private volatile List<HostTimes> hosts = List.of();
    private volatile Map<Long, String> processes = Map.of();
    private volatile long earlierCpuNanos;

    public RunConclusion(ForesightTerms terms, Hosted<?, ?, ?> application, Consumer<String> news) {
        this.terms = terms;
        this.application = application;
        this.news = news;
        this.history = RunRecord.history(news);
    }

    /** The history of this user. */
    public History history() {
        return history;
    }

    /** The application in the history. */
    public ApplicationKey key(Jars open) {
        return RunRecord.key(terms.jar(), application.className(), open.info());
    }

    /** The forecast of the run. Throws when the run is given a prediction of something else. */
    public RunForesight forecast(Jars open) {
        Origin origin = Origin.of(application, open.info());
        ApplicationKey key = key(open);
        RunForesight.Earlier known = new RunForesight.Earlier(
                key, history, new HistoryForecast(terms.history(), origin, key, history), starts::sinceCommand);
        return RunForesight.of(terms, origin, open.info().files(), news, known);
    }

    /** Tells what the start of workers takes. Any thread. */
    public StartTimes starts() {
        return starts;
    }

    /** Workers are about to start. The run's thread. */
    public void begun() {
        starts.begun();
        earlierCpuNanos = ThreadTime.ofThisProcess();
    }

    /** The report of a run that has ended, as far as the master knows it. On the master loop. */
    public RunReport report(MasterLoop loop, RunSettings settings, RunReport.Manner manner, RunTerms ran, Ended ended) {
        List<HostTimes> times = HostTimes.of(loop.core().registry().entries(), Processor::of);
        hosts = application.hasOwnProcesses()
                ? times.stream().map(HostTimes::withoutCpu).toList()
                : times;
        processes = loop.core().registry().entries().stream()
                .collect(Collectors.toMap(entry -> entry.pid, entry -> entry.host, (one, other) -> ""));
        return RunReport.of(ran, settings, manner, loop.core(), ended.how(), costs(loop, ended.application()))
                .launched(starts.of(
                        loop.core().registry().entries(), terms.workers().embedded()));
    }

    /**
     * How a run ended.
     *
     * @param application its thread; null if it never started
     */
    public record Ended(RunEnd how, @Nullable ApplicationThread application) {}

    /** Takes the measurements of a run that has ended. On the master loop. */
    public void measure(
            MasterLoop loop, RunTerms.ResultMode results, @Nullable ApplicationThread calls, List<HostCosts> costs) {
        measured = RunGain.measure(loop.core(), results, calls, costs, true);
    }

    /** Costs of the runtime itself: the master's process without the application, and the workers. */
    private List<HostCosts> costs(MasterLoop loop, @Nullable ApplicationThread calls) {
        long ofApplication = calls == null ? 0 : calls.cpuNanos();
        long ofLoop = ThreadTime.ofThisThread();
        long others = ThreadTime.ofThisProcess() - earlierCpuNanos - ofLoop - ofApplication;
        return terms.workers().embedded() // its threads and messages cost something else
                ? List.of()
                : HostCosts.of(loop.core(), ofLoop, others, Processor::of);
    }

    /**
     * The report with what the run could have been, and whether that suffices. It takes a moment. The run's thread.
     *
     * @param last the last view of the run; null if there is none
     */
    public RunReport judged(RunReport report, RunProgress progress, RunForesight forecast, @Nullable RunView last) {
        RunReport whole = report;
        try {
            whole = whole.beside(expected(progress, forecast, last));
        } catch (RuntimeException | OutOfMemoryError failure) { // costs the figures of the model, and not the run
            news.accept(ErrorCode.RECORD_NOT_WRITTEN + " the run was not compared with its model: " + failure);
        }
        RequiredEfficiency required = terms.expected().required();
        return required == null ? whole : whole.ended(required.judge(whole));
    }

    /**
     * The same beside its forecast, from the command until now. What a command does before is part of its time. The
     * run's thread.
     */
    public RunReport compared(RunReport judged, RunProgress progress, RunForesight forecast) {
        RunReport whole = judged.launched(starts.ended(judged.launching()));
        GainInput input = measured;
        try {
            Expected expected = whole.expected()
                    .beside(forecast.outcome(
                            RunForesight.Took.of(whole, progress, starts.sinceCommand(progress.startNanos())),
                            input == null ? List.of() : input.workers()));
            return whole.beside(expected.missed() ? expected.blaming(blame(expected, whole, forecast)) : expected);
        } catch (RuntimeException | OutOfMemoryError failure) { // costs the comparison, and not the run
            news.accept(ErrorCode.RECORD_NOT_WRITTEN + " the run was not compared with its forecast: " + failure);
            return whole;
        }
    }

    /** Compares the finished run with the upper bound of the machines. */
    private Expected expected(RunProgress progress, RunForesight forecast, @Nullable RunView last) {
        RunGain found = gain();
        Double planned = terms.expected().possible();
        boolean held = planned != null && found.rate(progress) <= planned;
        double allowed = planned != null && held ? planned : found.ratePossible();
        double steady = last == null ? Double.NaN : last.series().steadyRate();
        return new Expected(
                null,
                allowed > 0 ? allowed : null,
                held ? "" : found.doubt(),
                forecast.tree(progress),
                found.gains(progress),
                Double.isNaN(steady) ? null : steady,
                null,
                null);
    }

    /**
     * The figure that explains best why the run was not as expected; null if none does. It must be what the table of
     * workers shows, and a short run blames nothing.
     */
    private @Nullable Blame blame(Expected expected, RunReport report, RunForesight forecast) {
        GainInput input = measured;
        RunFigures assumed = forecast.assumed();
        Expected.Foretold foretold = expected.prediction();
        if (input == null
                || assumed == null
                || foretold == null
                || input.work().doneUnits() == 0
                || report.figures().seconds() < BLAMED_SECONDS) {
            return null;
        }
        RunFigures real = FigureSources.measured(input, report.workers(), forecast.cpuShare(), assumed);
        Blame found = Attribution.ofTime(assumed, real, foretold.actualSeconds() - foretold.predictedSeconds());
        return found != null && FigureSources.isShown(found, report.workers()) ? found : null;
    }

    /** Computes once what the run could have been, which takes a moment. The run's thread, after the end. */
    public RunGain gain() {
        RunGain found = gain;
        if (found == null) {
            found = RunGain.of(measured);
            gain = found;
        }
        return found;
    }

    /** Writes the history, if it may be written. The run's thread. */
    public void record(RunReport finished, Jars open, Path directory) {
        if (terms.history()) {
            ApplicationInfo info = open.info();
            if (!terms.workers().hosts().isEmpty()) {
                new ForeseenStarts(terms.workers().jar(), terms.jars(), key(open), history)
                        .remember(finished.launching());
                LaunchedHosts.remember(history, terms.workers().hosts(), finished.launching(), hosts);
            }
            new RunRecord(key(open), info, history)
                    .with(StartRow.of(finished, LaunchedHosts.link(terms.planned())))
                    .add(finished, hosts, acceptSeconds(), directory);
        }
    }

    /** The measurements of the run, with which it can be replayed; null if there are none, or too many. */
    public @Nullable String model(RunId run) {
        GainInput known = measured;
        return known == null || known.workers().size() > MOST_MODELLED ? null : GainJson.of(run.text(), known);
    }

    /** Times of units on each host, after the run. Any thread. */
    public List<HostTimes> hosts() {
        return hosts;
    }

    /** The processes that have computed, by their ids; when the run is over. Any thread. */
    public Map<Long, String> processes() {
        return processes;
    }

    /** Mean time of the master per result, with decoding, after the run; NaN without results. Any thread. */
    public double acceptSeconds() {
        GainInput known = measured;
        return known == null ? Double.NaN : known.acceptSeconds();
    }
}
