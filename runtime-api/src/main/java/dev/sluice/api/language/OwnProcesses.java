package dev.sluice.api.language;

import dev.sluice.api.Application;
import java.util.Optional;

/**
 * An application that computes in processes of its own. An {@link Application} may implement it. The processor time of
 * its threads then does not count as that of its units, and the time that {@link #prepare} takes counts for no unit.
 */
public interface OwnProcesses {
    /**
     * Prepares what {@link Application#compute} needs on this thread. Called on a worker, on the thread of each slot,
     * after {@link Application#loadState}, before the first unit of several and after each unit that failed; may take
     * any time, and should be quick if nothing is missing. If it throws, the next unit of the thread fails. A serial
     * run does not call it. Usually there is nothing to prepare.
     */
    default void prepare() throws Exception {}

    /**
     * Returns the largest memory of the processes of the unit that this thread has computed last [bytes]; 0 if it is
     * not known. Called on a worker, on the thread of each slot, after a unit that succeeded; must be quick.
     */
    default long peakBytes() {
        return 0;
    }

    /**
     * Returns a result as people read it; empty if its own {@code toString} shows it. Called where one unit is computed
     * alone, on the thread that has computed it. If it throws, the run fails.
     */
    default Optional<String> shown(Object result) throws Exception {
        return Optional.empty();
    }
}
