package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanStarts;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.forecast.Calibration;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts planned runs by what earlier ones took: the starts of workers, and how far forecasts were from outcomes.
 *
 * @param history null: nothing is known, and shipped figures serve
 * @param application of the run; null if it is not known
 * @param jars of the application
 * @param workerJar null: the usual one
 */
public record PlanOutlook(
        @Nullable History history,
        @Nullable ApplicationKey application,
        List<Path> jars,
        @Nullable Path workerJar) {
    /**
     * The forecast of this plan; null if its units are not known.
     *
     * @param cycles number of cycles of the run; 0 if unknown, which counts as one
     * @param unitError half the width of the interval of the units' costs, as a fraction
     */
    public @Nullable PlanForecast of(Plan plan, int cycles, double unitError) {
        return PlanForecast.of(plan, Math.max(1, cycles), unitError, starts(plan), calibration());
    }

    /** The same of a plan that is made so long after its command began [s]. */
    public @Nullable PlanForecast of(Plan plan, int cycles, double unitError, double commandSeconds) {
        StartKnowledge starts = starts(plan).withCommand(commandSeconds);
        return PlanForecast.of(plan, Math.max(1, cycles), unitError, starts, calibration());
    }

    /** How far forecasts of planned runs were from outcomes. */
    public Calibration calibration() {
        return history == null || application == null
                ? Calibration.SHIPPED
                : EarlierOutcomes.of(history).calibration(application, RunKind.PLANNED);
    }

    /** The starts of the workers of any plan, by the history as it is now. It is read once for all plans. */
    public PlanStarts starts() {
        return new ForeseenStarts(workerJar, jars, application, history);
    }

    /** The starts of the workers of a plan. */
    StartKnowledge starts(Plan plan) {
        int master = plan.solution().master();
        List<String> workers = IntStream.concat(
                        IntStream.of(plan.chosen()), plan.masterComputes() ? IntStream.of(master) : IntStream.empty())
                .distinct()
                .mapToObj(plan::host)
                .toList();
        return starts().of(plan.view(), plan.host(master), workers);
    }
}
