package dev.sluice.master.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.Verdict;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.record.DurationHandover;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results.Form;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Decodes results and gives them to the application, or merges them. Confined to the application thread. */
final class ResultTaking {
    /** The value of a result that cannot be decoded. */
    private static final Object VOID = new Object();

    private final Hosted<Object, Object, Object> application;
    private final @Nullable Accumulation<Object> accumulation;
    private final LongSupplier clock;

    /** Units whose results were taken or left out. Written by this thread alone, read by any. */
    private final AtomicLong taken = new AtomicLong();

    /** Messages of more units are timed one in {@value #ONE_IN}: their units may be as short as a look at the clock. */
    private static final int FEW_UNITS = 8;

    private static final int ONE_IN = 16;

    /** Estimated time of the application's methods. Written by this thread alone, read by any [ns]. */
    private final AtomicLong applicationNanos = new AtomicLong();

    /** The part of it that {@code accept} and merges took, in single calls. */
    private final DurationHandover accepts = new DurationHandover();

    private long messages;

    /** Accumulated value of this cycle's results so far; null before the first. */
    private @Nullable Object total;

    /**
     * @param accumulation null if the application takes each result
     * @param clock of the loop [ns]
     */
    ResultTaking(
            Hosted<Object, Object, Object> application,
            @Nullable Accumulation<Object> accumulation,
            LongSupplier clock) {
        this.clock = clock;
        this.application = application;
        this.accumulation = accumulation;
    }

    /** Units whose results were taken, or were left out. Any thread. */
    long takenUnits() {
        return taken.get();
    }

    /** Adds time of the application's methods. */
    private void applicationWorked(long nanos) {
        applicationNanos.lazySet(applicationNanos.get() + nanos);
    }

    /** Adds the time of {@code accept} or of a merge, which stands for so many. */
    private void accepted(int number, long nanos) {
        applicationWorked(number * nanos);
        accepts.add(number, nanos);
    }

    /** The durations of {@code accept} and of merges, for the loop. */
    DurationHandover accepts() {
        return accepts;
    }

    /** Runs methods of the application. */
    void timed(Runnable methods) {
        long start = clock.getAsLong();
        methods.run();
        applicationWorked(clock.getAsLong() - start);
    }

    /** Estimated time of the application's methods, without decoding [ns]. Any thread. */
    long applicationNanos() {
        return applicationNanos.get();
    }

    /** All results of the message that follows those of so many units are taken or left out. */
    void over(long units) {
        taken.lazySet(units);
    }

    /** The accumulated value so far; null if there is none. */
    @Nullable
    Object total() {
        return total;
    }

    /** Goes on with an accumulated value. */
    void resume(@Nullable Object value) {
        total = value;
    }

    /** Gives the application the accumulated value of the cycle, if it accumulates. */
    Verdict accumulated() throws ApplicationException {
        if (accumulation == null) {
            return Verdict.CONTINUE;
        }
        Object value = total == null ? accumulation.identity() : total;
        Verdict verdict = application.accumulated(value);
        total = null;
        return verdict;
    }

    /**
     * Takes results until the application decides; returns its decision, or CONTINUE. A result that cannot be decoded
     * is left out.
     */
    Verdict take(JournalEntry.ResultsAccepted results, VoidResults voids) throws ApplicationException {
        Decoder decoder = results.results().decoder();
        try {
            return take(results, decoder, voids);
        } finally {
            decoder.reclaim();
        }
    }

    private Verdict take(JournalEntry.ResultsAccepted results, Decoder decoder, VoidResults voids)
            throws ApplicationException {
        if (results.form() == Form.ACCUMULATED) {
            Object value = decode(decoder, results, voids);
            if (value != VOID) {
                long start = clock.getAsLong();
                merge(value);
                accepted(1, clock.getAsLong() - start);
            }
            return Verdict.CONTINUE;
        }
        int weight = results.accepted().size() <= FEW_UNITS ? 1 : weight(messages++);
        long place = 0;
        for (ResultRun run : results.runs()) {
            boolean whole = results.accepted().containsAll(place, place + run.units());
            for (long unit = run.firstUnit(); unit < run.endUnit(); unit++, place++) {
                if (whole || results.accepted().contains(place)) {
                    decoder.lend(); // blobs; until this accept returns, or everything here is released
                    Object value = decode(decoder, unit, voids);
                    long start = weight == 0 ? 0 : clock.getAsLong();
                    Verdict verdict = value == VOID ? Verdict.CONTINUE : application.accept(unit, value);
                    if (weight > 0) {
                        accepted(weight, clock.getAsLong() - start);
                    }
                    taken.lazySet(taken.get() + 1);
                    if (verdict != Verdict.CONTINUE) {
                        return verdict;
                    }
                } else {
                    pass(decoder, unit);
                }
            }
        }
        return Verdict.CONTINUE;
    }

    /** Returns how many messages the times of this large one stand for: the first ones for themselves alone. */
    private static int weight(long message) {
        return message < ONE_IN ? 1 : message % ONE_IN == 0 ? ONE_IN : 0;
    }

    /**
     * Takes a result that was known before the run.
     *
     * @param said told of the unit and its value before the application has it
     */
    Verdict takeKept(KnownResults results, int i, BiConsumer<Long, Object> said) throws ApplicationException {
        long unit = results.unit(i);
        Decoder decoder;
        try {
            decoder = results.decoder(i);
        } catch (IOException e) {
            throw CodecFailures.of("result of unit " + unit, e);
        }
        try {
            decoder.lend(); // blobs; until this accept returns
            Object value = decodeWhole(decoder, unit);
            said.accept(unit, value);
            if (accumulation != null) {
                merge(value);
                return Verdict.CONTINUE;
            }
            return application.accept(unit, value);
        } finally {
            decoder.reclaim();
        }
    }

    private Object decodeWhole(Decoder decoder, long unit) {
        try {
            return application.resultCodec().decode(decoder);
        } catch (RuntimeException | Error e) {
            throw CodecFailures.of("result of unit " + unit, e);
        }
    }

    /** Skips a result that does not count without decoding it. */
    private static void pass(Decoder decoder, long unit) {
        try {
            decoder.skipSized();
        } catch (CodecException e) {
            throw CodecFailures.of("result of unit " + unit, e);
        }
    }

    private void merge(Object value) throws ApplicationException {
        if (accumulation == null) {
            throw new CodecException("result: one value for many units (expected: a result for each)");
        }
        total = total == null ? value : application.merge(accumulation, total, value);
    }

    /** Decodes the accumulated value of all units of the message; {@link #VOID} if the codec throws. */
    private Object decode(Decoder decoder, JournalEntry.ResultsAccepted results, VoidResults voids) {
        return decode(decoder, results.runs().get(0).firstUnit(), (first, why) -> voids.voided(results.units(), why));
    }

    /**
     * Decodes the result of one unit. It is void if the codec throws; but if there is no memory for it, the result of
     * another peer would need as much.
     */
    private Object decode(Decoder decoder, long unit, VoidResults voids) {
        try {
            return decoder.readSized(application.resultCodec());
        } catch (OutOfMemoryError e) {
            throw CodecFailures.of("result of unit " + unit, e);
        } catch (RuntimeException | Error e) {
            UnitRanges one = new UnitRanges();
            one.add(unit, unit + 1);
            voids.voided(one, CodecFailures.of("result of unit " + unit, e));
            return VOID;
        }
    }

    /** Hears of results that cannot be decoded. On the application thread. */
    @FunctionalInterface
    interface VoidResults {
        /** The result of these units is void; only an accumulated one is that of several. */
        void voided(UnitRanges units, CodecException why);
    }
}
