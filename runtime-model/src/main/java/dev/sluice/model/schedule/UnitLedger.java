package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The units of the open cycle. Each unit is finished (accepted or given up), in the pool, set aside for workers that
 * may bring it, waiting because it is in trouble, or held by at least one worker. Pool, aside, waiting and finished are
 * disjoint; a unit that a worker holds is not in pool, aside or waiting. Adopted units are never in the pool and never
 * wait: an adopted unit that no worker holds is an orphan until the end of the event. Memory grows with the gaps
 * between these sets, not with the units. Confined to the scheduler.
 */
final class UnitLedger {
    /** Number of waiting units that {@link #nextWaiting} examines. Another worker can take those it passes over. */
    private static final int LOOK_AHEAD = 64;

    private final UnitRanges pool = new UnitRanges();
    private final UnitRanges aside = new UnitRanges();
    private final UnitRanges finished = new UnitRanges();
    private final UnitRanges shared = new UnitRanges();
    private final UnitRanges adopted = new UnitRanges();
    private final UnitRanges orphans = new UnitRanges();
    private final TreeMap<Long, Trouble> troubles = new TreeMap<>();
    private final TreeMap<Long, Trouble> waiting = new TreeMap<>();
    /** Units of this cycle that need other than one slot; each is in the pool of its kind instead of {@link #pool}. */
    private final List<Kind> kinds = new ArrayList<>();

    private long asideUntilNanos;

    /** True until {@link #asideUntilNanos} has passed, even if the workers that were awaited have all units. */
    private boolean awaiting;

    private long units;

    /** True while units may be added. */
    private boolean open;

    /** Begins a cycle. All units but the known ones are in the pool, or reserved for workers that have them already. */
    void begin(Event.CycleBegun event, long nowNanos) {
        clear();
        units = event.units();
        open = event.open();
        size(event.kinds());
        addToPool(0, units);
        event.known().forEach(this::finish);
        if (event.asideNanos() > 0) {
            UnitRanges all = pooled();
            clearPools();
            all.forEach((from, to) -> setAside(from, to, nowNanos + event.asideNanos()));
        }
    }

    /** Continues a cycle. Units that several workers hold are shared. */
    void resume(OpenCycle from) {
        clear();
        units = from.units();
        size(from.kinds());
        from.pool().forEach(this::addToPool);
        finished.addAll(from.finished());
        UnitRanges once = new UnitRanges();
        for (OpenCycle.OpenWorker worker : from.workers()) {
            for (OpenCycle.HeldRun held : worker.held()) {
                held.open().forEach((first, end) -> once.forEachWithin(first, end, shared::add));
                once.addAll(held.open());
            }
        }
    }

    /** Copies the open units that no connected worker holds. */
    UnitRanges unheld() {
        UnitRanges unheld = pooled();
        unheld.addAll(aside);
        unheld.addAll(orphans);
        waiting.keySet().forEach(unit -> unheld.add(unit, unit + 1));
        return unheld;
    }

    /** True for a unit of the cycle that is neither accepted nor given up. */
    boolean isUnfinished(long unit) {
        return unit >= 0 && unit < units && !finished.contains(unit);
    }

    /** Adds units that no worker has yet. */
    void give(long from, long to, List<Event.Sized> sized) {
        units += to - from;
        size(sized);
        addToPool(from, to);
    }

    // ---- units with needs

    private void size(List<Event.Sized> sized) {
        for (Event.Sized each : sized) {
            Kind kind = kindWith(each.needs());
            if (kind == null) {
                kind = new Kind(each.needs());
                kinds.add(kind);
            }
            kind.all.addAll(each.units());
        }
    }

    private @Nullable Kind kindWith(Amounts needs) {
        for (Kind kind : kinds) {
            if (kind.needs.equals(needs)) {
                return kind;
            }
        }
        return null;
    }

    /** The kinds of units that need other than one slot. */
    List<Kind> kinds() {
        return kinds;
    }

    /** Copies the kinds. */
    List<Event.Sized> sized() {
        return kinds.stream()
                .map(kind -> new Event.Sized(kind.needs, kind.all.copy()))
                .toList();
    }

    /** The kind of this unit; null if it needs one slot. */
    @Nullable
    Kind kindOf(long unit) {
        for (Kind kind : kinds) {
            if (kind.all.contains(unit)) {
                return kind;
            }
        }
        return null;
    }

    Amounts needsOf(long unit) {
        Kind kind = kinds.isEmpty() ? null : kindOf(unit);
        return kind == null ? Amounts.ONE_SLOT : kind.needs;
    }

