package dev.sluice.net.message;

import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Sub-master to worker: units that it was assigned and that nobody wants of it any more. It drops those that it has not
 * started, and sends no results of them. Master to sub-master: which of the units that it has {@link Adopted} others
 * have. No answer is expected.
 */
public record Unwanted(int cycle, List<HeldUnits> units) implements Message {
    public Unwanted {
        Checks.notNegative("cycle", cycle);
        units = List.copyOf(units);
    }
}
