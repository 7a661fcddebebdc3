package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The units of the open cycle. Each is finished (accepted or given up), or in the pool, or set aside for those who may
 * bring it, or waiting because it is in trouble, or held by at least one worker. Pool, aside, waiting and finished are
 * disjoint, and what a worker holds is in none of the first three. Adopted units are never in the pool and never wait:
 * when nobody holds one it is an orphan, until the end of the event. Memory grows with the gaps between these, not with
 * the units. Confined to the scheduler.
 */
final class UnitLedger {
    /** How far {@link #nextWaiting} looks: what it passes over, another worker can take. */
    private static final int LOOK_AHEAD = 64;

    private final UnitRanges pool = new UnitRanges();
    private final UnitRanges aside = new UnitRanges();
    private final UnitRanges finished = new UnitRanges();
    private final UnitRanges shared = new UnitRanges();
    private final UnitRanges adopted = new UnitRanges();
    private final UnitRanges orphans = new UnitRanges();
    private final TreeMap<Long, Trouble> troubles = new TreeMap<>();
    private final TreeMap<Long, Trouble> waiting = new TreeMap<>();
    private long asideUntilNanos;
    private long units;

    void begin(long count) {
        clear();
        units = count;
        pool.add(0, count);
    }

    /** More units, which nobody has yet. */
    void give(long from, long to) {
        units += to - from;
        pool.add(from, to);
    }

    /** More units, which are orphans until those take them who brought them. */
    void adopt(long from, long to) {
        units += to - from;
        adopted.add(from, to);
        orphans.add(from, to);
    }

    /** The cycle is rid of these units of the pool. */
    void take(long from, long to) {
        units -= to - from;
        pool.remove(from, to);
    }

    /** The cycle is rid of these units, whatever became of them; no worker holds one. */
    void withdraw(long from, long to) {
        units -= to - from;
        pool.remove(from, to);
        aside.remove(from, to);
        finished.remove(from, to);
        shared.remove(from, to);
        adopted.remove(from, to);
        orphans.remove(from, to);
        troubles.subMap(from, to).clear();
        waiting.subMap(from, to).clear();
    }

    void clear() {
        units = 0;
        pool.clear();
        aside.clear();
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

    /** Units that only who has them already may take for a while. */
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

    /** Units that came with a worker, without their inputs. */
    UnitRanges adopted() {
        return adopted;
    }

    /** Adopted units that nobody holds any more. */
    UnitRanges orphans() {
        return orphans;
    }

    /** More than one worker may hold [from, to) from now on. */
    void share(long from, long to) {
        shared.add(from, to);
    }

    /** Units not assigned: R. */
    long unassigned() {
        return pool.size() + aside.size() + waiting.size();
    }

    boolean done() {
        return finished.size() == units;
    }

    Collection<Trouble> waiting() {
        return waiting.values();
    }

    @Nullable
    Trouble trouble(long unit) {
        return troubles.get(unit);
    }

    /** The units of [from, to) got their result, or are given up. */
    void finish(long from, long to) {
        finished.add(from, to);
        if (pool.intersects(from, to)) {
            pool.remove(from, to);
        }
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
     * [from, to) is no longer held by any worker: what is not finished of it can be given to another. Units in trouble
     * wait apart.
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
                pool.remove(trouble.unit, trouble.unit + 1); // there when it failed on one who is away
                waiting.put(trouble.unit, trouble);
            }
        }
        pool.addAll(back);
    }

    /** Those of {@code back} within [from, to) that were adopted have nobody. */
    private void orphan(UnitRanges back, long from, long to) {
        UnitRanges alone = new UnitRanges();
        adopted.forEachWithin(from, to, (first, end) -> back.forEachWithin(first, end, alone::add));
        alone.forEach(back::remove);
        orphans.addAll(alone);
    }

    /** [from, to) is no longer held by any worker; until then only who has it already may take it. */
    void setAside(long from, long to, long untilNanos) {
        aside.add(from, to);
        finished.forEachWithin(from, to, aside::remove);
        asideUntilNanos = untilNanos;
    }

    /** What was set aside is open to all when its time has come; says whether it has. */
    boolean admitAside(long nowNanos) {
        if (aside.isEmpty() || nowNanos - asideUntilNanos < 0) {
            return false;
        }
        UnitRanges open = aside.copy();
        aside.clear();
        open.forEach(this::putBack);
        return true;
    }

    /** Takes what is open to others of [from, to) out of pool, aside, orphans and the waiting ones; returns it. */
    UnitRanges takeBack(long from, long to) {
        UnitRanges taken = new UnitRanges();
        pool.forEachWithin(from, to, taken::add);
        pool.remove(from, to);
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

    /** The units of [from, to) that are in trouble, waiting or held. */
    Collection<Trouble> troublesWithin(long from, long to) {
        return troubles.subMap(from, to).values();
    }

    /** Marks a unit that is not finished as in trouble. */
    Trouble troubleOf(long unit) {
        return troubles.computeIfAbsent(unit, Trouble::new);
    }

    /** A waiting unit that fits, taken out of the waiting ones; null when there is none among the first. */
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

    /** All waiting units that fit. */
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
