package dev.sluice.model.simulate.cost;

import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.simulate.ResultsKind;
import dev.sluice.model.simulate.Workload;

/**
 * How the units of a workload travel, and what the simulator makes of it where each of its units stands for several
 * ({@link Workload#together}): a message carries what was computed in some time, and with fewer units there are fewer
 * messages.
 *
 * @param units of the application in each of the workload's
 * @param messages of results of the first cycle, if slots never wait
 * @param times how many of these each simulated one stands for, 1 or more but for rounding
 */
public record Grouping(long units, double messages, double times) {
    public Grouping {
        if (units < 1 || !(messages >= 0 && times > 0)) {
            throw new IllegalArgumentException(units + " units together, " + messages + " messages, each simulated one "
                    + times + " of them (expected: positive)");
        }
    }

    /**
     * Of this workload, asking for each of its units.
     *
     * @param results whether batches carry them
     * @param speed of the slots, 0 to 1: results wait by the clock, so that of slow slots each message carries fewer
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
}
