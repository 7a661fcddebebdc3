package dev.sluice.worker.slot;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds units that compute for longer than the run allows. Samples the slots periodically, so that slots pay nothing
 * for it; a unit may therefore exceed its time by a sixteenth. Time in which this process was suspended does not count.
 * Confined to the worker loop.
 */
public final class UnitWatch {
    /** Time between telling a unit to stop and giving its thread up [ns]. */
    static final long OBEY_NANOS = 1_000_000_000L;

    private static final long SHORTEST_PERIOD_NANOS = 5_000_000L;
    private static final long LONGEST_PERIOD_NANOS = 250_000_000L;

    /** The unit that one slot was seen to compute, and for how long. */
    private static final class Sighting {
        @Nullable
        HeldUnits unit;

        long nanos;

        void see(@Nullable HeldUnits now, long passedNanos) {
            if (now != null && now.equals(unit)) {
                nanos += passedNanos;
            } else {
                unit = now;
                nanos = 0;
            }
        }
    }

    private final Loop loop;
    private final SlotCrew crew;
    private final Runnable clogged;
    private final long timeoutNanos;
    private final long periodNanos;
    private Map<Slot, Sighting> sightings = new IdentityHashMap<>();
    private long lastNanos;
    private @Nullable Cancellable next;

    /** @param clogged called each time a unit does not stop while too many threads are stuck already */
    public UnitWatch(Loop loop, SlotCrew crew, long timeoutNanos, Runnable clogged) {
        this.loop = loop;
        this.crew = crew;
        this.clogged = clogged;
        this.timeoutNanos = timeoutNanos;
        this.periodNanos = Math.max(SHORTEST_PERIOD_NANOS, Math.min(LONGEST_PERIOD_NANOS, timeoutNanos / 16));
    }

    public void start() {
        lastNanos = loop.nanoTime();
        next = loop.schedule(periodNanos, this::look);
    }

    public void stop() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void look() {
        long now = loop.nanoTime();
        long passed = Math.min(now - lastNanos, 2 * periodNanos);
        lastNanos = now;
        Map<Slot, Sighting> present = new IdentityHashMap<>();
        for (Slot slot : crew.slots()) {
            Sighting sighting = sightings.getOrDefault(slot, new Sighting());
            present.put(slot, sighting);
            sighting.see(slot.computing(), passed);
            HeldUnits unit = sighting.unit;
            if (unit != null && sighting.nanos >= timeoutNanos + OBEY_NANOS) {
                if (!crew.giveUp(slot, unit, sighting.nanos)) {
                    clogged.run();
                }
            } else if (unit != null && sighting.nanos >= timeoutNanos) {
                slot.stop(unit);
            }
        }
        sightings = present;
        next = loop.schedule(periodNanos, this::look);
    }
}
