package dev.sluice.model.schedule;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The holders of each unit of a cycle as seen from outside: from its assignment until it came back, failed or was lost.
 */
final class Holdings {
    /** One assignment to one worker. */
    record Holder(WorkerId worker, long firstAttempt) {}

    private final Map<Long, List<Holder>> holders = new HashMap<>();

    /** Units held by workers that are away, at the time of the break, which they may still bring. */
    private final Map<Holder, UnitRanges> left = new HashMap<>();

    void clear() {
        holders.clear();
        left.clear();
    }

    List<Holder> of(long unit) {
        return holders.getOrDefault(unit, List.of());
    }

    void hold(Holder holder, long from, long to) {
        for (long unit = from; unit < to; unit++) {
            holders.computeIfAbsent(unit, u -> new ArrayList<>(1)).add(holder);
        }
    }

    void release(Holder holder, long from, long to) {
        for (long unit = from; unit < to; unit++) {
            List<Holder> of = holders.get(unit);
            if (of != null) {
                of.remove(holder);
            }
        }
        UnitRanges away = left.get(holder);
        if (away != null) {
            away.remove(from, to);
        }
    }

    void away(WorkerId worker) {
        holders.forEach((unit, of) -> of.removeIf(holder -> {
            boolean its = holder.worker.equals(worker);
            if (its) {
                left.computeIfAbsent(holder, h -> new UnitRanges()).add(unit, unit + 1);
            }
            return its;
        }));
    }

    void gone(WorkerId worker) {
        away(worker);
        left.keySet().removeIf(holder -> holder.worker.equals(worker));
    }

    /** Records that a returned worker has [from, to). */
    void back(Holder holder, long from, long to) {
        UnitRanges had = left.get(holder);
        if (had != null) {
            had.forEachWithin(from, to, (first, end) -> hold(holder, first, end));
            had.remove(from, to);
        }
    }

    /** Records that a returned worker has reported all its units. */
    void settled(WorkerId worker) {
        left.keySet().removeIf(holder -> holder.worker.equals(worker));
    }
}
