package dev.sluice.model.pool;

import dev.sluice.model.flow.WorkerSelection;
import java.util.Arrays;
import java.util.List;

/**
 * The rate of a run by its number of slots: the smallest concave curve through the origin that lies above all given
 * points. Between two points it is straight, and behind the last one it is flat. A run has the curve by slots, a fleet
 * the curve by tasks. Immutable.
 */
public final class GainCurve {
    /** Every further slot adds as much as the first one: the curve of a run without a model. */
    public static final GainCurve LINEAR = upTo(Integer.MAX_VALUE);

    /** Ascending, the first is 0. */
    private final int[] slots;

    /** Rates at {@link #slots} [units/s], ascending, the first is 0. */
    private final double[] rates;

    private GainCurve(int[] slots, double[] rates) {
        this.slots = slots;
        this.rates = rates;
    }

    /** A curve that is straight up to this number of slots and flat behind it, with 1 unit/s per slot. */
    public static GainCurve upTo(int slots) {
        return of(new int[] {slots}, new double[] {slots});
    }

    /**
     * The curve above these points. O(points)
     *
     * @param slots ascending numbers of slots, each at least 1
     * @param rates the rate at each of them [units/s]
     */
    public static GainCurve of(int[] slots, double[] rates) {
        if (slots.length != rates.length || slots.length == 0) {
            throw new IllegalArgumentException(
                    slots.length + " slots and " + rates.length + " rates (expected: as many, at least one)");
        }
        int[] hullSlots = new int[slots.length + 1];
        double[] hullRates = new double[slots.length + 1];
        int top = 0;
        for (int i = 0; i < slots.length; i++) {
            check(i == 0 ? 0 : slots[i - 1], slots[i], rates[i]);
            while (top > 0
                    && slope(hullSlots[top - 1], hullRates[top - 1], slots[i], rates[i])
                            >= slope(hullSlots[top - 1], hullRates[top - 1], hullSlots[top], hullRates[top])) {
                top--;
            }
            if (rates[i] > hullRates[top]) {
                top++;
                hullSlots[top] = slots[i];
                hullRates[top] = rates[i];
            }
        }
        return new GainCurve(Arrays.copyOf(hullSlots, top + 1), Arrays.copyOf(hullRates, top + 1));
    }

    private static void check(int before, int slots, double rate) {
        if (slots <= before || !(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate " + rate + " at " + slots + " slots, after " + before
                    + " (expected: ascending slots, and finite rates of at least 0)");
        }
    }

    private static double slope(int fromSlots, double fromRate, int toSlots, double toRate) {
        return (toRate - fromRate) / (toSlots - fromSlots);
    }

    /** The rate with this many slots [units/s]. O(log points) */
    public double rate(int count) {
        int piece = piece(count);
        if (piece == slots.length) {
            return rates[rates.length - 1];
        }
        double slope = slope(slots[piece - 1], rates[piece - 1], slots[piece], rates[piece]);
        return rates[piece - 1] + slope * (count - slots[piece - 1]);
    }

    /**
     * The knee: the least number of slots whose rate is at most the least gain below the highest rate. The selection of
     * workers drops hosts by the same rule. A curve that never bends, {@link #LINEAR}, has no knee: it returns the
     * largest int. O(log points)
     *
     * @param minGain least gain, relative to the rate: 0.01 for 1 %; at least 0, below 1
     */
    public int knee(double minGain) {
        if (slots[slots.length - 1] == Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        return slotsFor((1 - minGain) * rates[rates.length - 1]);
    }

    /** The least number of slots that reach this rate [units/s]; the largest int if no number does. O(log points) */
    int slotsFor(double rate) {
        if (rate > rates[rates.length - 1]) {
            return Integer.MAX_VALUE;
        }
        int found = Arrays.binarySearch(rates, rate);
        if (found >= 0) {
            return slots[found];
        }
        int piece = -found - 1;
        double slope = slope(slots[piece - 1], rates[piece - 1], slots[piece], rates[piece]);
        int count = slots[piece - 1] + (int) Math.ceil((rate - rates[piece - 1]) / slope - 1e-9);
        return Math.min(count, slots[piece]);
    }

    /** The gain of one more slot beyond this many, as a fraction of the first one's gain, 0 to 1. O(log points) */
    double efficiency(int count) {
        int piece = piece(count);
        if (piece == slots.length) {
            return 0;
        }
        return slope(slots[piece - 1], rates[piece - 1], slots[piece], rates[piece]) / slope(0, 0, slots[1], rates[1]);
    }

    /** The number of slots at which the gain beyond this many changes next; the largest int where it never does. */
    int endOfPiece(int count) {
        int piece = piece(count);
        return piece == slots.length ? Integer.MAX_VALUE : slots[piece];
    }

    /** Index of the first point beyond this many slots; the number of points if there is none. */
    private int piece(int count) {
        int found = Arrays.binarySearch(slots, count);
        return found >= 0 ? found + 1 : -found - 1;
    }

    @Override
    public String toString() {
        return "slots " + Arrays.toString(slots) + ", units/s " + Arrays.toString(rates);
    }
}
