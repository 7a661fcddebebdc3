package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One number for each unit: its compute time, or the size of its result. The number of unit i of cycle c is a pure
 * function of the seed, c and i. A serial run, a distributed one and a simulation therefore have the same units.
 * Immutable.
 */
public final class UnitSeries {
    private final ExactQuantity quantity;
    private final Chance.Purpose purpose;
    private final String option;
    private final String text;
    private final long least;
    private final long seed;
    /** Null for a trace that has not been read. */
    private final @Nullable CostDistribution distribution;
    /** The series that counts if the trace has none; null if it must have one. */
    private final @Nullable UnitSeries otherwise;

    private UnitSeries(
            UnitSeries like, long seed, @Nullable CostDistribution distribution, @Nullable UnitSeries otherwise) {
        this.otherwise = otherwise;
        this.quantity = like.quantity;
        this.purpose = like.purpose;
        this.option = like.option;
        this.text = like.text;
        this.least = like.least;
        this.seed = seed;
        this.distribution = distribution;
    }

    private UnitSeries(ExactQuantity quantity, String option, String text, long least) {
        this.quantity = quantity;
        this.purpose = quantity == ExactQuantity.TIME ? Chance.Purpose.TIME : Chance.Purpose.RESULT_SIZE;
        this.option = option;
        this.text = text;
        this.least = least;
        this.seed = 0;
        this.distribution = null;
        this.otherwise = null;
    }

    /**
     * Compute times in nanoseconds, rounded to whole ones, at most 24 hours.
     *
     * @param text {@code fixed:10ms}, {@code uniform:5ms..15ms}, {@code exponential:10ms}, {@code lognormal:10ms,5ms}
     *     (mean and standard deviation of the times themselves), {@code bimodal:0.9@10ms,0.1@100ms}, or
     *     {@code trace:FILE} for the lines of a file or a recorded run, which {@link #opened} reads
     * @throws ArgumentException when the text is none of these
     */
    public static UnitSeries times(String text, long seed) {
        return of(ExactQuantity.TIME, "--time", text, seed);
    }

    /**
     * Encoded sizes of results in bytes, rounded to whole ones, at least {@link Result#LEAST_BYTES} and at most 1 GB;
     * written like times.
     */
    public static UnitSeries resultSizes(String text, long seed) {
        return of(ExactQuantity.SIZE, "--result", text, seed);
    }

    private static UnitSeries of(ExactQuantity quantity, String option, String text, long seed) {
        long least = quantity == ExactQuantity.TIME ? 0 : UnitResult.LEAST_BYTES;
        CostDistribution distribution = new SeriesParser(option, quantity, least).parse(text);
        return new UnitSeries(new UnitSeries(quantity, option, text, least), seed, distribution, null);
    }

    /**
     * The sizes that a recorded run has beside its times, if the times are those of a recorded run and it has sizes;
     * else the sizes of the text.
     */
    static UnitSeries resultSizesBeside(UnitSeries times, String text, long seed) {
        UnitSeries sizes = resultSizes(text, seed);
        if (times.isRead()) {
            return sizes;
        }
        UnitSeries beside = new UnitSeries(ExactQuantity.SIZE, "--result", times.text, UnitResult.LEAST_BYTES);
        return new UnitSeries(beside, seed, null, sizes);
    }

    /**
     * Reads the file if this is a trace. A file with one value per line is the same for each cycle; empty lines and
     * lines that begin with {@code #} are ignored. The {@code units.csv} of a run has values for each of its cycles;
     * the directory of the run may be named instead.
     *
     * @param units number of units of each cycle
     * @param repeat true if a file that is too short repeats; otherwise it is rejected
     * @throws ArgumentException when the file cannot be read, a line is no value, or the lines do not suffice
     */
    public UnitSeries opened(long units, boolean repeat) {
        return opened(1, cycle -> units, repeat);
    }

    /**
     * Does what {@link #opened(long, boolean)} does, for several cycles.
     *
     * @param cycles number of cycles; negative for as many as were recorded
     * @param units number of units of a cycle; negative for as many as were recorded
     */
    UnitSeries opened(int cycles, IntToLongFunction units, boolean repeat) {
        if (distribution != null) {
            return this;
        }
        TraceFile file = TraceFile.of(option, quantity, least, text);
        UnitSeries usual = otherwise;
        CostDistribution read = usual == null ? file.read() : file.readSizes();
        if (read == null) {
            return Objects.requireNonNull(usual);
        }
        if (!repeat) {
            file.demand(read, cycles, units);
        }
        return new UnitSeries(this, seed, read, null);
    }

    /** Tells whether the values are known: always, but for a trace that has not been read. */
    boolean isRead() {
        return distribution != null;
    }

    /** Number of cycles of the recorded run; empty if this is none, or was not read. */
    OptionalInt recordedCycles() {
        return distribution instanceof RecordedSeries recorded ? OptionalInt.of(recorded.count()) : OptionalInt.empty();
    }

    /** Number of units of a cycle of the recorded run; empty if this is none, or was not read. */
    OptionalLong recordedUnits(int cycle) {
        return distribution instanceof RecordedSeries recorded
                ? OptionalLong.of(recorded.length(cycle))
                : OptionalLong.empty();
    }

    /** The number of one unit, in nanoseconds or bytes. */
    public long value(int cycle, long index) {
        double drawn = distribution().draw(Chance.key(seed, purpose, cycle, index), cycle, index);
        return Math.min(Math.max(Math.round(drawn), least), quantity.most());
    }

    /** The requested mean, before rounding and bounds; for a trace, the mean of its lines. */
    public double mean() {
        return distribution().mean();
    }

    /** The requested standard deviation, before rounding and bounds; for a trace, that of its lines. */
    public double standardDeviation() {
        return distribution().standardDeviation();
    }

    private CostDistribution distribution() {
        if (distribution == null) {
            throw new IllegalStateException(text + " was not read (expected: opened first)");
        }
        return distribution;
    }

    /** The text of the option. */
    @Override
    public String toString() {
        return text;
    }
}
