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

    private final Kinds kinds = new Kinds();
    private final UnitRanges aside = new UnitRanges();
    private final UnitRanges finished = new UnitRanges();
    private final UnitRanges shared = new UnitRanges();
    private final UnitRanges adopted = new UnitRanges();
    private final UnitRanges orphans = new UnitRanges();
    private final TreeMap<Long, Trouble> troubles = new TreeMap<>();
    private final TreeMap<Long, Trouble> waiting = new TreeMap<>();
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
        kinds.add(event.kinds());
        kinds.pool(0, units);
        event.known().forEach(this::finish);
        if (event.asideNanos() > 0) {
            UnitRanges all = kinds.pooled();
            kinds.clearPools();
            all.forEach((from, to) -> setAside(from, to, nowNanos + event.asideNanos()));
        }
    }

    /** Continues a cycle. Units that several workers hold are shared. */
    void resume(OpenCycle from) {
        clear();
        units = from.units();
        kinds.add(from.kinds());
        from.pool().forEach(kinds::pool);
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
        UnitRanges unheld = kinds.pooled();
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
        kinds.add(sized);
        kinds.pool(from, to);
    }

    /** The kinds of units, and those of each that no worker has. */
    Kinds kinds() {
        return kinds;
    }

    Amounts needsOf(long unit) {
        return kinds.of(unit).needs;
    }

    /** True if a unit of this kind waits for a retry. */
    boolean waits(Kinds.Kind kind) {
        for (Long unit : waiting.keySet()) {
            if (kind.all.contains(unit)) {
                return true;
            }
        }
        return false;
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
        kinds.unpool(from, to);
        kinds.forget(from, to);
    }

    /** Removes these units from the cycle, in whatever state they are. No worker holds any of them. */
    void withdraw(long from, long to) {
        units -= to - from;
        kinds.unpool(from, to);
        kinds.forget(from, to);
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
        return kinds.pooledUnits() + aside.size() + waiting.size();
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
        kinds.unpool(from, to);
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
                kinds.unpool(trouble.unit, trouble.unit + 1); // in the pool if it failed on a worker that is away
                waiting.put(trouble.unit, trouble);
            }
        }
        back.forEach(kinds::pool);
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
        kinds.pools().forEach(each -> each.forEachWithin(from, to, taken::add));
        kinds.unpool(from, to);
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
}
