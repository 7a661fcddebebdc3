package dev.sluice.model.schedule;

import static dev.sluice.model.schedule.OutsideLedger.require;

import dev.sluice.model.schedule.Kinds.Kind;
import java.util.BitSet;

/** The invariants of a scheduler after every event. Cheap, because simulations check them millions of times. */
final class Invariants {
    private Invariants() {}

    static void check(Scheduler scheduler) {
        UnitLedger ledger = scheduler.ledger();
        UnitRanges finished = ledger.finished();
        BitSet somewhere = bits(finished);
        require(somewhere.cardinality() == finished.size(), "the count of finished units is right", finished);
        for (UnitRanges pool : ledger.kinds().pools()) {
            for (int i = 0; i < pool.ranges(); i++) {
                int next = somewhere.nextSetBit((int) pool.from(i));
                if (next >= 0 && next < pool.to(i)) {
                    require(false, "pools and finished are disjoint", pool, finished);
                }
            }
            addTo(somewhere, pool);
        }
        for (Kind kind : ledger.kinds().others()) {
            require(kind.all.containsAll(kind.pool), "units are in the pool of their kind", kind.needs, kind.pool);
        }
        ledger.aside().forEach((from, to) -> {
            int next = somewhere.nextSetBit((int) from);
            require(next < 0 || next >= to, "what is aside is neither finished nor in the pool", ledger.aside());
        });
        addTo(somewhere, ledger.aside());
        for (Trouble trouble : ledger.waiting()) {
            if (somewhere.get((int) trouble.unit)) {
                require(false, "a waiting unit is neither in the pool nor finished", trouble.unit);
            }
        }
        ledger.waiting().forEach(trouble -> somewhere.set((int) trouble.unit));
        checkAdopted(ledger);
        checkHeld(scheduler);
        checkWorkers(scheduler, somewhere);
        if (somewhere.cardinality() != ledger.units()) {
            require(false, "every unit is somewhere", somewhere, ledger.units());
        }
    }

    /** Adopted units are held by the workers that brought them, or set aside for them. */
    private static void checkAdopted(UnitLedger ledger) {
        require(ledger.orphans().isEmpty(), "orphans have gone up", ledger.orphans());
        ledger.adopted().forEach((from, to) -> {
            boolean open = ledger.kinds().oneSlotPool(0).intersects(from, to)
                    || ledger.finished().intersects(from, to);
            require(!open, "what was adopted is neither in the pool nor finished", ledger.adopted());
        });
        for (Trouble trouble : ledger.waiting()) {
            require(!ledger.adopted().contains(trouble.unit), "what was adopted does not wait", trouble.unit);
        }
    }

    /** Held units are not open to others, and have one holder unless they are known to be shared. */
    private static void checkHeld(Scheduler scheduler) {
        UnitLedger ledger = scheduler.ledger();
        BitSet held = new BitSet();
        for (WorkerRecord worker : scheduler.roster().all()) {
            for (Outstanding outstanding : worker.held) {
                UnitRanges open = outstanding.open();
                for (int i = 0; i < open.ranges(); i++) {
                    long from = open.from(i);
                    long to = open.to(i);
                    if (ledger.kinds().pools().stream().anyMatch(pool -> pool.intersects(from, to))
                            || ledger.aside().intersects(from, to)) {
                        require(
                                false,
                                "what is held is not in the pool",
                                worker.id,
                                open,
                                ledger.kinds().pools());
                    }
                    int twice = held.nextSetBit((int) from);
                    if (twice >= 0 && twice < to && !ledger.shared().contains(twice)) {
                        require(false, "who shares a unit is known", worker.id, twice, ledger.shared());
                    }
                    held.set((int) from, (int) to);
                }
            }
        }
        for (Trouble trouble : ledger.waiting()) {
            if (held.get((int) trouble.unit)) {
                require(false, "what is held does not wait", trouble.unit);
            }
        }
    }

    /** No unit of one slot and of a higher priority waits, unless this one failed before. */
    static void checkPriority(AttemptRun run, Scheduler scheduler) {
        Kinds kinds = scheduler.ledger().kinds();
        for (int priority : kinds.priorities()) {
            if (priority > run.priority() && scheduler.ledger().trouble(run.firstUnit()) == null) {
                UnitRanges pool = kinds.oneSlotPool(priority);
                require(pool.isEmpty(), "the highest priority is served first", run, priority, pool);
            }
        }
    }

    private static void checkWorkers(Scheduler scheduler, BitSet somewhere) {
        int activeSlots = 0;
        int parkedSlots = 0;
        for (WorkerRecord worker : scheduler.roster().all()) {
            long working = 0;
            long completed = 0;
            long chunks = 0;
            long sized = 0;
            long wide = 0;
            for (Outstanding outstanding : worker.held) {
                if (outstanding.open().isEmpty()) {
                    require(false, "no empty attempts are held", worker.id, outstanding.run());
                }
                working += outstanding.workingUnits();
                completed += outstanding.completed().size();
                chunks += outstanding.openChunks();
                if (!outstanding.run().needs().isOneSlot()) {
                    sized += outstanding.workingUnits();
                    wide += outstanding.workingUnits()
                            * outstanding.run().needs().processors();
                }
                addTo(somewhere, outstanding.open());
            }
            if (worker.openUnits != working || worker.completedUnits != completed || worker.openChunks != chunks) {
                require(false, "sums over what is held are right", worker.id, working, completed, chunks);
            }
            if (worker.sizedUnits != sized || worker.wide != wide) {
                require(false, "sums over units with needs are right", worker.id, sized, wide);
            }
            if (worker.state == WorkerState.GONE || (!worker.connected() && !worker.held.isEmpty())) {
                require(false, "who is away holds nothing, who is gone is not known", worker.id, worker.state);
            }
            if (worker.isolated && worker.openUnits != 1) {
                require(false, "an isolated worker holds one unit", worker.id, worker.openUnits);
            }
            activeSlots += worker.takesWork() ? worker.slots : 0;
            parkedSlots += worker.state == WorkerState.PARKED || worker.couldProbe() ? worker.slots : 0;
        }
        if (scheduler.activeSlots() != activeSlots) {
            require(false, "active slots are those of workers that take work", activeSlots, scheduler.activeSlots());
        }
        if (scheduler.parkedSlots() != parkedSlots || (parkedSlots > 0 && activeSlots == 0)) {
            require(false, "parked slots are counted, and others take work", parkedSlots, scheduler.parkedSlots());
        }
    }

    private static BitSet bits(UnitRanges ranges) {
        BitSet bits = new BitSet();
        addTo(bits, ranges);
        return bits;
    }

    private static void addTo(BitSet bits, UnitRanges ranges) {
        for (int i = 0; i < ranges.ranges(); i++) {
            bits.set((int) ranges.from(i), (int) ranges.to(i));
        }
    }
}
