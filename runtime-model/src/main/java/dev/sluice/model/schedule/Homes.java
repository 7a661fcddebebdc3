package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The workers on which the parts of a resident cycle stay: a unit of it goes to the worker that had the last unit of
 * equal index modulo the parts. A part whose worker takes no more work goes to the worker that would then be done first
 * with its parts, so that no unit waits for a worker that is lost, drained, parked or excluded. A worker whose setup
 * waits for its turn keeps its parts. Parts that follow each other are placed together, because neighbours exchange
 * most.
 *
 * <p>Parts stay from cycle to cycle. When a cycle begins, which is when the master has a copy of each part, parts move
 * if a step would then take less than {@value #WORTH} of its time, as after a worker joined; after each move, less than
 * {@value #WORTH} of that, until parts have stayed. The first cycle is forgotten, in which code is loaded and compiled.
 * A worker that has lost all its parts is timed again after 1, 2, 4, 8 cycles…, because nothing else would show that it
 * has become quick. Confined to the scheduler.
 */
final class Homes {
    private static final double WORTH = 0.8;
    private static final int LONGEST_REST = 64;

    private final Roster roster;
    private final Paces paces;
    private @Nullable WorkerRecord[] homes = {};
    private boolean first;
    private double worth = WORTH;

    /** The parts of which a worker was given a unit in this cycle; a sub-master sees some parts only. */
    private final BitSet given = new BitSet();

    /** The units of a pool by home, so that a step does not look at each unit for each worker. */
    private final Map<WorkerRecord, UnitRanges> due = new HashMap<>();

    /** The pool in {@link #due}; null if a home has changed since. */
    private @Nullable UnitRanges sorted;

    /** The changes of the pool that {@link #due} has. */
    private int sortedChanges;

    Homes(Roster roster, Paces paces) {
        this.roster = roster;
        this.paces = paces;
    }

    /** True if the units of the open cycle have homes; otherwise nothing here is asked for. */
    boolean isOn() {
        return homes.length > 0;
    }

    /** Begins a cycle of so many parts; 0 for units that any worker may compute. */
    void begin(int parts) {
        if (parts != homes.length) {
            for (int part = 0; part < homes.length; part++) {
                settle(part, null);
            }
            homes = new WorkerRecord[parts];
            first = true;
        } else if (parts > 0) {
            for (int part = 0; part < parts; part++) {
                if (!given.get(part)) {
                    settle(part, null);
                }
            }
            List<WorkerRecord> able = able();
            able.forEach(this::rest);
            paces.changed();
            if (!first) {
                balance(able);
            }
            first = false;
        }
        given.clear();
    }

    /** Counts the cycles of a worker with or without parts, and forgets its times when it has rested. */
    private void rest(WorkerRecord worker) {
        worker.restedCycles =
                worker.parts > 0 ? Math.min(0, worker.restedCycles) - 1 : Math.max(0, worker.restedCycles) + 1;
        boolean rested = worker.restedCycles > worker.restsCycles;
        if (rested) {
            worker.restsCycles = Math.min(LONGEST_REST, 2 * worker.restsCycles);
            worker.restedCycles = 0;
        } else if (worker.restedCycles < -1) {
            worker.restsCycles = 1;
        }
        if (first || rested) {
            worker.pace.forget();
        }
    }

    private void balance(List<WorkerRecord> workers) {
        Map<WorkerRecord, Integer> wanted = new HashMap<>();
        int placed = 0;
        double seconds = 0;
        for (WorkerRecord worker : workers) {
            wanted.put(worker, 0);
            placed += worker.parts;
            seconds = Math.max(seconds, time(worker, worker.parts));
        }
        double then = 0;
        for (; placed > 0; placed--) {
            WorkerRecord next = first(workers, wanted);
            int count = wanted.merge(next, 1, Integer::sum);
            then = Math.max(then, time(next, count));
        }
        boolean moves = then < worth * seconds;
        for (int part = homes.length - 1; part >= 0 && moves; part--) {
            WorkerRecord home = homes[part];
            Integer most = home == null ? null : wanted.get(home);
            if (home != null && most != null && home.parts > most) {
                settle(part, null);
            }
        }
        worth = moves ? worth * WORTH : Math.min(WORTH, worth / WORTH);
    }

    /** Finds a home for each of these units that has none, or whose worker takes no work. */
    void place(UnitRanges pool) {
        List<WorkerRecord> able = isOn() ? able() : List.of();
        if (able.isEmpty()) {
            return;
        }
        boolean tried = able.get(0).probing;
        BitSet homeless = new BitSet();
        pool.forEach((from, to) -> {
            for (long unit = from; unit < to; unit++) {
                int part = part(unit);
                WorkerRecord home = homes[part];
                if (home == null || !home.takesWork() || home.probing && !tried) {
                    settle(part, null);
                    homeless.set(part);
                }
            }
        });
        Map<WorkerRecord, Integer> wanted = new HashMap<>();
        for (int left = homeless.cardinality(); left > 0; left--) {
            WorkerRecord next = first(able, wanted);
            wanted.merge(next, next.parts + 1, (before, any) -> before + 1);
        }
        int part = homeless.nextSetBit(0);
        for (WorkerRecord worker : able) {
            for (int more = wanted.getOrDefault(worker, 0) - worker.parts; more > 0; more--) {
                settle(part, worker);
                part = homeless.nextSetBit(part + 1);
            }
        }
    }

    /** Takes the units whose parts are at this worker out of the pool. */
    void take(WorkerRecord worker, UnitRanges pool, UnitRanges.RangeConsumer units) {
        UnitRanges mine = unitsOf(worker, pool);
        due.remove(worker);
        mine.forEach(pool::remove);
        sortedChanges = pool.changes();
        mine.forEach(units);
    }

    /** The units of this pool whose parts are at this worker. */
    UnitRanges unitsOf(WorkerRecord worker, UnitRanges pool) {
        if (pool != sorted || pool.changes() != sortedChanges) {
            sort(pool);
        }
        return due.getOrDefault(worker, new UnitRanges());
    }

    private void sort(UnitRanges pool) {
        sorted = pool;
        sortedChanges = pool.changes();
        due.clear();
        pool.forEach((from, to) -> {
            for (long unit = from; unit < to; unit++) {
                WorkerRecord home = homes[part(unit)];
                if (home != null) {
                    due.computeIfAbsent(home, any -> new UnitRanges()).add(unit, unit + 1);
                }
            }
        });
    }

    /** The worker was given these units: their parts are there from now on. */
    void given(WorkerRecord worker, long from, long to) {
        for (long unit = from; isOn() && unit < to; unit++) {
            int part = part(unit);
            given.set(part);
            if (homes[part] != worker) {
                settle(part, worker);
            }
        }
    }

    private int part(long unit) {
        return (int) (unit % homes.length);
    }

    private void settle(int part, @Nullable WorkerRecord to) {
        WorkerRecord before = homes[part];
        sorted = null;
        if (before != null) {
            before.parts--;
        }
        homes[part] = to;
        if (to != null) {
            to.parts++;
        }
    }

    /** The workers where parts may be. One that is being tried has some only if there is no other. */
    private List<WorkerRecord> able() {
        List<WorkerRecord> able = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork() && !worker.probing) {
                able.add(worker);
            }
        }
        if (able.isEmpty()) {
            roster.all().stream().filter(WorkerRecord::takesWork).forEach(able::add);
        }
        return able;
    }

    /** The worker that would be done first with one part more than it has, or is to have. */
    private WorkerRecord first(List<WorkerRecord> workers, Map<WorkerRecord, Integer> wanted) {
        WorkerRecord first = workers.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (WorkerRecord worker : workers) {
            double time = time(worker, wanted.getOrDefault(worker, worker.parts) + 1);
            if (time < least) {
                least = time;
                first = worker;
            }
        }
        return first;
    }

    /** The time of a step with so many parts at this worker, in parts of a slot of mean speed. */
    private double time(WorkerRecord worker, int count) {
        return Math.ceil((double) count / worker.slots) / paces.speed(worker);
    }
}
