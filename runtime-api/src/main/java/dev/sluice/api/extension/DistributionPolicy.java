package dev.sluice.api.extension;

/**
 * A rule of your own that sizes chunks: {@code --policy} takes the name of its class.
 *
 * <p>One instance serves one cycle. All calls come from the thread of the master, one after the other, and must return
 * at once: units wait meanwhile. Forecasts of the run have instances of their own on other threads, so instances share
 * nothing that changes. A rule that throws, or returns less than 1, is replaced by {@code SS} for the rest of the run.
 */
public interface DistributionPolicy {
    /**
     * The number of units that a slot gets next: at least 1. More than are unassigned count as all of these. The call
     * changes nothing; {@link #assigned} tells what was given.
     *
     * @param slot valid during the call only
     */
    long chunk(Slot slot);

    /**
     * Units were given to a slot.
     *
     * @param slot as it was before; valid during the call only
     * @param units at most as many as {@link #chunk} returned; fewer where no range was long enough
     */
    default void assigned(Slot slot, long units) {}

    /** A worker left or was lost; units that it had are unassigned again. */
    default void workerGone(int worker) {}

    /** The slot that asks, and the cycle. */
    interface Slot {
        /** Units of the cycle. */
        long units();

        /** Units not yet assigned, at least 1. */
        long unassigned();

        /** Slots that share the work, with those of workers that are starting. */
        int slots();

        /** Weight of this slot, as {@code --weights} says; the weights of all slots sum to {@link #slots}. */
        double weight();

        /** Number of the worker that has the slot; others have others. */
        int worker();

        /** Slots of that worker. */
        int workerSlots();

        /** Units that were timed on that worker. */
        long timedUnits();

        /** Mean time of its latest units [s]; 0 until one was timed. */
        double meanSeconds();

        /** Standard deviation of the same times [s]; 0 until two were timed. */
        double deviationSeconds();

        /** Mean round trip between the master and its workers [s]; NaN until one is known. */
        double tripSeconds();
    }
}
