package dev.sluice.master.report;

import dev.sluice.model.Amount;
import dev.sluice.model.forecast.Chance;
import dev.sluice.model.record.PromiseNow;
import dev.sluice.model.record.RunView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether a run will end by the time that was asked for: says at once when it probably will not, with what
 * limits the run and what would help, and lets workers work that were set aside. Confined to the master loop, but for
 * {@link #last}.
 */
public final class PromiseWatch {
    /** Below this chance the run changes what it may. */
    private static final double SURE = 0.9;

    /** Below this chance the promise will probably not be kept. */
    private static final double DOUBTFUL = 0.5;

    /** Looks in a row that must agree before anything is said. */
    private static final int AGREEING = 2;

    private final Due due;
    private final double commandSeconds;
    private final double dueSeconds;
    private final Consumer<String> news;
    private final Supplier<List<String>> moreWorkers;
    private final List<String> changed = new ArrayList<>();
    private volatile @Nullable PromiseNow last;
    private double warnedSeconds = Double.NaN;
    private boolean doubted;
    private int low;
    private int high;

    /**
     * @param command when the command began
     * @param startedAt the start of the run
     * @param moreWorkers lets workers work that were set aside; returns what was changed
     */
    public PromiseWatch(
            Due due, Instant command, Instant startedAt, Consumer<String> news, Supplier<List<String>> moreWorkers) {
        this.due = due;
        this.commandSeconds = (startedAt.toEpochMilli() - command.toEpochMilli()) / 1e3;
        this.dueSeconds = (due.by().toEpochMilli() - startedAt.toEpochMilli()) / 1e3;
        this.news = news;
        this.moreWorkers = moreWorkers;
    }

    /**
     * The promise at this moment.
     *
     * @param seconds since the start of the run
     * @param left seconds until its end, at least and at most; negative if they are not known
     */
    PromiseNow now(double seconds, double[] left) {
        if (left[0] >= 0 && left[1] > 0) {
            // The time left has the error, and what has passed has none.
            double sure = Math.max(left[0], 1e-3);
            double chance = Chance.ofAtMost(dueSeconds - seconds, sure, Math.max(sure, left[1]));
            return new PromiseNow(due.text(), dueSeconds, seconds + left[0], seconds + left[1], chance);
        }
        double chance = Double.isNaN(due.chance()) ? -1 : due.chance(); // nothing is known but what was said before
        return new PromiseNow(
                due.text(), dueSeconds, known(due.low() - commandSeconds), known(due.high() - commandSeconds), chance);
    }

    private static double known(double seconds) {
        return Double.isNaN(seconds) ? -1 : Math.max(seconds, 1e-3);
    }

    /**
     * Looks whether the promise will be kept.
     *
     * @param changes that would make the run quicker, the best first
     */
    void look(RunView.Overview overview, List<RunView.Change> changes) {
        PromiseNow now = overview.promise();
        last = now;
        if (now == null || now.chance() < 0 || overview.doneInAll() == 0) {
            return;
        }
        if (now.chance() < SURE && changed.isEmpty()) {
            changed.addAll(moreWorkers.get());
            changed.forEach(what -> news.accept(due.when() + ": " + what + ", to keep it"));
        }
        low = now.chance() < DOUBTFUL ? low + 1 : 0;
        high = now.chance() >= SURE ? high + 1 : 0;
        if (!doubted && low >= AGREEING) {
            doubted = true;
            warnedSeconds = Double.isNaN(warnedSeconds) ? commandSeconds + overview.seconds() : warnedSeconds;
            news.accept(warning(
                    overview,
                    now,
                    changes.stream().filter(RunView.Change::helps).findFirst().orElse(null)));
        } else if (doubted && high >= AGREEING) {
            doubted = false;
            news.accept(due.when() + ": will probably be kept after all");
        }
    }

    /** The promise when it was last looked at; null before. Any thread. */
    public @Nullable PromiseNow last() {
        return last;
    }

    private String warning(RunView.Overview overview, PromiseNow now, RunView.@Nullable Change best) {
        double later = now.low() - dueSeconds;
        String late = later > 0
                ? Amount.seconds(later) + " to " + Amount.seconds(now.high() - dueSeconds) + " late"
                : "up to " + Amount.seconds(now.high() - dueSeconds) + " late";
        String cause = overview.bottleneck().isEmpty() ? "" : ". " + overview.bottleneck();
        return due.when() + ": will probably not be kept, the run would be " + late + cause
                + (best == null ? "" : " What would help: " + best.sentence());
    }

    /**
     * Tells what became of it.
     *
     * @param takenSeconds from the command to the end of the run
     * @param complete whether it computed all units
     */
    public Promise outcome(double takenSeconds, boolean complete) {
        return new Promise(
                due.text(),
                commandSeconds + dueSeconds,
                due.low(),
                due.high(),
                due.chance(),
                takenSeconds,
                complete,
                warnedSeconds,
                changed);
    }
}
