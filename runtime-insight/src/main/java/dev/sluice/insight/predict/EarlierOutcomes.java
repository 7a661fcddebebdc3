package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.OutcomeRow;
import dev.sluice.model.forecast.Calibration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Earlier forecasts beside their outcomes: how far the next forecast can be trusted.
 *
 * @param rows newest first
 */
public record EarlierOutcomes(List<OutcomeRow> rows) {
    /** Nothing is known. */
    public static final EarlierOutcomes NONE = new EarlierOutcomes(List.of());

    /** The source of forecasts from earlier runs. */
    public static final String FROM_HISTORY = "earlier runs";

    /** Number of the latest forecasts of an application that decide whether its next one is shown. */
    private static final int LATEST = 20;

    /** Fewer forecasts say nothing about the next one. */
    private static final int ENOUGH = 10;

    /** Share of the latest forecasts whose interval must have held. */
    private static final double HELD = 0.9;

    public EarlierOutcomes {
        rows = List.copyOf(rows);
    }

    /** The outcomes in this history. */
    public static EarlierOutcomes of(History history) {
        return new EarlierOutcomes(history.outcomes());
    }

    /** The calibration for a run: by its application and kind, else by its kind alone, else as shipped. */
    public Calibration calibration(ApplicationKey application, RunKind kind) {
        Calibration own =
                calibration(row -> isOf(row, application, kind), "outcomes of this application in " + words(kind));
        return own.rows() > 0
                ? own
                : calibration(
                        row -> row.kind().equals(kind.word()), "outcomes of other applications in " + words(kind));
    }

    private static String words(RunKind kind) {
        return kind.word() + " runs";
    }

    private Calibration calibration(Predicate<OutcomeRow> of, String source) {
        List<OutcomeRow> latest = rows.stream()
                .filter(of)
                .filter(OutcomeRow::counts)
                .limit(Calibration.LATEST)
                .toList();
        return Calibration.of(
                latest.stream().mapToDouble(OutcomeRow::logError).toArray(),
                latest.stream().mapToDouble(OutcomeRow::sigma).toArray(),
                source);
    }

    /**
     * Tells whether the intervals of enough forecasts held that nobody asked for, of this application in runs of this
     * kind, so that the next one helps its user.
     */
    public boolean hasHeld(ApplicationKey application, RunKind kind) {
        List<OutcomeRow> latest = rows.stream()
                .filter(row -> !row.asked() && isOf(row, application, kind))
                .limit(LATEST)
                .toList();
        long held = latest.stream().filter(OutcomeRow::held).count();
        return latest.size() >= ENOUGH && held >= HELD * latest.size();
    }

    private static boolean isOf(OutcomeRow row, ApplicationKey application, RunKind kind) {
        return row.kind().equals(kind.word()) && row.application().type().equals(application.type());
    }
}
