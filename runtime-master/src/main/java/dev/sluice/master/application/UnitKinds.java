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
import org.jspecify.annotations.Nullable;

/**
 * Folds what units need into kinds, of which each has ranges of units. Nothing is asked of an application that does not
 * override {@code needs}. Confined to the application's thread.
 */
final class UnitKinds {
    /** Kinds of units in a run. */
    static final int MOST = 64;

    private final Hosted<?, ?, ?> application;
    private final boolean asks;
    private final Map<Needs, Amounts> known = new HashMap<>();

    UnitKinds(Hosted<?, ?, ?> application) {
        this.application = application;
        this.asks = application.hasNeeds();
        known.put(Needs.ONE_SLOT, Amounts.ONE_SLOT);
    }

    /** The units of [from, to) that need other than one slot. */
    List<Event.Sized> of(long from, long to) throws ApplicationException {
        if (!asks || from >= to) {
            return List.of();
        }
        Map<Amounts, UnitRanges> kinds = new LinkedHashMap<>();
        Needs last = application.needs(from);
        long first = from;
        for (long unit = from + 1; unit < to; unit++) {
            Needs next = application.needs(unit);
            if (next != last && !next.equals(last)) {
                add(kinds, last, first, unit);
                last = next;
                first = unit;
            }
        }
        add(kinds, last, first, to);
        List<Event.Sized> sized = new ArrayList<>();
        kinds.forEach((needs, units) -> sized.add(new Event.Sized(needs, units)));
        return sized;
    }

    private void add(Map<Amounts, UnitRanges> kinds, Needs needs, long from, long to) {
        @Nullable Amounts amounts = known.get(needs);
        if (amounts == null) {
            amounts = amounts(needs);
            if (known.size() == MOST) {
                throw new SluiceException(
                        ErrorCode.TOO_MANY_KINDS,
                        "unit " + from + " needs " + amounts.words() + ", which is the kind of units number "
                                + (MOST + 1) + " (expected: at most " + MOST + " different needs in a run)");
            }
            known.put(needs, amounts);
        }
        if (!amounts.isOneSlot()) {
            kinds.computeIfAbsent(amounts, unused -> new UnitRanges()).add(from, to);
        }
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
