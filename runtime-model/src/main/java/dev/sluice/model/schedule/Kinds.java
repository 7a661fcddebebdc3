package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of units of the open cycle, and the units of each that no worker has. Plain units need one slot and have no
 * priority; a run whose units are all plain has no other kind. Confined to the scheduler.
 */
final class Kinds {
    private static final int[] PLAIN_ALONE = {0};
    private static final Comparator<Kind> BY_PRIORITY = Comparator.comparingInt(kind -> kind.priority);

    private final Kind plain = new Kind(Amounts.ONE_SLOT, 0);
    /** Kinds of the highest priority come first. */
    private final List<Kind> others = new ArrayList<>();

    private int[] priorities = PLAIN_ALONE;
    private boolean needs;

    /** Units with equal needs and priority. Confined to the scheduler. */
    static final class Kind {
        final Amounts needs;
        final int priority;

        /** All units of the cycle of this kind; empty if they are plain. */
        final UnitRanges all = new UnitRanges();

        /** The units that no worker has. */
        final UnitRanges pool = new UnitRanges();

        /** The worker that keeps room for the next unit; null while none does, and for units of one slot. */
        @Nullable
        WorkerRecord reserved;

        /** Number of this reservation. */
        long order;

        /** True if a worker could compute such units, or the run was told that none can. */
        boolean judged;

        private Kind(Amounts needs, int priority) {
            this.needs = needs;
            this.priority = priority;
        }

        boolean isOneSlot() {
            return needs.isOneSlot();
        }
    }

    void add(List<Event.Sized> sized) {
        for (Event.Sized each : sized) {
            Kind kind = find(each.needs(), each.priority());
            if (kind == null) {
                kind = new Kind(each.needs(), each.priority());
                needs |= !kind.isOneSlot();
                others.add(kind);
                others.sort(BY_PRIORITY.reversed());
                priorities = Stream.concat(others.stream(), Stream.of(plain))
                        .sorted(BY_PRIORITY.reversed())
                        .mapToInt(one -> one.priority)
                        .distinct()
                        .toArray();
            }
            kind.all.addAll(each.units());
        }
    }

    private @Nullable Kind find(Amounts amounts, int priority) {
        for (Kind kind : others) {
            if (kind.priority == priority && kind.needs.equals(amounts)) {
                return kind;
            }
        }
        return null;
    }

    void clear() {
        plain.pool.clear();
        others.clear();
        priorities = PLAIN_ALONE;
        needs = false;
    }

    /** The kinds that are not plain. */
    List<Kind> others() {
        return others;
    }

    /** True if a unit of the cycle needs other than one slot. */
    boolean haveNeeds() {
        return needs;
    }

    /** The priorities of all kinds, the highest first. Must not be modified. */
    int[] priorities() {
        return priorities;
    }

    /** Copies the kinds that are not plain. */
    List<Event.Sized> copy() {
        return others.stream()
                .map(kind -> new Event.Sized(kind.needs, kind.priority, kind.all.copy()))
                .toList();
    }

    /** The kind of this unit. */
    Kind of(long unit) {
        for (Kind kind : others) {
            if (kind.all.contains(unit)) {
                return kind;
            }
        }
        return plain;
    }

    /** The units leave the cycle, and may come again as another kind. */
    void forget(long from, long to) {
        others.forEach(kind -> kind.all.remove(from, to));
    }

    // ---- pools

    /** The units of one slot with this priority that no worker has. Empty if there is no such kind. */
    UnitRanges oneSlotPool(int priority) {
        if (priority == 0) {
            return plain.pool;
        }
        Kind kind = find(Amounts.ONE_SLOT, priority);
        return kind == null ? new UnitRanges() : kind.pool;
    }

    /** Number of units of one slot that no worker has. */
    long oneSlotPooled() {
        long sum = plain.pool.size();
        for (Kind kind : others) {
            sum += kind.isOneSlot() ? kind.pool.size() : 0;
        }
        return sum;
    }

    /** Number of units that no worker has. */
    long pooledUnits() {
        long sum = plain.pool.size();
        for (Kind kind : others) {
            sum += kind.pool.size();
        }
        return sum;
    }

    /** Copies the units that no worker has. */
    UnitRanges pooled() {
        UnitRanges all = plain.pool.copy();
        others.forEach(kind -> all.addAll(kind.pool));
        return all;
    }

    /** The pools, those of the lowest priority first; of equal ones, that of plain units last. */
    List<UnitRanges> pools() {
        return Stream.concat(others.stream(), Stream.of(plain))
                .sorted(BY_PRIORITY)
                .map(kind -> kind.pool)
                .toList();
    }

    void pool(long from, long to) {
        plain.pool.add(from, to);
        for (Kind kind : others) {
            kind.all.forEachWithin(from, to, (first, end) -> {
                plain.pool.remove(first, end);
                kind.pool.add(first, end);
            });
        }
    }

    void unpool(long from, long to) {
        if (plain.pool.intersects(from, to)) {
            plain.pool.remove(from, to);
        }
        for (Kind kind : others) {
            if (kind.pool.intersects(from, to)) {
                kind.pool.remove(from, to);
            }
        }
    }

    void clearPools() {
        plain.pool.clear();
        others.forEach(kind -> kind.pool.clear());
    }
}
