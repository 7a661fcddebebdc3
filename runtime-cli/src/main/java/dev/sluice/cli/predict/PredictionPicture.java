package dev.sluice.cli.predict;

import dev.sluice.cli.plan.PlanPicture;
import dev.sluice.insight.predict.PredictionReport;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.picture.Page;
import dev.sluice.picture.RateCurve;
import java.util.List;
import java.util.Locale;

/** A prediction as a picture: the rate over the number of workers, with its band. */
final class PredictionPicture {
    private final PredictionReport report;
    private final String answer;

    /** @param answer the time from now */
    PredictionPicture(PredictionReport report, String answer) {
        this.report = report;
        this.answer = answer;
    }

    String svg() {
        return curve().picture().svg();
    }

    String html() {
        Page page = new Page("A run of " + report.prediction().origin().application(), answer + ". " + summary());
        page.picture(curve().picture());
        page.table(
                List.of("workers", "seconds", "at least", "at most", "units/s", "limited by"),
                report.curve().points().stream()
                        .map(point -> List.of(
                                String.valueOf(point.workers()),
                                number(point.seconds()),
                                number(point.low()),
                                number(point.high()),
                                number(point.unitsPerSecond()),
                                point.limit()))
                        .toList());
        return page.html();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private String summary() {
        int executed = report.prediction().sampled().cycle().sample().size();
        return String.format(
                Locale.ROOT,
                "Predicted by executing %,d of %,d units, on %s.",
                executed,
                report.prediction().sampled().cycle().units(),
                report.machines());
    }

    private RateCurve curve() {
        ScalingCurve curve = report.curve();
        double units = report.prediction().sampled().cycle().units();
        return new RateCurve(
                "Units per second",
                summary(),
                "workers",
                "units/s",
                curve.points().stream()
                        .map(point -> new RateCurve.Point(
                                point.workers(),
                                units / point.seconds(),
                                units / point.high(),
                                units / point.low(),
                                PlanPicture.binding(point.limit()),
                                point.limit()))
                        .toList(),
                curve.isFlat() ? curve.knee().workers() : 0,
                Double.POSITIVE_INFINITY);
    }
}
