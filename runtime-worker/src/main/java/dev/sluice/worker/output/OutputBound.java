package dev.sluice.worker.output;

import dev.sluice.net.rules.TokenBucket;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Decides how much of what units print goes to the log: a number of bytes altogether, a quarter of it at once, and
 * after that 1/64 of it a second. A gap lasts until a second's worth has been saved. Streams hold its lock.
 */
final class OutputBound {
    private static final String PREFIX = "sluice: output of units: ";
    private static final long BURST_PART = 4;
    private static final long SECOND_PART = 64;

    private final long most;
    private final long perSecond;
    private final LongSupplier nanos;
    private final TokenBucket saved;
    private long left;
    private long gap;
    private long leftOut;
    private boolean saidSlow;
    private boolean saidFull;
    private boolean inLine;

    /** @param most bytes in the log */
    OutputBound(long most, LongSupplier nanos) {
        this.most = most;
        this.perSecond = Math.max(1, most / SECOND_PART);
        this.nanos = nanos;
        this.left = most;
        this.saved = new TokenBucket(Math.max(1, most / BURST_PART), perSecond, nanos.getAsLong());
    }

    /** Tells whether anything may be written now. */
    boolean isOpen() {
        return left > 0 && saved.held(nanos.getAsLong()) >= (gap > 0 ? perSecond : 1);
    }

    /** The line that closes a gap, if there is one. */
    Optional<String> resume() {
        if (gap == 0) {
            return Optional.empty();
        }
        String line = PREFIX + bytes(gap) + " left out here (expected: at most " + bytes(perSecond) + " a second)";
        gap = 0;
        return Optional.of(line);
    }

    /** Returns how many bytes may be written out of {@code count}, and counts them. */
    int grant(int count) {
        int granted = (int) saved.takeUpTo(Math.min(count, left), nanos.getAsLong());
        left -= granted;
        return granted;
    }

    /** Counts bytes that are not written. Returns the line that says so, if none has said it before. */
    Optional<String> leaveOut(long count) {
        gap += count;
        leftOut += count;
        if (left == 0 && !saidFull) {
            saidFull = true;
            long earlier = leftOut - count;
            return Optional.of(PREFIX + "the log has reached its " + bytes(most) + " of them and ends here for units, "
                    + "which go on" + (earlier == 0 ? "" : "; " + bytes(earlier) + " were left out before")
                    + "; --output-limit says how much is kept");
        }
        if (left > 0 && !saidSlow) {
            saidSlow = true;
            return Optional.of(PREFIX + "units print faster than " + bytes(perSecond)
                    + " a second; the log leaves out what is more, and units go on");
        }
        return Optional.empty();
    }

    /** Takes note of the last byte that a stream has written: both may lead to one file. */
    void wrote(byte last) {
        inLine = last != '\n';
    }

    /** Tells whether the log ends within a line. */
    boolean isInLine() {
        return inLine;
    }

    /** The line at the end of the worker, if anything was left out. */
    Optional<String> total() {
        return leftOut == 0
                ? Optional.empty()
                : Optional.of(
                        PREFIX + bytes(leftOut) + " were left out of this log, and " + bytes(most - left) + " kept");
    }

    private static String bytes(long count) {
        return String.format(Locale.ROOT, "%,d bytes", count);
    }
}
