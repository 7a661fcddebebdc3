package dev.sluice.master.tune;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The looks of a tuner at its run, one at a time. Each is computed beside the loop, and its answer comes back to the
 * loop even if the computation ends with an {@link Error}. Confined to the master loop.
 */
final class Looks {
    private final TunedFloor run;
    private final Beside beside;
    private final TuningBudget budget;
    private boolean underWay;

    /** @param budget pays for the looks */
    Looks(TunedFloor run, Beside beside, TuningBudget budget) {
        this.run = run;
        this.beside = beside;
        this.budget = budget;
    }

    /** Tells whether a look has begun whose answer has not come. */
    boolean isUnderWay() {
        return underWay;
    }

    /**
     * Begins a look whose cost was foretold.
     *
     * @param foretold the cost
     * @param look is called beside the loop
     * @param then takes the answer, on the loop
     */
    void begin(TuningBudget.Cost foretold, Supplier<TuningAnswer> look, Consumer<TuningAnswer> then) {
        compute(look, TuningAnswer::broken, answer -> {
            budget.spent(answer.allNanos());
            if (!foretold.proposes() || answer.compared()) {
                budget.learn(foretold.units(), answer.cpuNanos());
            }
            then.accept(answer);
        });
    }

    /** Begins a look whose cost was not foretold; the parameters are those of the other method. */
    void begin(Supplier<TuningAnswer> look, Consumer<TuningAnswer> then) {
        compute(look, TuningAnswer::broken, answer -> {
            budget.spent(answer.allNanos());
            then.accept(answer);
        });
    }

    /**
     * Computes something beside the loop, during which no look may begin.
     *
     * @param failed makes the result of a task that throws
     */
    <T> void compute(Supplier<T> task, Function<Throwable, T> failed, Consumer<T> then) {
        underWay = true;
        beside.execute(() -> {
            T result;
            try {
                result = task.get();
            } catch (RuntimeException | Error thrown) {
                run.post(() -> end(failed.apply(thrown), then));
                throw thrown; // the thread decides what an error means for the process
            }
            run.post(() -> end(result, then));
        });
    }

    private <T> void end(T result, Consumer<T> then) {
        underWay = false;
        then.accept(result);
    }
}
