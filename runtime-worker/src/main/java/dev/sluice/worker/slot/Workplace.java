package dev.sluice.worker.slot;

import dev.sluice.api.Decoder;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.Outcome;

/**
 * Where a slot computes its units: {@link InProcess} or {@link Isolated}. Confined to the slot's thread, but for what
 * says otherwise.
 */
sealed interface Workplace permits InProcess, Isolated {
    /** Whether a unit of this cycle can be computed now, without {@link #prepare}. */
    boolean isReady(CycleWork work);

    /**
     * Makes ready for units of this cycle, waiting as long as that takes. Returns false when they are of no use any
     * more; when the setup cannot be had, the outcome says why, and holds for each unit.
     */
    boolean prepare(CycleWork work, Outcome outcome);

    /** Computes the unit whose input the decoder stands at. */
    void compute(Decoder inputs, Outcome outcome);

    /** Makes the present unit end, if that can be done; any thread. */
    void interrupt(Thread slot);

    /** What it did to a unit that took too long, as the end of a sentence. */
    String stopped(Outcome outcome);
}
