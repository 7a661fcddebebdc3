package dev.sluice.api;

import java.util.function.LongConsumer;

/**
 * An application run by itself: one thread, no network, no workers. The order in which the methods of
 * {@link Application} are called is the order in which a master and its workers call them. Every unit follows the one
 * before it, so this is also what a speed-up is a speed-up over.
 */
public final class SerialRun<S, U, R> {
    private final Hosted<S, U, R> application;
    private final LongConsumer cycleBegun;
    private volatile long units;
    private volatile boolean stopped;

    /** How a run ended. */
    public enum Outcome {
        COMPLETE,
        /** The application said {@link Verdict#FAILED}. */
        FAILED,
        /** {@link SerialRun#stop} was called; the application kept what was there. */
        INTERRUPTED
    }

    /** @param application with its options set */
    public SerialRun(Hosted<S, U, R> application) {
        this(application, units -> {});
    }

    /**
     * @param application with its options set
     * @param cycleBegun told the number of units of each cycle before the first of them is computed, on the thread that
     *     runs
     */
    public SerialRun(Hosted<S, U, R> application, LongConsumer cycleBegun) {
        this.application = application;
        this.cycleBegun = cycleBegun;
    }

    /** Runs to the end, on the calling thread. The first method of the application that throws ends the run. */
    public Outcome run() throws ApplicationException {
        application.initialize();
        Results<R> results = application.results();
        Verdict verdict = Verdict.CONTINUE;
        boolean last = false;
        for (int number = 0; !last && goesOn(verdict); number++) {
            Cycle<S> cycle = application.cycle(number);
            last = cycle.last();
            S setup = cycle.setup();
            if (setup != null) {
                cycleBegun.accept(cycle.units());
                verdict = results instanceof Accumulation<R> accumulation
                        ? fold(number, cycle.units(), setup, accumulation)
                        : run(number, cycle.units(), setup);
            }
        }
        Outcome outcome = end(verdict);
        application.finish();
        return outcome;
    }

    private Verdict run(int number, long count, S setup) throws ApplicationException {
        Verdict verdict = Verdict.CONTINUE;
        for (long index = 0; index < count && verdict == Verdict.CONTINUE && !stopped; index++) {
            verdict = application.accept(index, compute(index, setup));
            units++;
        }
        return goesOn(verdict) && !stopped ? application.endCycle(number) : verdict;
    }

    private Verdict fold(int number, long count, S setup, Accumulation<R> accumulation) throws ApplicationException {
        R total = accumulation.identity();
        for (long index = 0; index < count && !stopped; index++) {
            total = application.merge(accumulation, total, compute(index, setup));
            units++;
        }
        if (stopped) {
            return Verdict.CONTINUE;
        }
        Verdict verdict = application.accumulated(total);
        return goesOn(verdict) ? application.endCycle(number) : verdict;
    }

    private R compute(long index, S setup) throws ApplicationException {
        U unit = application.unit(index);
        try {
            return application.compute(setup, unit);
        } catch (ApplicationException e) {
            throw e.atUnit(index);
        }
    }

    private boolean goesOn(Verdict verdict) {
        return !stopped && (verdict == Verdict.CONTINUE || verdict == Verdict.CYCLE_COMPLETE);
    }

    private Outcome end(Verdict verdict) throws ApplicationException {
        if (verdict == Verdict.FAILED) {
            return Outcome.FAILED;
        }
        if (stopped) {
            application.interrupted();
            return Outcome.INTERRUPTED;
        }
        application.complete();
        return Outcome.COMPLETE;
    }

    /** Ends the run after the unit that is being computed. Any thread. */
    public void stop() {
        stopped = true;
    }

    /** How many results have been accepted, over all cycles. Any thread. */
    public long units() {
        return units;
    }
}
