package dev.sluice.net.message;

import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Worker to master: units that it will not compute. It answers {@link Revoke}, possibly with no units, or is sent when
 * the worker drains.
 */
public record HandedBack(int cycle, List<HeldUnits> units) implements Message {
    public HandedBack {
        Checks.notNegative("cycle", cycle);
        units = List.copyOf(units);
    }
}