    /** True if a unit of this kind waits for a retry. */
    boolean waits(Kind kind) {
        for (Trouble trouble : waiting.values()) {
            if (kind.needs.equals(trouble.needs)) {
                return true;
            }
        }
        return false;
    }

    /** True if a unit waits that no worker has, whatever it needs, and that has not failed. */
    boolean hasPooled() {
        return pooledUnits() > 0;
    }

    /** Number of these. */
    long pooledUnits() {
        long sum = pool.size();
        for (Kind kind : kinds) {
            sum += kind.pool.size();
        }
        return sum;
    }

    private UnitRanges pooled() {
        UnitRanges all = pool.copy();
        kinds.forEach(kind -> all.addAll(kind.pool));
        return all;
    }

    /** The pools, that of units of one slot last. */
    List<UnitRanges> pools() {
        List<UnitRanges> pools = new ArrayList<>();
        kinds.forEach(kind -> pools.add(kind.pool));
        pools.add(pool);
        return pools;
    }

    private void clearPools() {
        pool.clear();
        kinds.forEach(kind -> kind.pool.clear());
    }

    private void addToPool(long from, long to) {
        pool.add(from, to);
        for (Kind kind : kinds) {
            kind.all.forEachWithin(from, to, (first, end) -> {
                pool.remove(first, end);
                kind.pool.add(first, end);
            });
        }
    }

    private void removeFromPool(long from, long to) {
        if (pool.intersects(from, to)) {
            pool.remove(from, to);
        }
        for (Kind kind : kinds) {
            if (kind.pool.intersects(from, to)) {
                kind.pool.remove(from, to);
            }
        }
    }

    // ---- units of sub-masters

    /** Adds units that are orphans until the workers that brought them take them. */
    void adopt(long from, long to) {
        units += to - from;
        adopted.add(from, to);
        orphans.add(from, to);
    }

    /** Removes these units of the pool from the cycle. */
    void take(long from, long to) {
        units -= to - from;
        removeFromPool(from, to);
        forgetSize(from, to);
    }

    /** Units that leave the cycle may come again with other needs. */
    private void forgetSize(long from, long to) {
        kinds.forEach(kind -> kind.all.remove(from, to));
    }

    /** Removes these units from the cycle, in whatever state they are. No worker holds any of them. */
    void withdraw(long from, long to) {
        units -= to - from;
        removeFromPool(from, to);
        forgetSize(from, to);
        aside.remove(from, to);
        finished.remove(from, to);
        shared.remove(from, to);
        adopted.remove(from, to);
        orphans.remove(from, to);
        troubles.subMap(from, to).clear();
        waiting.subMap(from, to).clear();
    }

    /** No more units are added. */
    void close() {
        open = false;
    }

    /** True while units may be added. */
    boolean isOpen() {
        return open;
    }

    /** True if all units so far are finished. */
    boolean isDry() {
        return finished.size() == units;
    }

    void clear() {
        units = 0;
        open = false;
        pool.clear();
        kinds.clear();
        aside.clear();
        awaiting = false;
        finished.clear();
        shared.clear();
        adopted.clear();
        orphans.clear();
        troubles.clear();
        waiting.clear();
    }

    long units() {
        return units;
    }

    UnitRanges pool() {
        return pool;
    }

    /** Units that are reserved for a while for workers that already have them. */
    UnitRanges aside() {
        return aside;
    }

    UnitRanges finished() {
        return finished;
    }

    /** Units that more than one worker holds, or held in this cycle. */
    UnitRanges shared() {
        return shared;
    }

    /** Units that a worker brought; their inputs exist only there. */
    UnitRanges adopted() {
        return adopted;
    }

    /** Adopted units that no worker holds. */
    UnitRanges orphans() {
        return orphans;
    }

    /** Records that more than one worker may hold [from, to) from now on. */
    void share(long from, long to) {
        shared.add(from, to);
    }

    /** Number of unassigned units: R. */
    long unassigned() {
        return pooledUnits() + aside.size() + waiting.size();
    }

    boolean done() {
        return isDry() && !open;
    }

    Collection<Trouble> waiting() {
        return waiting.values();
    }

    @Nullable
    Trouble trouble(long unit) {
        return troubles.get(unit);
    }

    /** Records that the units [from, to) were accepted or given up. */
    void finish(long from, long to) {
        finished.add(from, to);
        removeFromPool(from, to);
        if (!aside.isEmpty()) {
            aside.remove(from, to);
        }
        if (!adopted.isEmpty()) {
            adopted.remove(from, to);
            orphans.remove(from, to);
        }
        if (!troubles.isEmpty()) {
            troubles.subMap(from, to).clear();
            waiting.subMap(from, to).clear();
        }
    }

