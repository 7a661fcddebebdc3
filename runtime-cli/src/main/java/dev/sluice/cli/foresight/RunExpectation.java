package dev.sluice.cli.foresight;

import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.master.report.Due;
import dev.sluice.master.report.TreeForetold;
import org.jspecify.annotations.Nullable;

/**
 * Tells what is expected of a run before it begins, from a plan and from the command line.
 *
 * @param possible the rate that a plan allows; null: computed after the run
 * @param foretold what the planner of another host foretold; null: nothing
 * @param tree what is expected of sub-masters; null: nothing
 * @param required the efficiency that the run must reach; null: any
 * @param due the time by which it is to be complete; null: any
 * @param assumed workers of which that is expected, while the others wait; 0: all
 */
public record RunExpectation(
        @Nullable Double possible,
        @Nullable MakespanForecast foretold,
        @Nullable TreeForetold tree,
        @Nullable RequiredEfficiency required,
        @Nullable Due due,
        int assumed) {
    /** Nothing is expected. */
    public static final RunExpectation NONE = new RunExpectation(null, null, null, null, null, 0);

    /** The same with what a plan here allows. */
    public RunExpectation planned(double rate, @Nullable TreeForetold ofPlan) {
        return new RunExpectation(rate, foretold, tree == null ? ofPlan : tree, required, due, assumed);
    }

    /** The same that is to be complete by this time, by the work of so many workers. */
    public RunExpectation by(@Nullable Due other, int workers) {
        return new RunExpectation(possible, foretold, tree, required, other, workers);
    }

    /** Tells whether a plan put the run where it is. */
    public boolean isPlanned() {
        return possible != null || foretold != null;
    }
}
