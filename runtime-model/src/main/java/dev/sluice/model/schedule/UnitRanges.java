package dev.sluice.model.schedule;

import java.util.Arrays;

/**
 * A set of unit indices as sorted, disjoint, non-adjacent half-open ranges. Memory grows with the number of gaps, not
 * of units. A look-up costs O(log ranges); a change moves, at worst, all later ranges. Confined to its owner.
 */
public final class UnitRanges {
    private static final long[] NONE = {};

    /** bounds[2i] and bounds[2i+1] are the start (inclusive) and end (exclusive) of range i. */
    private long[] bounds = NONE;

    private int ranges;
    private long size;
    private int changes;

    /** Takes the units of one range. */
    @FunctionalInterface
    public interface RangeConsumer {
        void accept(long from, long to);
    }

    /** The range [from, to); empty if {@code from >= to}. */
    static UnitRanges of(long from, long to) {
        UnitRanges set = new UnitRanges();
        if (from < to) {
            set.bounds = new long[] {from, to};
            set.ranges = 1;
            set.size = to - from;
        }
        return set;
    }

    /**
     * The set with these {@link #bounds}.
     *
     * @throws IllegalArgumentException if a range begins below 0, or does not end after its begin
     */
    public static UnitRanges ofBounds(long... bounds) {
        UnitRanges set = new UnitRanges();
        for (int i = 0; i + 1 < bounds.length; i += 2) {
            if (bounds[i] < 0 || bounds[i] >= bounds[i + 1]) {
                throw new IllegalArgumentException(
                        "units [" + bounds[i] + ", " + bounds[i + 1] + ") (expected: a begin and a later end)");
            }
            set.add(bounds[i], bounds[i + 1]);
        }
        return set;
    }

    /** Begin and end of each range, half-open [begin, end), in ascending order. */
    public long[] bounds() {
        return Arrays.copyOf(bounds, 2 * ranges);
    }

    /** The units of the set within [from, to). */
    public UnitRanges within(long from, long to) {
        UnitRanges within = new UnitRanges();
        forEachWithin(from, to, within::add);
        return within;
    }

    /** Number of units. */
    public long size() {
        return size;
    }

    /** Counts the changes so far. */
    int changes() {
        return changes;
    }

    /** True if the set has no units. */
    public boolean isEmpty() {
        return ranges == 0;
    }

    /** Number of maximal ranges. */
    public int ranges() {
        return ranges;
    }

    /** Start of range {@code i} in ascending order. */
    public long from(int i) {
        return bounds[2 * i];
    }

    /** One past the end of range {@code i} in ascending order. */
    public long to(int i) {
        return bounds[2 * i + 1];
    }

    /** True if the unit is in the set. */
    public boolean contains(long unit) {
        int i = firstEndingAfter(unit);
        return i < ranges && bounds[2 * i] <= unit;
    }

    /** True if all of [from, to) is in the set. */
    public boolean containsAll(long from, long to) {
        int i = firstEndingAfter(from);
        return i < ranges && bounds[2 * i] <= from && to <= bounds[2 * i + 1];
    }

    /** True if all of another set is in this one. */
    boolean containsAll(UnitRanges other) {
        for (int i = 0; i < other.ranges; i++) {
            if (!containsAll(other.from(i), other.to(i))) {
                return false;
            }
        }
        return true;
    }

    /** True if any of [from, to) is in the set. */
    public boolean intersects(long from, long to) {
        int i = firstEndingAfter(from);
        return i < ranges && bounds[2 * i] < to;
    }

    /** Adds [from, to), merging with its neighbours. */
    public void add(long from, long to) {
        if (from >= to) {
            return;
        }
        int first = firstEndingAfter(from - 1); // the first range that touches or follows
        int last = first;
        long low = from;
        long high = to;
        long covered = 0;
        while (last < ranges && bounds[2 * last] <= to) {
            low = Math.min(low, bounds[2 * last]);
            high = Math.max(high, bounds[2 * last + 1]);
            covered += bounds[2 * last + 1] - bounds[2 * last];
            last++;
        }
        changes++;
        replace(first, last, 1);
        bounds[2 * first] = low;
        bounds[2 * first + 1] = high;
        size += high - low - covered;
    }

    /** Removes [from, to). */
    public void remove(long from, long to) {
        if (from >= to) {
            return;
        }
        int first = firstEndingAfter(from);
        if (first == ranges || bounds[2 * first] >= to) {
            return;
        }
        changes++;
        if (from <= bounds[2 * first] && to < bounds[2 * first + 1]) {
            size -= to - bounds[2 * first];
            bounds[2 * first] = to;
            return;
        }
        int last = first;
        long covered = 0;
        while (last < ranges && bounds[2 * last] < to) {
            covered += Math.min(to, bounds[2 * last + 1]) - Math.max(from, bounds[2 * last]);
            last++;
        }
        long low = bounds[2 * first];
        long high = bounds[2 * last - 1];
        int kept = (low < from ? 1 : 0) + (to < high ? 1 : 0);
        replace(first, last, kept);
        int at = first;
        if (low < from) {
            bounds[2 * at] = low;
            bounds[2 * at + 1] = from;
            at++;
        }
        if (to < high) {
            bounds[2 * at] = to;
            bounds[2 * at + 1] = high;
        }
        size -= covered;
    }

    /**
     * Calls back with each maximal part of [from, to) that is in the set, in ascending order. The callback must not
     * change the set.
     */
    public void forEachWithin(long from, long to, RangeConsumer consumer) {
        for (int i = firstEndingAfter(from); i < ranges && bounds[2 * i] < to; i++) {
            consumer.accept(Math.max(from, bounds[2 * i]), Math.min(to, bounds[2 * i + 1]));
        }
    }

    /** Calls back with each maximal range in ascending order. The callback must not change the set. */
    public void forEach(RangeConsumer consumer) {
        for (int i = 0; i < ranges; i++) {
            consumer.accept(bounds[2 * i], bounds[2 * i + 1]);
        }
    }

    /** Adds all of another set. */
    public void addAll(UnitRanges other) {
        other.forEach(this::add);
    }

    /** Removes everything. */
    public void clear() {
        changes++;
        ranges = 0;
        size = 0;
    }

    /** An independent copy. */
    public UnitRanges copy() {
        UnitRanges copy = new UnitRanges();
        copy.bounds = Arrays.copyOf(bounds, 2 * ranges);
        copy.ranges = ranges;
        copy.size = size;
        return copy;
    }

    /** Index of the first range whose end is after {@code unit}; {@code ranges} when there is none. */
    private int firstEndingAfter(long unit) {
        int low = 0;
        int high = ranges;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[2 * middle + 1] > unit) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Makes ranges [first, last) into {@code count} ranges whose bounds the caller fills in. */
    private void replace(int first, int last, int count) {
        int grown = ranges - (last - first) + count;
        if (2 * grown > bounds.length) {
            bounds = Arrays.copyOf(bounds, Math.max(2 * grown, 2 * bounds.length));
        }
        if (last < ranges && last != first + count) {
            System.arraycopy(bounds, 2 * last, bounds, 2 * (first + count), 2 * (ranges - last));
        }
        ranges = grown;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        forEach((from, to) -> text.append(text.length() > 1 ? " " : "")
                .append('[')
                .append(from)
                .append(',')
                .append(to)
                .append(')'));
        return text.append('}').toString();
    }
}
