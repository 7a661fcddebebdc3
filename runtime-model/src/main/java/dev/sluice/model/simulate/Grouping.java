package dev.sluice.model.simulate;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.simulate.cost.Overheads;

/**
 * The number of messages of a workload, and their correction if each simulated unit stands for several
 * ({@link Workload#together}). A message carries the results of a period of time, so that fewer units give fewer
 * messages.
 *
 * @param units application units per unit of the workload
 * @param messages messages of results in the first cycle, if slots never wait
 * @param times messages per simulated message, at least 1 apart from rounding
 */
public record Grouping(long units, double messages, double times) {
    public Grouping {
        if (units < 1 || !(messages >= 0 && times > 0)) {
            throw new IllegalArgumentException(units + " units together, " + messages + " messages, each simulated one "
                    + times + " of them (expected: positive)");
        }
    }

    /**
     * Computes the grouping of this workload. Reads each of its units.
     *
     * @param results how results return, which decides the sizes of batches
     * @param speed speed of the slots, 0 to 1. Results wait a fixed time, so that messages of slow slots carry fewer
     */
    public static Grouping of(Workload workload, ResultsKind results, double speed) {
        long together = workload.together();
        double messages = 0;
        double simulated = 0;
        for (long unit = 0; unit < workload.units(0); unit++) {
            double nanos = workload.computeNanos(0, unit) / speed;
            double bytes = results == ResultsKind.ACCUMULATED ? 0 : workload.resultBytes(0, unit);
            messages += together / ResultBatching.expectedUnits(nanos / together, bytes / together, 1);
            simulated += 1 / ResultBatching.expectedUnits(nanos, bytes, together);
        }
        return new Grouping(together, messages, together == 1 || simulated == 0 ? 1 : messages / simulated);
    }

    /** The costs of the runtime for these groups. */
    public Overheads of(Overheads costs) {
        return costs.together(units, times);
    }
}
