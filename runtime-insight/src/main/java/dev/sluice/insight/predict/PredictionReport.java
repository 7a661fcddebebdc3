package dev.sluice.insight.predict;

import dev.sluice.api.Verdict;
import dev.sluice.json.Json;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Plural;
import dev.sluice.model.Written;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The output of {@code predict}.
 *
 * @param fromNow the time from the command to the end; null if it is not known who computes
 * @param machines the machines of the curve, in words
 * @param simulatedSeconds simulated cost of the prediction itself [s]
 * @param tookSeconds total time [s]
 */
public record PredictionReport(
        Prediction prediction,
        KnownCosts costs,
        @Nullable MakespanForecast fromNow,
        String machines,
        ScalingCurve curve,
        double simulatedSeconds,
        double tookSeconds) {
    private static final int FAILURES_SHOWN = 5;

    private record Document(
            @Written(flat = true) PredictionFile file,
            Costs costs,
            @IfKnown @Nullable Forecast forecast,
            Curve curve,
            Took took) {}

    private record Costs(@Written(flat = true) RuntimeCosts costs, String source) {}

    private record Forecast(double seconds, double low, double high, boolean whole, List<String> assumes) {}

    private record Curve(String machines, int knee, boolean flat, List<ScalingCurve.Point> points) {}

    private record Took(double seconds, double executingSeconds, double simulatingSeconds) {}

    public String json() {
        Sampled sampled = prediction.sampled();
        MakespanForecast now = fromNow;
        boolean staged = !files().isNone();
        return Json.of(new Document(
                PredictionFile.of(prediction),
                new Costs(costs.costs(), costs.source()),
                now == null ? null : new Forecast(now.seconds(), now.low(), now.high(), sampled.whole(), now.words()),
                new Curve(
                        machines,
                        curve.knee().workers(),
                        curve.isFlat(),
                        curve.points().stream()
                                .map(point -> staged ? point : point.unstaged())
                                .toList()),
                new Took(tookSeconds, sampled.nanos() / 1e9, simulatedSeconds)));
    }

    public String table(Path file) {
        StringBuilder text = new StringBuilder();
        if (fromNow != null) {
            line(text, "%s", String.join("; ", fromNow.words()));
        }
        sample(text);
        failures(text);
        line(text, "");
        line(text, "from the start of the workers to the last result, on %s:", machines);
        line(text, "%8s %12s %25s %14s   %s", "workers", "seconds", "expected between", "units/s", "limited by");
        for (ScalingCurve.Point point : curve.points()) {
            line(
                    text,
                    "%8d %12.2f %12.2f %12.2f %14.1f   %s",
                    point.workers(),
                    point.seconds(),
                    point.low(),
                    point.high(),
                    point.unitsPerSecond(),
                    point.limit());
        }
        files(text);
        ScalingCurve.Point knee = curve.knee();
        line(
                text,
                curve.isFlat() ? "%s enough: more gain less than 5 %%%s" : "More than %s would still help%s.",
                Plural.of(knee.workers(), "worker") + (!curve.isFlat() ? "" : knee.workers() == 1 ? " is" : " are"),
                knee.limit().equals(RunTimeForecast.NO_LIMIT) ? "" : " (limit: " + knee.limit() + ")");
        footer(text, file);
        return text.toString();
    }

    private void sample(StringBuilder text) {
        Sampled sampled = prediction.sampled();
        Interval interval = sampled.interval();
        Interval inOrder = sampled.cycle().intervalInOrder();
        double total = prediction.totalSeconds();
        int count = sampled.cycle().sample().size();
        line(
                text,
                "%s: %s%s; %,d executed (%.3g %%) in %.2f s",
                prediction.origin().application(),
                Plural.of(sampled.cycle().units(), "unit"),
                sampled.cycle().open()
                        ? " of the open cycle are known when it begins; what results or a source add is not foretold"
                        : sampled.last() ? "" : " in the first cycle, which alone is predicted",
                count,
                100.0 * count / sampled.cycle().units(),
                sampled.nanos() / 1e9);
        line(
                text,
                "all units on one slot of this machine: %.2f s, expected between %.2f and %.2f (%+.1f to %+.1f %%): %s",
                total,
                total * (1 + interval.low()),
                total * (1 + interval.high()),
                100 * interval.low(),
                100 * interval.high(),
                sampled.stop().sentence());
        line(text, "if neighbouring units are alike: ±%.1f %%", 100 * inOrder.high());
        line(
                text,
                "a message costs the master %.1f µs and a worker %.1f µs, %s",
                costs.costs().masterMessageNanos() / 1e3,
                costs.costs().workerMessageNanos() / 1e3,
                costs.source());
        if (sampled.course().verdict() != Verdict.CONTINUE) {
            line(
                    text,
                    "the application said %s to one of these results: the run may end earlier than predicted",
                    sampled.course().verdict());
        }
    }

    private StagedFiles files() {
        return PredictedFile.staged(prediction.sampled().files());
    }

    /** The time of the files, for the number of workers at the knee. */
    private void files(StringBuilder text) {
        if (!files().isNone()) {
            ScalingCurve.Point knee = curve.knee();
            line(
                    text,
                    "files %s: %s before the last of %d worker%s can begin, included above",
                    Quantity.SIZE.rounded(files().bytes()),
                    Quantity.TIME.rounded(knee.stagingSeconds()),
                    knee.workers(),
                    knee.workers() == 1 ? "" : "s");
        }
    }

    private void failures(StringBuilder text) {
        var failures = prediction.sampled().failures();
        for (int i = 0; i < Math.min(FAILURES_SHOWN, failures.size()); i++) {
            line(
                    text,
                    "left out: unit %d: %s",
                    failures.get(i).unit(),
                    failures.get(i).text());
        }
        if (failures.size() > FAILURES_SHOWN) {
            line(text, "left out: %d more", failures.size() - FAILURES_SHOWN);
        }
    }

    private void footer(StringBuilder text, Path file) {
        line(
                text,
                "took %.2f s: %.2f executing units, %.2f simulating",
                tookSeconds,
                prediction.sampled().nanos() / 1e9,
                simulatedSeconds);
        int kept = prediction.sampled().kept().positions().size();
        line(
                text,
                "prediction: %s%s",
                file,
                kept == 0 ? "" : "; 'run --prediction " + file + "' takes the " + kept + " results from it");
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
