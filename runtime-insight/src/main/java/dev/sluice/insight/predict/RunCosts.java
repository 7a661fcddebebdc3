package dev.sluice.insight.predict;

import dev.sluice.api.Hosted;
import dev.sluice.api.InputFile;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.Jars;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Costs of a run's units, before it begins: as predicted earlier, or as measured with a few units executed here now.
 *
 * @param application as the history knows it
 * @param unit on average
 * @param cycles number of all cycles, of which later ones are like the first; 0 if unknown
 * @param results how they travel
 * @param files that units read
 * @param host where units were executed
 * @param source for people, with its error
 * @param error half the width of the interval of the units' costs, as a fraction
 * @param cycle the units of the first cycle, on the host where some were executed
 */
public record RunCosts(
        ApplicationKey application,
        UnitCosts unit,
        int cycles,
        ResultsKind results,
        List<PredictedFile> files,
        String host,
        String source,
        double error,
        PredictedCycle cycle) {
    private static final long BUDGET_SECONDS = 10;

    /** Half the width of an interval that suffices to compare hosts. */
    private static final double ERROR = 0.05;

    /**
     * The run in question.
     *
     * @param className of the application; null: as its jar says
     * @param prediction of this run; null: the latest one
     * @param files that the user names; the application may name others
     */
    public record Asked(
            List<Path> jars,
            @Nullable String className,
            List<String> arguments,
            @Nullable Path prediction,
            List<InputFile> files) {}

    /**
     * The costs of a run.
     *
     * @param hosts among which a plan chooses: no more units are executed than each would have
     * @param execute whether to execute units if there is no prediction
     */
    public static RunCosts of(Asked run, int hosts, boolean execute) throws IOException, InterruptedException {
        List<Path> jars = run.jars();
        Hosted<?, ?, ?> application = loaded(run);
        ApplicationInfo info =
                Jars.open(jars, application.className(), run.arguments()).info();
        ApplicationKey key = RunRecord.key(jars.get(0), application.className(), info);
        Origin origin = Origin.of(application, info);
        Optional<Prediction> known = PredictionStore.of(run.prediction(), origin);
        if (known.isPresent()) {
            Prediction found = known.get();
            String source = run.prediction() != null
                    ? "as " + run.prediction() + " says"
                    : "as predicted at " + found.created().truncatedTo(ChronoUnit.SECONDS);
            return of(key, found, source, run.files());
        }
        if (!execute) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--dry-run: the cost of a unit is unknown (expected: a prediction of the same run, by 'sluice"
                            + " predict')");
        }
        Prediction now = sample(application, origin, hosts, TimeUnit.SECONDS.toNanos(BUDGET_SECONDS));
        return of(
                key,
                now,
                String.format(
                        Locale.ROOT,
                        "as units executed here in %.1f s show ('sluice predict' remembers)",
                        now.sampled().nanos() / 1e9),
                List.of());
    }

    /**
     * The prediction of a run: an earlier one, or one by a few units that are executed here now, which later runs find.
     *
     * @param slots on which it will run
     * @param budgetNanos time for executing units
     */
    public static Prediction prediction(Asked run, int slots, long budgetNanos, Consumer<String> news)
            throws IOException, InterruptedException {
        Hosted<?, ?, ?> application = loaded(run);
        Origin origin = Origin.of(
                application,
                Jars.open(run.jars(), application.className(), run.arguments()).info());
        Optional<Prediction> known = PredictionStore.of(run.prediction(), origin);
        if (known.isPresent()) {
            return known.get();
        }
        Prediction now = sample(application, origin, slots, budgetNanos);
        PredictionStore.remember(now, news);
        return now;
    }

    private static Hosted<?, ?, ?> loaded(Asked run) {
        Hosted<?, ?, ?> application = Applications.load(run.jars(), run.className());
        Applications.parse(application, run.arguments());
        application.addFiles(run.files());
        return application;
    }

    /** The costs of a predicted run, whose application is not at hand. */
    public static RunCosts predicted(Path file, List<InputFile> named) {
        Prediction prediction = PredictionFile.read(file);
        return of(RunRecord.key(prediction.origin()), prediction, "as " + file + " says", named);
    }

    private static Prediction sample(Hosted<?, ?, ?> application, Origin origin, int workers, long budgetNanos)
            throws IOException, InterruptedException {
        SampleTerms terms = new SampleTerms(new SampleGrowth(ERROR, workers), budgetNanos, 0, new SplittableRandom(1));
        Instant created = Instant.now();
        Sampled sampled = PartialExecution.of(application, terms, null, 0);
        return new Prediction(origin, terms.growth(), created, ThisHost.name(), sampled, Path.of(""));
    }

    /**
     * Mean costs without the start-up part of the accept time. The first accept, which loads and interprets the code,
     * would dominate the mean of few results, and a run has it only once.
     */
    private static UnitCosts steady(Prediction prediction) {
        UnitCosts mean = prediction.unitCosts();
        double[] accepting = prediction.sampled().cycle().sample().stream()
                .mapToDouble(SampledUnit::acceptSeconds)
                .sorted()
                .toArray();
        return mean.withTimes(mean.unitSeconds(), Math.min(mean.resultSeconds(), accepting[accepting.length / 2]))
                .withMix(prediction.sampled().cycle().mix());
    }

    /** Units of the first cycle. */
    public long units() {
        return cycle.units();
    }

    /** Costs on a slot of speed 1 of this view: the host where units were executed may have another speed. */
    public UnitCosts unit(ViewFile view) {
        return unit.slower(view.speed(host).orElse(1));
    }

    private static RunCosts of(
            ApplicationKey application, Prediction prediction, String source, List<InputFile> named) {
        return new RunCosts(
                application,
                steady(prediction),
                prediction.sampled().cycles(),
                prediction.sampled().results(),
                PredictedFile.merged(prediction.sampled().files(), named, true),
                prediction.host(),
                String.format(
                        Locale.ROOT,
                        "%s, %+.0f to %+.0f %%",
                        source,
                        100 * prediction.sampled().interval().low(),
                        100 * prediction.sampled().interval().high()),
                Math.max(
                        -prediction.sampled().interval().low(),
                        prediction.sampled().interval().high()),
                prediction.sampled().cycle());
    }
}
