package dev.sluice.app.pep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options, concluded.
 *
 * @param units in each cycle
 * @param times what units compute, in nanoseconds
 * @param repeat whether traces that are too short begin again
 * @param reference iterations that a second of work is; 0 where each worker measures its own
 * @param inputBytes encoded size of a unit
 * @param resultSizes encoded sizes of results; where they are folded, that of what they are folded into
 * @param setupBytes encoded size of a setup
 * @param acceptNanos what the master spends on each result
 * @param verify whether every byte is checked
 * @param figures file for the figures
 */
record Settings(
        int cycles,
        long units,
        UnitSeries times,
        boolean repeat,
        Compute compute,
        long reference,
        int inputBytes,
        UnitSeries resultSizes,
        Travel travel,
        int setupBytes,
        long acceptNanos,
        long seed,
        boolean verify,
        @Nullable Path figures) {

    /** How a unit passes its time. */
    enum Compute {
        /** It works. */
        SPIN,
        /** It waits, so that more workers than cores can be emulated. */
        SLEEP,
        /** It takes no time. */
        NONE
    }

    /** How results come to the master. */
    enum Travel {
        /** Each as soon as it is there. */
        EACH,
        /** Each when no unit of the cycle is left to compute. */
        AT_CYCLE_END,
        /** Folded into one of each worker. */
        FOLDED
    }

    /** What a second of work is. */
    enum Work {
        /** What the worker's host does in a second of processor time. */
        SECONDS,
        /** The same number of iterations on every host. */
        ITERATIONS
    }

    /** The same with its traces read: on the master. */
    Settings opened() {
        return new Settings(
                cycles,
                units,
                times.opened(units, repeat),
                repeat,
                compute,
                reference,
                inputBytes,
                resultSizes.opened(units, repeat),
                travel,
                setupBytes,
                acceptNanos,
                seed,
                verify,
                figures);
    }

    Setup setup(int cycle) {
        long key = Chance.key(seed, Chance.Purpose.SETUP, cycle, 0);
        return new Setup(cycle, Content.of(key, setupBytes - Setup.HEADER_BYTES));
    }

    Unit unit(int cycle, long index) {
        return new Unit(
                index,
                times.value(cycle, index),
                Math.toIntExact(resultSizes.value(cycle, index)),
                Content.of(Chance.key(seed, Chance.Purpose.INPUT, cycle, index), inputBytes - Unit.HEADER_BYTES));
    }
}
