package dev.sluice.app.each;

import dev.sluice.api.FailedUnit;
import dev.sluice.api.Verdict;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.io.IOException;
import java.util.List;

/**
 * The master's side of {@link EachApplication}: where inputs are from and where outcomes go. Numbers of inputs count
 * from 0 through all cycles. Confined to the thread that calls the application on the master, unless a method says
 * otherwise.
 */
public interface EachMaster {
    /** Returns everything that workers need. */
    EachSetup setup();

    /**
     * Waits until there are more inputs than these, or all are there. Another thread may end the wait.
     *
     * @return number of inputs that are there
     */
    long await(long taken) throws IOException, InterruptedException;

    /** Returns whether no more inputs follow those of the last {@link #await}. */
    boolean isComplete();

    /**
     * Waits until there are more inputs than these, and returns some of those that follow; none if no more come. On a
     * thread of its own.
     */
    default List<Input> more(long taken) throws IOException, InterruptedException {
        return List.of();
    }

    /** Returns an input, as often as it is asked for. Any thread. */
    Input input(long number) throws IOException;

    /** Returns what the command of this input needs. */
    Needs needs(long number) throws IOException;

    /** Returns the priority of the command of this input. */
    int priority(long number) throws IOException;

    /**
     * Looks at an outcome where it was computed in the process of the master; throws if the unit is to count as failed.
     */
    default void computed(Outcome outcome) throws IOException {}

    /** Takes an outcome, and says whether the run goes on. */
    Verdict accept(long number, Outcome outcome) throws IOException;

    /**
     * Takes inputs whose commands could not be tried.
     *
     * @param first number of the first input of the cycle
     */
    void missing(long first, List<FailedUnit> failures) throws IOException;

    /** Ends the output. Called once, after all outcomes that are wanted. */
    void end() throws IOException;
}
