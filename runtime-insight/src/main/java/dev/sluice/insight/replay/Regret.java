package dev.sluice.insight.replay;

import dev.sluice.insight.gain.RunReplica;
import dev.sluice.model.tune.FixedChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cost of the choice of a run: its time and that of every fixed choice, all of them simulated, so that errors of
 * the model that both have cancel out. Immutable.
 *
 * @param draws simulations of each choice; 1 if each unit has a recorded time
 * @param rows the shortest time first
 */
public record Regret(int draws, List<Row> rows, Row chosen) {
    /** A choice and its time. */
    public record Row(FixedChoice choice, ReplayTime time) {}

    public Regret {
        rows = List.copyOf(rows);
    }

    /**
     * Simulates a run under its own choice and under others.
     *
     * @param choices the run's own may be among them
     */
    public static Regret of(RecordedRun run, List<FixedChoice> choices) {
        RunReplica replica = run.replica();
        Replays replays = new Replays(run);
        FixedChoice own = FixedChoice.of(replica.terms());
        List<FixedChoice> all = new ArrayList<>(choices);
        if (!all.contains(own)) {
            all.add(0, own);
        }
        List<Row> rows = all.stream()
                .map(choice -> new Row(choice, replays.time(choice.in(replica.terms()), replica.machines())))
                .sorted(Comparator.comparingDouble((Row row) -> row.time().mean()))
                .toList();
        Row chosen = rows.stream()
                .filter(row -> row.choice().equals(own))
                .findFirst()
                .orElseThrow();
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
