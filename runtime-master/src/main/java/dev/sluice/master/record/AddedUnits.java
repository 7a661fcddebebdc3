package dev.sluice.master.record;

import dev.sluice.model.schedule.Event;
import java.util.List;

/**
 * Units that an open cycle gets. They wait until the journal has the entry at this position.
 *
 * @param closes whether no others follow
 * @param after results that the application had accepted; negative if its source gave the units
 * @param kinds those that need other than one slot, or have a priority
 */
public record AddedUnits(int cycle, long units, boolean closes, long position, long after, List<Event.Sized> kinds) {}
