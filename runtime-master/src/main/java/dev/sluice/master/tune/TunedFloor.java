package dev.sluice.master.tune;

import dev.sluice.model.tune.Knob;

/** The parts of a run that a tuner reads. Confined to the master loop, except for {@link #post}. */
public interface TunedFloor {
    /**
     * Copies what a model of the open cycle needs to know.
     *
     * @param sinceNanos time that the application's thread had worked when units began to be computed [ns]
     */
    RunMoment moment(long sinceNanos);

    /** Time for which the application's thread has worked [ns]. */
    long applicationNanos();

    /** Units of the open cycle that were computed, also those whose results are deferred. */
    long computedUnits();

    /** Slots of workers that take work. */
    int activeSlots();

    /** Time of the whole run, as far as it can be told [s]. */
    double expectedSeconds();

    /** Tells whether the run is over or being stopped. */
    boolean isEnding();

    /** Monotonic time [ns]. */
    long nanoTime();

    /**
     * Records a look of the tuner of this knob.
     *
     * @param cpuNanos processor time of the tuner so far [ns]
     */
    void looked(Knob knob, long cpuNanos);

    /** Records the outcome of the decision with this number. */
    void judged(int decision, String outcome);

    /** Runs this on the master loop, unless the loop has ended. Any thread. */
    void post(Runnable task);
}
