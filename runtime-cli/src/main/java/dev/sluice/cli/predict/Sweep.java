package dev.sluice.cli.predict;

import dev.sluice.cli.option.Table;
import dev.sluice.json.Json;
import dev.sluice.model.Amount;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.ScalingCurve;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares runs that differ in one option of the application, each with as many workers as are enough. */
final class Sweep {
    private static final String SCHEMA = "sluice-sweep-1";

    /** Times within this factor are about equal. */
    private static final double ALIKE = 1.05;

    private final SweptOption option;
    private final String machines;
    private final List<Row> rows = new ArrayList<>();
    private @Nullable SluiceException refusal;

    /** Predicts the run with these arguments of the application. */
    interface Prediction {
        PredictedRun.Foretold of(List<String> arguments) throws IOException, InterruptedException;
    }

    /**
     * The run with one value.
     *
     * @param refused why there is none; empty if there is
     * @param unitSeconds mean time of a unit on a slot here
     * @param overhead share of the workers' time in which they do not compute; NaN on machines unlike this one
     * @param workers as many as are enough
     */
    private record Row(
            String value,
            @IfKnown String refused,
            @IfKnown @Nullable Long units,
            @IfKnown double unitSeconds,
            @IfKnown double overhead,
            @IfKnown @Nullable Integer workers,
            @IfKnown double seconds,
            @IfKnown double low,
            @IfKnown double high,
            @IfKnown String limit) {
        private static Row of(String value, PredictedRun.Foretold run, boolean alike) {
            PredictedCycle cycle = run.prediction().sampled().cycle();
            ScalingCurve.Point knee = run.curve().knee();
            double computing = cycle.totalSeconds() / (knee.workers() * knee.seconds());
            return new Row(
                    value,
                    "",
                    cycle.units(),
                    cycle.totalSeconds() / cycle.units(),
                    alike ? Math.max(0, 1 - computing) : Double.NaN,
                    knee.workers(),
                    knee.seconds(),
                    knee.low(),
                    knee.high(),
                    knee.limit());
        }

        private static Row refused(String value, String why) {
            double none = Double.NaN;
            return new Row(value, why, null, none, none, null, none, none, none, "");
        }

        private boolean isKnown() {
            return refused.isEmpty();
        }

        private double late() {
            return Calibration.late(seconds, high);
        }
    }

    private record Document(String schema, String option, String best, String machines, List<Row> values) {}

    /** @param machines of the runs, in words */
    Sweep(SweptOption option, String machines) {
        this.option = option;
        this.machines = machines;
    }

    /**
     * Predicts a run for each value.
     *
     * @param alike whether the machines compute as fast as this one
     * @throws SluiceException of the first value if the application refuses all of them
     */
    void run(List<String> arguments, boolean alike, Prediction prediction) throws IOException, InterruptedException {
        for (String value : option.values()) {
            try {
                rows.add(Row.of(value, prediction.of(option.in(arguments, value)), alike));
            } catch (SluiceException refused) {
                refusal = refusal == null ? refused : refusal;
                rows.add(Row.refused(value, String.valueOf(refused.getMessage())));
            }
        }
        if (refusal != null && known().findAny().isEmpty()) {
            throw refusal;
        }
    }

    private Stream<Row> known() {
        return rows.stream().filter(Row::isKnown);
    }

    /** The run that ends earliest in nine of ten cases. */
    private Row best() {
        return known().min(Comparator.comparingDouble(Row::late)).orElseThrow();
    }

    String json() {
        return Json.of(new Document(SCHEMA, option.name(), best().value(), machines, rows));
    }

    /** The advice, and the table behind it. */
    String text() {
        Row best = best();
        Row worst = known().max(Comparator.comparingDouble(Row::late)).orElseThrow();
        String instead = worst.late() <= ALIKE * best.late()
                ? known().count() == 1 ? "" : "; all values take about as long"
                : String.format(Locale.ROOT, "; %s takes %s", worst.value(), Amount.seconds(worst.seconds()));
        return String.format(
                Locale.ROOT,
                "Take %s %s: about %s with %s%s%n%nWhy: from the start of the workers to the last result, on %s%n%s",
                option.name(),
                best.value(),
                Amount.seconds(best.seconds()),
                Plural.of(known(best.workers()), "worker"),
                instead,
                machines,
                table(best).of(rows));
    }

    private static long known(@Nullable Number number) {
        return number == null ? 0 : number.longValue();
    }

    private Table<Row> table(Row best) {
        return new Table<Row>()
                .left("", row -> row.equals(best) ? "*" : "")
                .left(option.name(), Row::value)
                .right("units", 0, "%s", row -> row.isKnown() ? String.format(Locale.ROOT, "%,d", row.units()) : "–")
                .right("of a unit", 0, "%s", row -> row.isKnown() ? Amount.seconds(row.unitSeconds()) : "–")
                .right(
                        "overhead",
                        0,
                        "%s",
                        row -> Double.isNaN(row.overhead())
                                ? "–"
                                : String.format(Locale.ROOT, "%.0f %%", 100 * row.overhead()))
                .right("workers", 0, "%s", row -> row.isKnown() ? known(row.workers()) : "–")
                .right("time", 0, "%s", row -> row.isKnown() ? Amount.seconds(row.seconds()) : "–")
                .left(
                        "between",
                        row -> row.isKnown() ? Amount.seconds(row.low()) + " and " + Amount.seconds(row.high()) : "–")
                .left("limited by", row -> row.isKnown() ? row.limit() : "refused: " + row.refused());
    }
}
