package dev.sluice.model.simulate.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The speed of a server over time. All changes are known from the beginning, so that the end of work can be computed at
 * its start. Immutable.
 */
public final class Course {
    /** A time longer than any run [ns]. */
    private static final double MOST_NANOS = Long.MAX_VALUE / 4;

    private final long[] fromNanos;
    private final double[] perNano;
    /** Time per unit of work; infinite if the speed is 0 [ns]. */
    private final double[] nanosPer;

    /** Time per unit of work if the speed never changes, else NaN [ns]. */
    private final double steadyNanosPer;

    private Course(long[] fromNanos, double[] perNano) {
        this.fromNanos = fromNanos;
        this.perNano = perNano;
        this.nanosPer = Arrays.stream(perNano).map(rate -> 1 / rate).toArray();
        this.steadyNanosPer = perNano.length == 1 ? nanosPer[0] : Double.NaN;
    }

    /** Collects changes in the order of time. */
    public static final class Builder {
        private final List<Long> from = new ArrayList<>(List.of(0L));
        private final List<Double> rates;

        public Builder(double perNano) {
            rates = new ArrayList<>(List.of(perNano));
        }

        /** Sets the speed from this time on. */
        public void change(long nanos, double perNano) {
            if (from.get(from.size() - 1) == nanos) {
                rates.set(rates.size() - 1, perNano);
            } else {
                from.add(nanos);
                rates.add(perNano);
            }
        }

        public Course build() {
            return new Course(
                    from.stream().mapToLong(Long::longValue).toArray(),
                    rates.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    static Course of(double perNano) {
        return new Builder(perNano).build();
    }

    /** When work begun at {@code start} ends, without other work; {@link Long#MAX_VALUE} for never. */
    public long finish(long start, double work) {
        if (steadyNanosPer >= 0) {
            return end(start, work, steadyNanosPer);
        }
        int last = perNano.length - 1;
        int part = last;
        while (part > 0 && fromNanos[part] > start) {
            part--;
        }
        long at = start;
        double left = work;
        for (; part < last; part++) {
            double possible = (fromNanos[part + 1] - at) * perNano[part];
            if (left <= possible && perNano[part] > 0) {
                return end(at, left, nanosPer[part]);
            }
            left -= possible;
            at = fromNanos[part + 1];
        }
        return end(at, left, nanosPer[last]);
    }

    private static long end(long start, double work, double nanosPer) {
        double nanos = work * nanosPer; // NaN if the work and the speed are both 0
        return nanos < MOST_NANOS ? start + (long) (nanos + 0.5) : Long.MAX_VALUE;
    }

    /** The speed at this time. */
    public double at(long nanos) {
        int part = perNano.length - 1;
        while (part > 0 && fromNanos[part] > nanos) {
            part--;
        }
        return perNano[part];
    }

    /** True if the speed is always 0. */
    public boolean dead() {
        for (double rate : perNano) {
            if (rate > 0) {
                return false;
            }
        }
        return true;
    }

    /** Work that is possible from the beginning until then. */
    public double possible(long untilNanos) {
        double sum = 0;
        for (int part = 0; part < perNano.length; part++) {
            long end = part + 1 < perNano.length ? Math.min(untilNanos, fromNanos[part + 1]) : untilNanos;
            sum += Math.max(0, end - fromNanos[part]) * perNano[part];
        }
        return sum;
    }
}
