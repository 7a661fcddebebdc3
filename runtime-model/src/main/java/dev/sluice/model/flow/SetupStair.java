package dev.sluice.model.flow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The stair of workers that get the setup of a cycle one after the other, and begin with it.
 *
 * @param begins when each worker begins [s]
 * @param rates of each worker while it computes [units/s]
 */
record SetupStair(double[] begins, double[] rates) {
    /** The end of so many units: T with units = sum of rate·(T − begin) over the workers that begin before T [s]. */
    double end(double units) {
        int[] order = IntStream.range(0, rates.length)
                .filter(i -> rates[i] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> begins[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double rate = 0;
        double weighted = 0;
        double end = Double.POSITIVE_INFINITY;
        for (int i = 0; i < order.length && begins[order[i]] < end; i++) {
            rate += rates[order[i]];
            weighted += rates[order[i]] * begins[order[i]];
            end = (units + weighted) / rate;
        }
        return end;
    }

    /** How much later the units end than if all workers had begun at once and at 0 [s]. */
    double delay(double units) {
        double rate = Arrays.stream(rates).sum();
        return rate > 0
                ? end(units) - units / rate
                : Arrays.stream(begins).max().orElse(0);
    }
}
