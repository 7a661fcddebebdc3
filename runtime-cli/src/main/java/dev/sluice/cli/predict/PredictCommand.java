package dev.sluice.cli.predict;

import dev.sluice.api.Hosted;
import dev.sluice.cli.option.StandardOutput;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.predict.DryPrediction;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.KnownCosts;
import dev.sluice.insight.predict.OtherLoad;
import dev.sluice.insight.predict.PartialExecution;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionReport;
import dev.sluice.insight.predict.PredictionStore;
import dev.sluice.insight.predict.RunTimeForecast;
import dev.sluice.insight.predict.SampleTerms;
import dev.sluice.insight.predict.Sampled;
import dev.sluice.master.Jars;
import dev.sluice.master.application.Applications;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Predicts how long a run will take, by executing a few of its units. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        description = "Predicts how long a run takes with different numbers of workers. Executes a few units "
                + "of the first cycle here on one slot, estimates the others, and simulates the run. Calls "
                + "'accept' with their results, but neither 'endCycle' nor 'complete'.",
        exitCodeList = {
            "0:success",
            "1:the application failed, or no unit could be executed",
            "2:usage error, wrong input or wrong configuration",
            "4:out of memory or disk",
            "5:internal error in Sluice"
        })
public final class PredictCommand implements Callable<Integer> {
    @Mixin
    private PredictOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PredictCommand() {}

    @Override
    public Integer call() throws Exception {
        long startNanos = System.nanoTime();
        Path jar = options.application.jar();
        if (jar == null) {
            throw new ParameterException(
                    spec.commandLine(), "APP: missing (expected: the application's jar, or a name such as mandelbrot)");
        }
        int[] workers = WorkerCounts.parse(options.workers);
        SampleTerms terms = new SampleTerms(
                new SampleGrowth(options.errorFraction(), workers[workers.length - 1]),
                options.budgetNanos(),
                options.unitTimeoutNanos(),
                new SplittableRandom(options.seed));
        long keepBytes = options.keepBytes();
        List<Path> jars = options.application.jars(jar);
        PrintWriter out = StandardOutput.of(spec.commandLine().getOut(), options.json);
        Hosted<?, ?, ?> application = Applications.load(jars, options.application.className);
        Applications.parse(application, options.application.arguments);
        application.addFiles(options.files.files());
        if (options.dryRun) {
            out.print(DryPrediction.of(application, terms, options.file(jar), keepBytes));
            out.flush();
            return 0;
        }
        PredictedMachines machines = options.machines();
        KnownCosts costs = options.noHistory ? KnownCosts.DEFAULT : KnownCosts.here(RunRecord.history(this::say));
        sayWhatIsKnown(jar, application, jars);
        OtherLoad load = OtherLoad.begin();
        Prediction prediction = predict(application, jars, terms, keepBytes);
        load.sentence().ifPresent(this::say);
        long simulatingNanos = System.nanoTime();
        RunTimeForecast forecast = new RunTimeForecast(
                prediction,
                costs.costs(),
                SimulationTerms.DEFAULT.withPolicy(options.policy).withSeed(options.seed),
                RunTimeForecast.MOST_SIMULATED,
                false);
        ScalingCurve curve = forecast.curve(
                machines.atMost(workers), machines.placed(prediction.sampled().cycle()));
        PredictionReport report = new PredictionReport(
                prediction,
                costs,
                machines.words(),
                curve,
                (System.nanoTime() - simulatingNanos) / 1e9,
                (System.nanoTime() - startNanos) / 1e9);
        Path file = options.file(jar);
        PredictionStore.write(file, report);
        PredictionStore.remember(prediction, report, this::say);
        PredictionPicture picture = new PredictionPicture(report);
        options.pictures.write(picture::svg, picture::html);
        out.print(options.json ? report.json() + System.lineSeparator() : report.table(file));
        out.flush();
        return 0;
    }

    /** Prints what earlier runs and benchmarks measured, unless an earlier prediction exists. */
    private void sayWhatIsKnown(Path jar, Hosted<?, ?, ?> application, List<Path> jars) throws IOException {
        ApplicationInfo info = Jars.open(jars, application.className(), options.application.arguments)
                .info();
        if (options.noHistory
                || PredictionStore.earlier(Origin.of(application, info)).isPresent()) {
            return;
        }
        HistoryForecast.unitSeconds(
                        Knowledge.ofHistory(RunRecord.history(this::say)),
                        RunRecord.key(jar, application.className(), info),
                        ThisHost.name())
                .ifPresent(answer -> answer.estimate()
                        .ifPresent(unit -> say(HistoryForecast.sentence(answer, unit) + "; measured now")));
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }

    private Prediction predict(Hosted<?, ?, ?> application, List<Path> jars, SampleTerms terms, long keepBytes)
            throws IOException, InterruptedException {
        Origin origin = Origin.of(
                application,
                Jars.open(jars, application.className(), options.application.arguments)
                        .info());
        Path results = Prediction.resultsBeside(options.file(jars.get(0)));
        Instant created = Instant.now();
        Sampled sampled = PartialExecution.of(application, terms, keepBytes == 0 ? null : results, keepBytes);
        return new Prediction(origin, terms.growth(), created, ThisHost.name(), sampled, results);
    }
}
