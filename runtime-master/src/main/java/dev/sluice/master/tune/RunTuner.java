package dev.sluice.master.tune;

import dev.sluice.master.tune.TuningState.Input;
import dev.sluice.model.SluiceException;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.TunedStep;
import dev.sluice.model.tune.Tuner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tunes one setting of a run while it goes on. A copy of the run's state is looked at beside the loop, one at a time
 * and within a budget. What is decided is made when the run can take it, and recorded, later with its outcome. The
 * {@link Tuner} and its knob are used beside the loop only, all else on the master loop, to which it is confined.
 */
abstract class RunTuner implements Tuning {
    final Floor floor;
    final Beside beside;
    final TuningBudget budget;
    final Checkpoints checkpoints = new Checkpoints();

    /** The decisions whose outcome is not known, with their numbers. */
    private final Map<Adjustment, Integer> open = new HashMap<>();

    private final String word;
    private final String what;
    private TuningState state = TuningState.WATCHING;
    private long applicationBeganNanos;
    private long startedNanos;

    /** Number of the latest cycle; -1 before the first. */
    private int cycle = -1;

    /** @param what is tuned, in words */
    RunTuner(TuningTerms terms, Floor floor, String what) {
        this.floor = floor;
        this.beside = terms.beside();
        this.budget = new TuningBudget(terms.share());
        this.word = terms.word();
        this.what = what;
    }

    /**
     * The answer of a look.
     *
     * @param changes in their order; empty for none
     * @param steps all changes so far with their outcomes, these included
     * @param againNanos time after the look at which the next one is due; negative for the next checkpoint [ns]
     * @param cpuNanos processor time of the look [ns]
     * @param allNanos processor time of the tuner so far, that of measurements included [ns]
     * @param compared whether settings were compared, by simulating the rest of the run under each
     * @param isHome whether nothing will change any more
     * @param defect why the look failed; empty if it did not
     */
    record Answer(
            List<Adjustment> changes,
            List<TunedStep> steps,
            long againNanos,
            long cpuNanos,
            long allNanos,
            boolean compared,
            boolean isHome,
            String defect) {
        private static Answer broken(long allNanos, Throwable why) {
            String defect = why instanceof SluiceException wrong
                    ? wrong.code() + " " + wrong.getMessage()
                    : "the model failed: " + why;
            return new Answer(List.of(), List.of(), -1, 0, allNanos, false, true, defect);
        }
    }

    // ---- the state

    final boolean is(TuningState other) {
        return state == other;
    }

    final boolean isOff() {
        return state == TuningState.OFF;
    }

    final void on(Input input) {
        TuningState next = TuningState.TABLE.next(state, input);
        if (next == null) {
            throw new IllegalStateException("tuning of the " + what + " in state " + state + ": " + input);
        }
        state = next;
    }

    /** A cycle begins; tells whether it is the latest one, opened again. */
    final boolean begins(int number) {
        boolean again = number == cycle;
        if (cycle < 0) {
            applicationBeganNanos = floor.applicationNanos();
            startedNanos = floor.nanoTime();
        }
        cycle = number;
        return again;
    }

    /** Number of the latest cycle; -1 before the first. */
    final int cycle() {
        return cycle;
    }

    /** Time that the application's thread had worked when units began to be computed [ns]. */
    final long applicationBeganNanos() {
        return applicationBeganNanos;
    }

    /** Time since the first cycle began [s]. */
    final double passedSeconds() {
        return (floor.nanoTime() - startedNanos) / 1e9;
    }

    // ---- looks

    /**
     * Begins a look.
     *
     * @param foretold its cost; null if that is not foretold
     * @param look is called beside the loop
     * @param then takes the answer, on the loop
     */
    final void look(
            Tuner tuner, TuningBudget.@Nullable Cost foretold, Supplier<List<Adjustment>> look, Consumer<Answer> then) {
        compute(() -> answer(tuner, look), error -> Answer.broken(0, error), answer -> {
            budget.looked(foretold, answer.cpuNanos(), answer.allNanos(), answer.compared());
            floor.looked(word, answer.allNanos());
            if (isOff() || floor.isEnding()) {
                return;
            }
            if (!answer.defect().isEmpty()) {
                close(answer.defect());
                return;
            }
            for (TunedStep step : answer.steps()) {
                if (!step.outcome().isEmpty()) {
                    judge(step.change(), step.outcome());
                }
            }
            then.accept(answer);
        });
    }

    /** Looks at the run, beside the loop. A defect of the model ends the tuning, and not the run. */
    private Answer answer(Tuner tuner, Supplier<List<Adjustment>> look) {
        long from = beside.cpuNanos();
        try {
            List<Adjustment> changes = look.get();
            long all = beside.cpuNanos();
            return new Answer(
                    changes,
                    tuner.steps(),
                    againNanos(tuner),
                    all - from,
                    all,
                    tuner.hasCompared(),
                    tuner.isHome(),
                    "");
        } catch (RuntimeException | StackOverflowError defect) {
            return Answer.broken(beside.cpuNanos(), defect);
        }
    }

    static long againNanos(Tuner tuner) {
        double again = tuner.againSeconds();
        return again < 0 ? -1 : Math.round(again * 1e9);
    }

    /**
     * Computes something beside the loop, during which no look may begin. The result comes back to the loop even if the
     * computation ends with an {@link Error}.
     *
     * @param failed makes the result of a task that throws
     */
    final <T> void compute(Supplier<T> task, Function<Throwable, T> failed, Consumer<T> then) {
        on(Input.LOOK);
        beside.execute(() -> {
            T result;
            try {
                result = task.get();
            } catch (RuntimeException | Error thrown) {
                floor.post(() -> computed(failed.apply(thrown), then));
                throw thrown; // the thread decides what an error means for the process
            }
            floor.post(() -> computed(result, then));
        });
    }

    private <T> void computed(T result, Consumer<T> then) {
        on(Input.ANSWER);
        then.accept(result);
    }

    // ---- the record of decisions

    /** Records a change that has been made. */
    final void decided(Adjustment change, String words) {
        int number = floor.decided(word, words, change.why(), change.promise());
        if (number >= 0) {
            open.put(change, number);
        }
    }

    /** Records the outcome of a change, unless one is recorded. */
    final void judge(Adjustment change, String outcome) {
        Integer number = open.remove(change);
        if (number != null) {
            floor.judged(number, outcome);
        }
    }

    // ---- the end

    /** Ends the tuning, because the run can be tuned no more. */
    abstract void close(String why);

    /** @param outcome of changes that will not be judged any more */
    final void ends(String why, String outcome) {
        floor.decided(word, "the tuning of the " + what + " ends", why, "");
        stop(outcome);
    }

    @Override
    public void runEnded() {
        stop("kept: not judged, because the run ended");
    }

    /** @param outcome of each change that promises something, because no other outcome will be known */
    void stop(String outcome) {
        for (Adjustment change : List.copyOf(open.keySet())) {
            if (change.expected() != null) {
                judge(change, outcome);
            }
        }
        open.clear();
        on(Input.END);
        beside.close();
    }
}
