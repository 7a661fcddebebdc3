package dev.sluice.insight.start;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The time of a run whose workers begin one after another. A worker that begins late is no summand of the time: the
 * others compute until then.
 *
 * @param units of the run
 * @param rates of each worker while all compute [units/s]
 * @param starts when each worker begins, from the begin of launching [s]
 */
public record StaggeredWork(double units, double[] rates, double[] starts) {
    /**
     * The time from the begin of launching until the last unit, T in units = sum of rate·(T − start); infinite without
     * rates.
     */
    public double seconds() {
        int[] order = IntStream.range(0, rates.length)
                .filter(i -> rates[i] > 0 && starts[i] < Double.POSITIVE_INFINITY)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> starts[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double rate = 0;
        double weighted = 0;
        for (int i = 0; i < order.length; i++) {
            rate += rates[order[i]];
            weighted += rates[order[i]] * starts[order[i]];
            double end = (units + weighted) / rate;
            if (i + 1 == order.length || end <= starts[order[i + 1]]) {
                return end;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** The units that each worker computes until then. */
    public double[] shares(double seconds) {
        return IntStream.range(0, rates.length)
                .mapToDouble(i -> rates[i] * Math.max(0, seconds - starts[i]))
                .toArray();
    }
}
