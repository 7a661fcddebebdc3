package dev.sluice.app.pep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The validated options.
 *
 * @param cycles number of cycles, or {@link #AS_RECORDED}
 * @param units units in each cycle, or {@link #AS_RECORDED}
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
    /** Takes as many cycles or units as the trace of a recorded run has; the usual number for other traces. */
    static final int AS_RECORDED = -1;

    static final int USUAL_CYCLES = 1;
    static final long USUAL_UNITS = 100;

    /** The ways in which a unit spends its time. */
    enum Compute {
        /** The unit computes. */
        SPIN,
        /** The unit sleeps, so that more workers than cores can be emulated. */
        SLEEP,
        /** The unit takes no time. */
        NONE,
        /** The unit sleeps as long as its work would take with the processor time that its host's quota leaves. */
        QUOTA
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

    /** Reads the traces, which may decide the number of cycles; called on the master. */
    Settings opened() {
        Settings timed = with(times.opened(cycles, cycle -> units, repeat), resultSizes);
        return timed.with(timed.times, resultSizes.opened(timed.cycles, timed::units, repeat));
    }

    private Settings with(UnitSeries newTimes, UnitSeries newSizes) {
        return new Settings(
                cycles != AS_RECORDED ? cycles : newTimes.recordedCycles().orElse(USUAL_CYCLES),
                units,
                newTimes,
                repeat,
                compute,
                reference,
                inputBytes,
                newSizes,
                travel,
                setupBytes,
                acceptNanos,
                seed,
                verify,
                figures);
    }

    /** The units of a cycle. */
    long units(int cycle) {
        return units != AS_RECORDED ? units : times.recordedUnits(cycle).orElse(USUAL_UNITS);
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
