package dev.sluice.net.message;

import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Sub-master to worker: assigned units that the sub-master no longer wants. The worker drops those that it has not
 * started, and sends no results of them. Master to sub-master: {@link Adopted} units that other workers have. No answer
 * is expected.
 */
public record Unwanted(int cycle, List<HeldUnits> units) implements Message {
    public Unwanted {
        Checks.notNegative("cycle", cycle);
        units = List.copyOf(units);
    }
}
