package dev.sluice.worker.slot;

import dev.sluice.api.Decoder;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.Outcome;

/**
 * Computes the units of a slot: {@link InProcess} or {@link Isolated}. Confined to the slot's thread, except for
 * methods that name another thread.
 */
sealed interface Workplace permits InProcess, Isolated {
    /** Tells whether a unit of this cycle can be computed now, without {@link #prepare}. */
    boolean isReady(CycleWork work);

    /**
     * Prepares for units of this cycle: loads the application's state and decodes the setup. Blocks until ready. False
     * if the units are no longer wanted. If one of them fails, the outcome has the reason; the next unit tries again to
     * decode the setup.
     */
    boolean prepare(CycleWork work, Outcome outcome);

    /** Waits for memory for a unit of this cycle, if units share it here. False if the slot is to leave instead. */
    default boolean admit(CycleWork work) {
        return true;
    }

    /** Computes the unit at whose input the decoder stands. */
    void compute(Decoder inputs, Outcome outcome);

    /** Ends the current unit if possible; any thread. */
    void interrupt(Thread slot);

    /** The action against a unit that took too long, as the end of a sentence. */
    String stopped(Outcome outcome);
}
