package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import java.util.HashMap;
import java.util.Map;

/**
 * Resources that the units of one worker, of one host or of the run divide among them. Counts units that need more or
 * other than one slot. Confined to the scheduler.
 */
final class Share {
    private final Map<Amounts, Long> units = new HashMap<>();
    private Amounts total = Amounts.NONE;

    /** Offers at least this much from now on: workers of one host describe the same resources. */
    void offer(Amounts amounts) {
        total = total.most(amounts);
    }

    /** Offers this and nothing else from now on. */
    void replace(Amounts amounts) {
        total = amounts;
    }

    Amounts total() {
        return total;
    }

    /** Records that so many more units with these needs are handed out. */
    void count(Amounts needs, long more) {
        units.merge(needs, more, (a, b) -> a + b == 0 ? null : a + b);
    }

    /** Units with these needs. */
    long units(Amounts needs) {
        return units.getOrDefault(needs, 0L);
    }

    /** Amount that the units hold. */
    long used(String name) {
        long used = 0;
        for (Map.Entry<Amounts, Long> each : units.entrySet()) {
            used += each.getKey().get(name) * each.getValue();
        }
        return used;
    }

    /** True if {@code amount} more is free. */
    boolean has(String name, long amount) {
        return used(name) + amount <= total.get(name);
    }
}
