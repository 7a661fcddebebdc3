package dev.sluice.insight.replay;

import dev.sluice.model.simulate.World;
import dev.sluice.model.tune.FixedChoice;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cost of the choice of a run: its time and that of every fixed choice, all of them simulated, so that errors of
 * the model that both have cancel out. Immutable.
 *
 * @param draws simulations of each choice; 1 if each unit has a recorded time
 * @param rows the shortest time first
 */
public record Regret(int draws, List<Row> rows, Row chosen) {
    /**
     * A choice and its time.
     *
     * @param choice with which the run begins
     * @param changes of the hand-out while the run goes on; 0 for a fixed choice
     */
    public record Row(FixedChoice choice, int changes, ReplayTime time) {
        /** The choice as a user types it. */
        public String name() {
            return changes > 0 ? choice + ", changed" : choice.toString();
        }
    }

    public Regret {
        rows = List.copyOf(rows);
    }

    /**
     * Simulates a run as it was, with the changes of the hand-out that it made, and under fixed choices.
     *
     * @param choices the run's own may be among them
     */
    public static Regret of(RecordedRun run, List<FixedChoice> choices) {
        World world = run.replica().run().world();
        Replays replays = new Replays(run);
        FixedChoice own = FixedChoice.of(world.terms());
        boolean fixed = run.changes() == 0;
        ReplayTime time = replays.time(world);
        Row chosen = new Row(own, run.changes(), time);
        List<Row> rows = Stream.concat(
                        Stream.of(chosen),
                        choices.stream()
                                .filter(choice -> !fixed || !choice.equals(own))
                                .map(choice -> new Row(choice, 0, replays.time(world.with(choice.in(world.terms()))))))
                .sorted(Comparator.comparingDouble((Row row) -> row.time().mean()))
                .toList();
        return new Regret(replays.draws(), rows, chosen);
    }

    /** The best in hindsight; the run's own choice where another is not faster. */
    public Row best() {
        Row first = rows.get(0);
        return chosen.time().mean() <= first.time().mean() ? chosen : first;
    }

    /** The time that the run's choice took longer than the best one [%]. */
    public double percent() {
        return chosen.time().percentAbove(best().time());
    }

    /** Standard deviation of {@link #percent} over the draws; 0 for one [%]. */
    public double percentSpread() {
        return chosen.time().percentSpread(best().time());
    }
}
