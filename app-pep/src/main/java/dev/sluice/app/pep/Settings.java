package dev.sluice.app.pep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The validated options.
 *
 * @param units units in each cycle
 * @param times compute times of the units [ns]
 * @param repeat true if traces that are too short repeat
 * @param reference iterations per second of work; 0 if each worker measures its own speed
 * @param inputBytes encoded size of a unit
 * @param resultSizes encoded sizes of results; for accumulated results, the size of the accumulated value
 * @param setupBytes encoded size of a setup
 * @param acceptNanos the master's work for each result [ns]
 * @param verify true if every byte is verified
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

    /** The ways in which a unit spends its time. */
    enum Compute {
        /** The unit computes. */
        SPIN,
        /** The unit sleeps, so that more workers than cores can be emulated. */
        SLEEP,
        /** The unit takes no time. */
        NONE
    }

    /** The ways in which results return. */
    enum Travel {
        /** Each result is sent when it is ready. */
        EACH,
        /** Deferral: results are sent when no unit of the cycle is left to compute. */
        AT_CYCLE_END,
        /** Accumulation: each worker sends one value. */
        ACCUMULATED
    }

    /** The definitions of a second of work. */
    enum Work {
        /** The work of the worker's host in a second of processor time. */
        SECONDS,
        /** The same number of iterations on every host. */
        ITERATIONS
    }

    /** Reads the traces; called on the master. */
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
