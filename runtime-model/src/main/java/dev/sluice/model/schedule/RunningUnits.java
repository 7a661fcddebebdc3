package dev.sluice.model.schedule;

import java.util.Map;
import java.util.TreeMap;

/**
 * The units that a worker's slots compute now, as far as can be told from here: the oldest that it holds, as many as it
 * has slots; since when; and how long such units took to come back. What comes and goes between two looks is not seen.
 * Confined to the scheduler.
 */
final class RunningUnits {
    private final TreeMap<Long, Long> sinceNanos = new TreeMap<>();

    /**
     * Times from the look at which a unit was seen first to its result: with its transfer and all that it waited for.
     */
    private final Pace turnaround = new Pace();

    /** Whether the next look could see something else than the last one. */
    private boolean outdated = true;

    /** What the worker holds is not what it was. */
    void outdated() {
        outdated = true;
    }

    /** Looks at what the worker holds; after a standstill of this process, which ages nothing. */
    void look(WorkerRecord worker, long nowNanos, long stoodStillNanos) {
        if ((!outdated && stoodStillNanos == 0) || (sinceNanos.isEmpty() && worker.openUnits == 0)) {
            return;
        }
        outdated = false;
        Map<Long, Long> before = new TreeMap<>(sinceNanos);
        sinceNanos.clear();
        for (Outstanding outstanding : worker.working()) {
            UnitRanges working = outstanding.working();
            for (int i = 0; i < working.ranges(); i++) {
                for (long unit = working.from(i); unit < working.to(i); unit++) {
                    if (sinceNanos.size() == worker.slots) {
                        return;
                    }
                    Long since = before.get(unit);
                    sinceNanos.put(unit, since == null ? nowNanos : Math.min(nowNanos, since + stoodStillNanos));
                }
            }
        }
    }

    /** [from, to) came back. */
    void returned(long from, long to, long nowNanos) {
        if (!sinceNanos.isEmpty()) {
            Map<Long, Long> back = sinceNanos.subMap(from, to);
            for (long since : back.values()) {
                double seconds = (nowNanos - since) * 1e-9;
                turnaround.add(1, nowNanos - since, seconds * seconds);
            }
            outdated |= !back.isEmpty();
            back.clear();
        }
    }

    void clear() {
        outdated = true;
        sinceNanos.clear();
    }

    /** Each unit, and when it was seen first. */
    Map<Long, Long> sinceNanos() {
        return sinceNanos;
    }

    /** Of the units that were seen. */
    Pace turnaround() {
        return turnaround;
    }
}
