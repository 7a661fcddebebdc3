package dev.sluice.model.ledger;

import dev.sluice.model.Written;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Slot time by cause [ns], summed over several slots. Immutable. */
public final class CauseTimes {
    /** All times are 0. */
    public static final CauseTimes ZERO = new CauseTimes(new long[Cause.values().length]);

    /** Maximum time per cause: two years, so that sums do not overflow [ns]. */
    private static final long MOST = 1L << 56;

    private final long[] nanos;

    CauseTimes(long[] nanos) {
        this.nanos = nanos;
    }

    /** The times of these causes; all others are 0. */
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

    /** Reads what {@link #seconds} says; a run of an earlier version parked no slots. */
    @Written
    public static CauseTimes ofSeconds(Map<String, Double> seconds) {
        Map<Cause, Long> nanos = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            Double known =
                    cause == Cause.PARKED ? seconds.getOrDefault(cause.field(), 0.0) : seconds.get(cause.field());
            if (known == null) {
                throw new IllegalArgumentException(cause.field() + " is missing");
            }
            nanos.put(cause, Math.round(known * 1e9));
        }
        return of(nanos);
    }

    /** The times by the names of their causes in documents [s]. */
    @Written
    public Map<String, Double> seconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (Cause cause : Cause.values()) {
            seconds.put(cause.field(), of(cause) / 1e9);
        }
        return seconds;
    }

    /** Time of one cause [ns]. */
    public long of(Cause cause) {
        return nanos[cause.ordinal()];
    }

    /** Time of all causes [ns]. */
    public long total() {
        return Arrays.stream(nanos).sum();
    }

    /** The sum of both, by cause. */
    public CauseTimes plus(CauseTimes other) {
        long[] sum = nanos.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other.nanos[i];
        }
        return new CauseTimes(sum);
    }

    /** Adds time to one cause [ns]. */
    public CauseTimes plus(Cause cause, long more) {
        long[] sum = nanos.clone();
        sum[cause.ordinal()] += more;
        return new CauseTimes(sum);
    }

    /** Subtracts {@code other} by cause; negative differences become 0. */
    public CauseTimes minus(CauseTimes other) {
        long[] rest = nanos.clone();
        for (int i = 0; i < rest.length; i++) {
            rest[i] = Math.max(0, rest[i] - other.nanos[i]);
        }
        return new CauseTimes(rest);
    }

    /** Reduces the total to {@code totalNanos} by cutting the largest causes first. */
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