    /**
     * Reopens [from, to), which no worker holds any more. Finished units stay finished, and units in trouble go to the
     * waiting ones.
     */
    void putBack(long from, long to) {
        UnitRanges back = new UnitRanges();
        back.add(from, to);
        finished.forEachWithin(from, to, back::remove);
        if (adopted.intersects(from, to)) {
            orphan(back, from, to);
        }
        NavigableMap<Long, Trouble> troubled = troubles.subMap(from, true, to, false);
        for (Trouble trouble : troubled.values()) {
            if (back.contains(trouble.unit)) {
                back.remove(trouble.unit, trouble.unit + 1);
                removeFromPool(trouble.unit, trouble.unit + 1); // in the pool if it failed on a worker that is away
                waiting.put(trouble.unit, trouble);
            }
        }
        back.forEach(this::addToPool);
    }

    /** Makes the adopted units of {@code back} within [from, to) orphans. */
    private void orphan(UnitRanges back, long from, long to) {
        UnitRanges alone = new UnitRanges();
        adopted.forEachWithin(from, to, (first, end) -> back.forEachWithin(first, end, alone::add));
        alone.forEach(back::remove);
        orphans.addAll(alone);
    }

    /**
     * Reserves [from, to), which no worker holds any more, for workers that already have the units, until
     * {@code untilNanos}.
     */
    void setAside(long from, long to, long untilNanos) {
        aside.add(from, to);
        finished.forEachWithin(from, to, aside::remove);
        asideUntilNanos = untilNanos;
        awaiting = true;
    }

    /** Returns whether workers may still come that already have units. */
    boolean isAwaitingWorkers() {
        return awaiting;
    }

    /** Reopens the units set aside once their time is over. Returns true if it has just passed. */
    boolean admitAside(long nowNanos) {
        if (!awaiting || nowNanos - asideUntilNanos < 0) {
            return false;
        }
        awaiting = false;
        UnitRanges open = aside.copy();
        aside.clear();
        open.forEach(this::putBack);
        return true;
    }

    /** Takes the open units of [from, to) out of pool, aside, orphans and the waiting ones, and returns them. */
    UnitRanges takeBack(long from, long to) {
        UnitRanges taken = new UnitRanges();
        pools().forEach(each -> each.forEachWithin(from, to, taken::add));
        removeFromPool(from, to);
        aside.forEachWithin(from, to, taken::add);
        aside.remove(from, to);
        orphans.forEachWithin(from, to, taken::add);
        orphans.remove(from, to);
        for (Long unit : List.copyOf(waiting.subMap(from, to).keySet())) {
            waiting.remove(unit);
            taken.add(unit, unit + 1);
        }
        return taken;
    }

    /** The units of [from, to) that are in trouble, whether waiting or held. */
    Collection<Trouble> troublesWithin(long from, long to) {
        return troubles.subMap(from, to).values();
    }

    /** Marks an unfinished unit as in trouble. */
    Trouble troubleOf(long unit) {
        return troubles.computeIfAbsent(unit, key -> new Trouble(key, needsOf(key)));
    }

    /** Removes and returns a waiting unit that fits; null if none of the first {@value #LOOK_AHEAD} does. */
    @Nullable
    Trouble nextWaiting(Predicate<Trouble> fits) {
        int looked = 0;
        for (Trouble trouble : waiting.values()) {
            if (fits.test(trouble)) {
                waiting.remove(trouble.unit);
                return trouble;
            }
            if (++looked == LOOK_AHEAD) {
                return null;
            }
        }
        return null;
    }

    /** All waiting units that match the predicate. */
    List<Trouble> waitingThat(Predicate<Trouble> fits) {
        List<Trouble> found = new ArrayList<>();
        for (Trouble trouble : waiting.values()) {
            if (fits.test(trouble)) {
                found.add(trouble);
            }
        }
        return found;
    }

    /** Units of the open cycle that need the same, which is not one slot. Confined to the scheduler. */
    static final class Kind {
        final Amounts needs;

        /** All units of the cycle with these needs. */
        final UnitRanges all = new UnitRanges();

        /** The units that no worker has. */
        final UnitRanges pool = new UnitRanges();

        /** The worker that keeps room for the next unit; null while none does. */
        @Nullable
        WorkerRecord reserved;

        /** Number of this reservation. */
        long order;

        /** True if a worker could compute such units, or the run was told that none can. */
        boolean judged;

        Kind(Amounts needs) {
            this.needs = needs;
        }
    }
}
