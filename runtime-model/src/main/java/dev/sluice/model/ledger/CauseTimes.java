package dev.sluice.model.ledger;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Slot time by cause [ns], summed over some slots. Immutable. */
public final class CauseTimes {
    /** No time at all. */
    public static final CauseTimes ZERO = new CauseTimes(new long[Cause.values().length]);

    /** Two years: sums of these do not overflow. */
    private static final long MOST = 1L << 56;

    private final long[] nanos;

    CauseTimes(long[] nanos) {
        this.nanos = nanos;
    }

    /** The times of these causes; of the others none. */
    public static CauseTimes of(Map<Cause, Long> nanos) {
        long[] times = new long[Cause.values().length];
        nanos.forEach((cause, time) -> {
            if (time < 0 || time > MOST) {
                throw new IllegalArgumentException(cause + ": " + time + " ns (expected: 0 to " + MOST + ")");
            }
            times[cause.ordinal()] = time;
        });
        return new CauseTimes(times);
    }

    /** Spent on this [ns]. */
    public long of(Cause cause) {
        return nanos[cause.ordinal()];
    }

    /** Spent on everything [ns]. */
    public long total() {
        return Arrays.stream(nanos).sum();
    }

    /** Both together. */
    public CauseTimes plus(CauseTimes other) {
        long[] sum = nanos.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other.nanos[i];
        }
        return new CauseTimes(sum);
    }

    /** With so much more of one cause [ns]. */
    public CauseTimes plus(Cause cause, long more) {
        long[] sum = nanos.clone();
        sum[cause.ordinal()] += more;
        return new CauseTimes(sum);
    }

    /** These without those, none of which becomes negative. */
    public CauseTimes minus(CauseTimes other) {
        long[] rest = nanos.clone();
        for (int i = 0; i < rest.length; i++) {
            rest[i] = Math.max(0, rest[i] - other.nanos[i]);
        }
        return new CauseTimes(rest);
    }

    /** Cut to this total [ns], where there is most of it. */
    public CauseTimes atMost(long totalNanos) {
        long[] rest = nanos.clone();
        for (long left = Math.min(total(), total() - totalNanos); left > 0; ) {
            int most = 0;
            for (int i = 1; i < rest.length; i++) {
                most = rest[i] > rest[most] ? i : most;
            }
            long part = Math.min(left, rest[most]);
            rest[most] -= part;
            left -= part;
        }
        return new CauseTimes(rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CauseTimes times && Arrays.equals(nanos, times.nanos);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nanos);
    }

    @Override
    public String toString() {
        Map<Cause, Long> shown = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            if (of(cause) != 0) {
                shown.put(cause, of(cause));
            }
        }
        return shown + " ns";
    }
}
