package dev.sluice.cli.predict;

import dev.sluice.api.Hosted;
import dev.sluice.cli.foresight.ForesightTerms;
import dev.sluice.cli.foresight.ForetoldTime;
import dev.sluice.cli.foresight.RunOutlook;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.predict.DryPrediction;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.KnownCosts;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.OtherLoad;
import dev.sluice.insight.predict.PartialExecution;
import dev.sluice.insight.predict.PredictedFile;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionReport;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.predict.RunTimeForecast;
import dev.sluice.insight.predict.SampleTerms;
import dev.sluice.insight.predict.Sampled;
import dev.sluice.master.files.Jars;
import dev.sluice.model.Plural;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A prediction of a run: a few units are executed here, the others are estimated, and the run is simulated. Used once,
 * by one thread.
 */
public final class PredictedRun {
    private final PredictionRequest request;
    private final ForesightTerms run;
    private final List<Path> jars;
    private final List<String> arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final long startNanos = System.nanoTime();

    /**
     * @param run that is predicted, unless the machines are named
     * @param arguments of the application
     */
    public PredictedRun(
            PredictionRequest request, ForesightTerms run, List<String> arguments, PrintWriter out, PrintWriter err) {
        this.request = request;
        this.run = run;
        this.jars = run.jars();
        this.arguments = arguments;
        this.out = out;
        this.err = err;
    }

    /**
     * A run as predicted.
     *
     * @param costs of the runtime
     * @param placed the machines, by number of workers
     * @param simulatingNanos when its simulation began [ns]
     */
    record Foretold(
            Prediction prediction,
            KnownCosts costs,
            SimulationTerms simulated,
            IntFunction<World> placed,
            ScalingCurve curve,
            long simulatingNanos) {}

    /** Executes units and simulates the run; stores nothing but results. */
    Foretold foretell(Hosted<?, ?, ?> application) throws IOException, InterruptedException {
        PredictedMachines machines = request.machines();
        KnownCosts costs = request.history() ? KnownCosts.here(RunRecord.history(this::say)) : KnownCosts.DEFAULT;
        Prediction prediction =
                predict(application, request.terms(), request.kept().bytes());
        long simulatingNanos = System.nanoTime();
        List<PredictedFile> read = prediction.sampled().files();
        StagedFiles files = request.history()
                ? PredictedFile.staged(read, HeldContents.ofUser(), machines.hosts())
                : PredictedFile.staged(read);
        SimulationTerms simulated = run.terms()
                .withPolicy(request.policy())
                .withSeed(request.seed())
                .withFiles(files);
        RunTimeForecast forecast =
                new RunTimeForecast(prediction, costs.costs(), simulated, RunTimeForecast.MOST_SIMULATED, false);
        IntFunction<World> placed = machines.placed(prediction.sampled().cycle(), files);
        ScalingCurve curve = forecast.curve(machines.atMost(request.counts()), placed);
        return new Foretold(prediction, costs, simulated, placed, curve, simulatingNanos);
    }

    /** Executes units, and prints and stores the prediction. Returns the exit code. */
    public int run(Hosted<?, ?, ?> application) throws IOException, InterruptedException {
        Path jar = jars.get(0);
        if (request.dryRun()) {
            out.print(DryPrediction.of(
                    application,
                    request.terms(),
                    request.file(jar),
                    request.kept().bytes()));
            out.flush();
            return 0;
        }
        PredictedMachines machines = request.machines();
        sayWhatIsKnown(jar, application);
        OtherLoad load = OtherLoad.begin();
        Foretold foretold = foretell(application);
        load.sentence().ifPresent(this::say);
        Prediction prediction = foretold.prediction();
        ScalingCurve curve = foretold.curve();
        int best = curve.knee().workers();
        RunOutlook outlook = outlook(application, foretold.simulated());
        MakespanForecast fromNow = machines.hosts().isEmpty()
                ? outlook.of(prediction)
                : outlook.on(foretold.placed().apply(best), prediction);
        PredictionReport report = new PredictionReport(
                prediction,
                foretold.costs(),
                fromNow,
                machines.words(),
                curve,
                (System.nanoTime() - foretold.simulatingNanos()) / 1e9,
                (System.nanoTime() - startNanos) / 1e9);
        Path file = request.file(jar);
        PredictionStore.write(file, report);
        PredictionStore.remember(prediction, report, this::say);
        String answer = answer(prediction, fromNow, best);
        request.forms().pictures().write(new PredictionPicture(report, answer));
        out.print(
                request.forms().json()
                        ? report.json() + System.lineSeparator()
                        : String.format("%s%n%nWhy:%n%s", answer, report.table(file)));
        out.flush();
        return 0;
    }

    private RunOutlook outlook(Hosted<?, ?, ?> application, SimulationTerms simulated) throws IOException {
        ApplicationInfo info =
                Jars.open(jars, application.className(), arguments).info();
        return new RunOutlook(
                run.simulatedBy(simulated),
                RunRecord.key(jars.get(0), application.className(), info),
                RunRecord.history(this::say),
                this::say);
    }

    /** The first line: the time from now, and where. */
    private String answer(Prediction prediction, @Nullable MakespanForecast fromNow, int best) {
        String time = fromNow == null
                ? "The time from now is not known, because it is not known who computes"
                : ForetoldTime.fromNow(fromNow, !prediction.sampled().whole());
        WorkersToStart workers = run.workers();
        String where = !request.machines().hosts().isEmpty()
                ? Plural.of(best, "worker") + " on " + request.machines().words()
                : run.kind() == RunKind.EMBEDDED || run.kind() == RunKind.LOCAL
                        ? Plural.of(workers.local() * workers.localSlots(), "slot") + " of this machine"
                        : "the hosts of the command";
        return time + ": " + where;
    }

    /** Prints what earlier runs and benchmarks measured, unless an earlier prediction exists. */
    private void sayWhatIsKnown(Path jar, Hosted<?, ?, ?> application) throws IOException {
        ApplicationInfo info =
                Jars.open(jars, application.className(), arguments).info();
        if (!request.history()
                || PredictionStore.earlier(Origin.of(application, info)).isPresent()) {
            return;
        }
        Knowledge.ofHistory(RunRecord.history(this::say))
                .unitSeconds(RunRecord.key(jar, application.className(), info), ThisHost.name())
                .ifPresent(time -> say(HistoryForecast.sentence(time) + "; measured now"));
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }

    private Prediction predict(Hosted<?, ?, ?> application, SampleTerms terms, long keepBytes)
            throws IOException, InterruptedException {
        Origin origin = Origin.of(
                application, Jars.open(jars, application.className(), arguments).info());
        Path results = Prediction.resultsBeside(request.file(jars.get(0)));
        Instant created = Instant.now();
        Sampled sampled = PartialExecution.of(application, terms, keepBytes == 0 ? null : results, keepBytes);
        return new Prediction(origin, terms.growth(), created, ThisHost.name(), sampled, results);
    }
}
