package dev.sluice.master.application;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.unit.Needs;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds needs and priorities of units into kinds, of which each has ranges of units. Nothing is asked of an application
 * that overrides neither {@code needs} nor {@code priority}. Confined to the application's thread.
 */
final class UnitKinds {
    /** Kinds of units in a run. */
    static final int MOST = 64;

    private final Hosted<?, ?, ?> application;
    private final boolean needs;
    private final boolean priorities;
    private final Map<Kind, Amounts> known = new HashMap<>();

    private record Kind(Needs needs, int priority) {
        static final Kind PLAIN = new Kind(Needs.ONE_SLOT, 0);

        boolean is(Needs other, int otherPriority) {
            return priority == otherPriority && (needs == other || needs.equals(other));
        }
    }

    UnitKinds(Hosted<?, ?, ?> application) {
        this.application = application;
        this.needs = application.hasNeeds();
        this.priorities = application.hasPriorities();
        known.put(Kind.PLAIN, Amounts.ONE_SLOT);
    }

    /** The units of [from, to) that need other than one slot, or have a priority. */
    List<Event.Sized> of(long from, long to) throws ApplicationException {
        if (!needs && !priorities || from >= to) {
            return List.of();
        }
        Map<Kind, UnitRanges> kinds = new LinkedHashMap<>();
        Kind last = Kind.PLAIN;
        long first = from;
        for (long unit = from; unit < to; unit++) {
            Needs next = needs ? application.needs(unit) : Needs.ONE_SLOT;
            int priority = priorities ? application.priority(unit) : 0;
            if (!last.is(next, priority)) {
                add(kinds, last, first, unit);
                last = new Kind(next, priority);
                first = unit;
            }
        }
        add(kinds, last, first, to);
        List<Event.Sized> sized = new ArrayList<>();
        kinds.forEach((kind, units) ->
                sized.add(new Event.Sized(known.getOrDefault(kind, Amounts.ONE_SLOT), kind.priority(), units)));
        return sized;
    }

    private void add(Map<Kind, UnitRanges> kinds, Kind kind, long from, long to) {
        if (from == to || kind.is(Needs.ONE_SLOT, 0)) {
            return;
        }
        if (!known.containsKey(kind)) {
            Amounts amounts = amounts(kind.needs());
            if (known.size() == MOST) {
                throw new SluiceException(
                        ErrorCode.TOO_MANY_KINDS,
                        "unit " + from + " needs " + amounts.words()
                                + (kind.priority() == 0 ? "" : " and has priority " + kind.priority())
                                + ", which is the kind of units number " + (MOST + 1) + " (expected: at most " + MOST
                                + " different needs and priorities in a run)");
            }
            known.put(kind, amounts);
        }
        kinds.computeIfAbsent(kind, unused -> new UnitRanges()).add(from, to);
    }

    private static Amounts amounts(Needs needs) {
        Map<String, Long> byName = new HashMap<>(needs.resources());
        byName.put(Amounts.PROCESSORS, (long) needs.processors());
        if (needs.memoryBytes() > 0) {
            byName.put(Amounts.MEMORY, needs.memoryBytes());
        }
        if (needs.gpus() > 0) {
            byName.put(Amounts.GPUS, (long) needs.gpus());
        }
        return Amounts.of(byName);
    }
}
