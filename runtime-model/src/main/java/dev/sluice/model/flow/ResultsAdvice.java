package dev.sluice.model.flow;

import dev.sluice.model.ResultsKind;
import java.util.Optional;

/**
 * Another way to return results with which the same cycle would be faster.
 *
 * @param kind the other way
 * @param fromWups rate of a cycle as it is [units/s]
 * @param toWups rate of a cycle with the other way [units/s]
 * @param valueBytes size of a combined value, which is a guess if results are not combined yet [bytes]
 */
public record ResultsAdvice(ResultsKind kind, double fromWups, double toWups, double valueBytes) {
    /** A smaller gain is within the error of the model. */
    private static final double LEAST_GAIN = 1.03;

    /** The same for values of which nothing is known. */
    private static final double LEAST_GUESSED = 1.25;

    /**
     * The best other way, if it is worth a sentence.
     *
     * @param flow of the units of one cycle to these workers
     * @param units of the cycle
     * @param workers indices of hosts that get the setup and return values
     */
    public static Optional<ResultsAdvice> of(FlowSolution flow, boolean masterComputes, double units, int[] workers) {
        UnitCosts costs = flow.costs();
        double from = rate(flow, costs, masterComputes, units, workers);
        ResultsAdvice best = null;
        for (ResultsKind kind : ResultsKind.values()) {
            UnitCosts other = kind == ResultsKind.ACCUMULATED ? costs.combined() : costs.withResults(kind);
            double to = kind == costs.results() ? 0 : rate(flow, other, masterComputes, units, workers);
            boolean guessed = kind == ResultsKind.ACCUMULATED && costs.valueBytes() == 0;
            if (to > (guessed ? LEAST_GUESSED : LEAST_GAIN) * from && (best == null || to > best.toWups())) {
                best = new ResultsAdvice(kind, from, to, other.valueBytes());
            }
        }
        return Optional.ofNullable(best);
    }

    private static double rate(
            FlowSolution like, UnitCosts costs, boolean masterComputes, double units, int[] workers) {
        FlowSolution flow = Placement.solve(like.view(), costs, masterComputes).solution(like.master(), workers);
        return CyclePhases.of(flow, costs, units, workers).rateWups();
    }
}
