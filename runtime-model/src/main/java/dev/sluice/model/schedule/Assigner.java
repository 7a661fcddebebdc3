package dev.sluice.model.schedule;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.Allocation;
import dev.sluice.model.policy.ChunkPolicy;
import dev.sluice.model.policy.Measured;
import dev.sluice.model.policy.UnitTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which worker gets which units: asks the policy for chunk sizes, keeps the workers' queues filled, and
 * balances the queues in the tail. Confined to the scheduler.
 */
final class Assigner implements Allocation {
    /**
     * While more failed units than this wait for a retry, only failed units are handed out. A host on which every unit
     * fails must not consume the whole cycle.
     */
    static final int MAX_WAITING = 1024;

    private static final long MAX_CHUNK = 1 << 30;

    private final SchedulerConfig config;
    private Handout handout;
    private final UnitLedger ledger;
    private final Roster roster;
    private final Paces paces;
    private final Packing packing;
    private final Homes homes;
    private ChunkPolicy policy;
    private int cycle;
    private long nextAttempt = 1;
    private long number;
    private long units;
    private long assignedUnits;
    private @Nullable WorkerRecord asking;
    private long unassigned;

    Assigner(SchedulerConfig config, UnitLedger ledger, Roster roster) {
        this.config = config;
        this.ledger = ledger;
        this.roster = roster;
        this.handout = config.handout();
        this.packing = new Packing(ledger, roster);
        this.paces = new Paces(handout.used(), config.plannedMeanSeconds(), roster);
        this.homes = new Homes(roster, paces);
        this.policy = handout.policy().begin();
    }

    /**
     * Begins a cycle, or a piece of one. In both cases the policy starts again with the units that are unassigned now.
     */
    void begin(int newCycle) {
        cycle = newCycle;
        roster.backlogs().forget();
        number = 0;
        units = ledger.unassigned();
        policy = handout.policy().begin();
    }

    /** Continues a cycle. If units are handed out as before, the policy continues too. */
    void resume(OpenCycle from) {
        begin(from.cycle());
        if (handout.equals(from.handout())) {
            policy = from.policy().policy().continued();
            units = from.policy().units();
            number = from.policy().number();
        }
    }

    /** How far the policy is. */
    OpenCycle.PolicyCourse course() {
        return new OpenCycle.PolicyCourse(policy.continued(), units, number);
    }

    Handout handout() {
        return handout;
    }

    Packing packing() {
        return packing;
    }

    Homes homes() {
        return homes;
    }

    /**
     * Hands out units in another way from now on: the policy starts with the units that are unassigned. Assigned units
     * stay, but for those that {@link #exceeding} asks back.
     */
    void change(Handout to, boolean open, Outbox outbox) {
        Handout before = handout;
        boolean wasWhole = !policy.feedsAhead();
        handout = to;
        paces.weigh(handout.used());
        for (WorkerRecord worker : roster.all()) {
            worker.feed.prefetch(to.prefetch());
        }
        begin(cycle);
        if (!open || !policy.feedsAhead()) {
            return;
        }
        for (WorkerRecord worker : roster.all()) {
            long exceeding = worker.takesWork() && !worker.revoking ? exceeding(worker, wasWhole, before) : 0;
            if (exceeding > 0) {
                worker.revoking = true;
                units += exceeding;
                outbox.add(new Action.Revoke(worker.id, cycle, exceeding));
            }
        }
    }

    /**
     * Units of the worker beyond its new queue depth. A worker that holds a whole share, or more than twice its share,
     * keeps as many single units as the depth covers; any other keeps as many chunks.
     */
    private long exceeding(WorkerRecord worker, boolean holdsWhole, Handout before) {
        if (holdsWhole || worker.openUnits > 2 * shareOf(worker)) {
            return Math.max(0, worker.openUnits - (long) worker.slots * depth(worker, 1));
        }
        if (worker.openChunks == 0 || before.prefetch() == handout.prefetch()) {
            return 0;
        }
        long kept = (long) worker.slots * depth(worker, worker.openUnits / worker.openChunks);
        return worker.unitsOfLastChunks(worker.openChunks - kept);
    }

    String trouble() {
        return policy.trouble();
    }

    void workerGone(WorkerId worker) {
        policy.workerGone(worker);
    }

    /** Units handed out in the run so far, counted once per assignment. */
    long assignedUnits() {
        return assignedUnits;
    }

    @Override
    public long units() {
        return units;
    }

    @Override
    public long unassigned() {
        return unassigned;
    }

    @Override
    public int slots() {
        return roster.slots();
    }

    @Override
    public double weight() {
        return paces.weight(asker());
    }

    @Override
    public WorkerId worker() {
        return asker().id;
    }

    @Override
    public int workerSlots() {
        return asker().slots;
    }

    @Override
    public UnitTimes times() {
        return asker().pace.times();
    }

    @Override
    public Measured measured() {
        return paces.measured();
    }

    @Override
    public List<Share> shares() {
        List<Share> shares = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork()) {
                shares.add(new Share(worker.id, worker.slots, paces.weight(worker)));
            }
        }
        return shares;
    }

    @Override
    public double awaitedWeight() {
        return paces.awaitedWeight();
    }

    private WorkerRecord asker() {
        if (asking == null) {
            throw new IllegalStateException("no worker asks");
        }
        return asking;
    }

    /** Speed of all slots of a worker in slots of mean speed; 0 for an unknown worker. */
    double speed(WorkerId id) {
        WorkerRecord worker = roster.find(id);
        return worker == null ? 0 : worker.slots * paces.speed(worker);
    }

    /** The shortest queue of any worker's results for a shared link [ns]. */
    double leastQueueNanos() {
        return paces.leastQueueNanos();
    }

    /** Fills every queue, the emptiest first. */
    void fillAll(Outbox outbox) {
        paces.changed();
        if (ledger.kinds().pooledUnits() == 0
                && ledger.waiting().isEmpty()
                && roster.backlogs().isEmpty()) {
            return; // no unit to give, and no worker to take one back from
        }
        homes.place(ledger.kinds().oneSlotPool(0));
        List<WorkerRecord> byNeed = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            if (roster.takesUnits(worker)) {
                byNeed.add(worker);
            }
        }
        byNeed.sort(Comparator.comparingDouble(worker -> (double) worker.openChunks / worker.slots));
        for (WorkerRecord worker : byNeed) {
            fill(worker, outbox);
        }
    }

    /**
     * Fills the worker's queue as far as policy, depth and fairness allow. In the tail, asks another worker to hand
     * units back.
     */
    void fill(WorkerRecord worker, Outbox outbox) {
        if (!roster.takesUnits(worker) || worker.isolated) {
            return;
        }
        if (worker.probing) {
            probe(worker, outbox);
            return;
        }
        if (!ledger.waiting().isEmpty()) {
            fillFromWaiting(worker, outbox);
            if (worker.isolated || ledger.waiting().size() > MAX_WAITING) {
                return;
            }
        }
        if (homes.isOn()) {
            homes.take(worker, ledger.kinds().oneSlotPool(0), (from, to) -> {
                assign(worker, from, 1, (int) (to - from), false, outbox);
            });
            return;
        }
        for (int priority : ledger.kinds().priorities()) {
            if (packing.isOn()) {
                LongConsumer give = unit -> assign(worker, unit, 1, 1, false, outbox);
                packing.fill(worker, priority, give, policy.feedsAhead(), cycle, outbox);
            }
            UnitRanges pool = ledger.kinds().oneSlotPool(priority);
            if (!pool.isEmpty()) {
                fillFromPool(worker, priority, pool, outbox);
                if (!pool.isEmpty()) {
                    return; // what the worker gets next is not of a lower priority
                }
            }
        }
        // Among units of different size, a unit that was taken back might go back and forth.
        if (!packing.isOn() && worker.narrowChunks() < worker.slots) {
            balanceFor(worker, outbox);
        }
    }

    /** Units were added: the policy starts again, and units that are queued give way to those of a higher priority. */
    void more(Outbox outbox) {
        begin(cycle);
        if (policy.feedsAhead()) {
            packing.prefer(cycle, outbox);
        }
    }

    private void fillFromWaiting(WorkerRecord worker, Outbox outbox) {
        if (worker.openUnits == 0) {
            Trouble suspect = ledger.nextWaiting(trouble -> trouble.isolate && mayTryNow(worker, trouble, outbox));
            if (suspect != null) {
                assign(worker, suspect.unit, 1, 1, false, outbox);
                worker.isolated = true;
                return;
            }
        }
        while (worker.openChunks < (long) worker.slots * depth(worker, 1)) {
            Trouble failed = ledger.nextWaiting(trouble -> !trouble.isolate && mayTryNow(worker, trouble, outbox));
            if (failed == null) {
                return;
            }
            assign(worker, failed.unit, 1, 1, false, outbox);
        }
    }

    /** True if the worker may try the unit and has room for it; if it has none, it keeps the next room for the unit. */
    private boolean mayTryNow(WorkerRecord worker, Trouble trouble, Outbox outbox) {
        if (!roster.mayTry(worker, trouble)) {
            return false;
        }
        boolean room = trouble.needs.isOneSlot() && worker.sizedUnits == 0 || packing.hasRoomFor(worker, trouble.unit);
        if (!room) {
            packing.wish(worker, trouble.unit, policy.feedsAhead(), cycle, outbox);
        }
        return room;
    }

    /** Gives a worker one unit at a time, which shows whether its host can be used again. */
    private void probe(WorkerRecord worker, Outbox outbox) {
        if (worker.openUnits > 0) {
            return;
        }
        Trouble failed = ledger.nextWaiting(trouble -> mayTryNow(worker, trouble, outbox));
        if (failed != null) {
            assign(worker, failed.unit, 1, 1, false, outbox);
            return;
        }
        for (int priority : ledger.kinds().priorities()) {
            UnitRanges pool = ledger.kinds().oneSlotPool(priority);
            UnitRanges may = homes.isOn() ? homes.unitsOf(worker, pool) : pool;
            if (!may.isEmpty()) {
                long unit = may.from(0);
                pool.remove(unit, unit + 1);
                assign(worker, unit, 1, 1, false, outbox);
            } else if (packing.isOn()) {
                packing.probe(worker, priority, unit -> assign(worker, unit, 1, 1, false, outbox));
            }
            if (worker.openUnits > 0) {
                return;
            }
        }
    }

    /** Single units that the queues of all workers hold at most. */
    long room() {
        long room = 0;
        for (WorkerRecord worker : roster.all()) {
            room += roster.takesUnits(worker) ? (long) worker.slots * depth(worker, 1) : 0;
        }
        return room;
    }

    private int depth(WorkerRecord worker, long chunkUnits) {
        return policy.feedsAhead() ? worker.feed.depth(chunkUnits) : 1;
    }

    /**
     * Hands out chunks until the worker holds its queue depth. The first chunk of each slot is always given. Further
     * chunks are given only while the worker holds no more than its share of all remaining units, so that the first
     * worker to ask does not take the units of others. Consecutive chunks of one size become one assignment.
     */
    private void fillFromPool(WorkerRecord worker, int priority, UnitRanges pool, Outbox outbox) {
        int slots = packing.narrowSlots(worker, priority);
        if (slots == 0) {
            return;
        }
        boolean single = packing.isReserved(worker, priority);
        paces.asked();
        long share = shareOf(worker);
        asking = worker;
        long sizeBefore = 0;
        int depth = 0;
        long others = ledger.kinds().oneSlotPooled() - pool.size();
        while (!pool.isEmpty()) {
            long from = pool.from(0);
            long end = pool.to(0);
            unassigned = others + pool.size();
            long size = nextSize(single ? 1 : end - from);
            if (size == 0) {
                break;
            }
            depth = single ? 1 : size == sizeBefore ? depth : depth(worker, size);
            sizeBefore = size;
            long room = single ? slots - worker.narrowUnits() : room(worker, slots, size, depth, share);
            if (room <= 0) {
                break;
            }
            long at = from + size;
            int chunks = 1;
            given(size);
            while (chunks < room && at < end) {
                unassigned = others + pool.size() - (at - from);
                long next = nextSize(single ? 1 : end - at);
                if (next != size) {
                    break;
                }
                given(size);
                chunks++;
                at += size;
            }
            pool.remove(from, at);
            packing.narrowGiven();
            assign(worker, from, (int) size, chunks, false, outbox);
        }
        asking = null;
    }

    private void given(long size) {
        policy.assigned(this, size);
        number++;
    }

    private long nextSize(long contiguous) {
        return Math.min(Math.min(policy.chunk(this), contiguous), MAX_CHUNK);
    }

    private long shareOf(WorkerRecord worker) {
        long left = ledger.unassigned() + roster.openUnits();
        return (long) Math.ceil(left * paces.weight(worker) * worker.slots / roster.slots());
    }

    /** Number of chunks of this size that the worker may get now for so many slots at this queue depth. */
    private static long room(WorkerRecord worker, int slots, long size, int depth, long share) {
        long wanted = (long) slots * depth - worker.narrowChunks();
        if (wanted <= 0 || depth >= 8 && wanted < (long) slots * depth / 4) {
            return 0; // a deep queue is refilled only when a quarter of it is empty, so that assignments travel in
            // batches
        }
        long startable = Math.max(0, slots - worker.narrowChunks());
        double queued = (double) (worker.narrowUnits() + startable * size) / slots - 1;
        long fair = worker.feed.isDue(queued, size) ? Math.max(0, (share - worker.openUnits) / size) : 0;
        return Math.min(wanted, Math.max(startable, fair));
    }

    /** True if assigned chunks may be taken back. A policy with a single allocation per worker does not allow it. */
    boolean takesBack() {
        return policy.feedsAhead();
    }

    /** Skips attempts up to and including this one, because another master used these numbers. */
    void skipTo(long attempt) {
        nextAttempt = Math.max(nextAttempt, attempt);
    }

    /** Gives the worker a copy of a unit that another worker computes. */
    void copy(WorkerRecord worker, long unit, Outbox outbox) {
        ledger.share(unit, unit + 1);
        assign(worker, unit, 1, 1, true, outbox);
    }

    private void assign(WorkerRecord worker, long from, int chunkUnits, int chunks, boolean copy, Outbox outbox) {
        Kinds.Kind kind = ledger.kinds().of(from);
        AttemptRun run = new AttemptRun(
                nextAttempt, config.nonces().nextLong(), from, chunkUnits, chunks, kind.needs, kind.priority);
        nextAttempt += chunks;
        worker.allocations += chunks;
        assignedUnits += run.units();
        homes.given(worker, from, from + run.units());
        worker.hold(new Outstanding(run, copy));
        outbox.add(new Action.Assign(worker.id, cycle, packing.forWorker(run), copy));
    }

    /**
     * Balances queues for an idle worker when no unit is left to assign. Asks another worker to hand back half of its
     * unstarted chunks, where that pays, or more if the idle worker may try none of these.
     */
    private void balanceFor(WorkerRecord idle, Outbox outbox) {
        WorkerRecord victim = roster.backlogs().longest(idle, roster);
        long spare = victim == null ? 0 : victim.openChunks - victim.width();
        for (long chunks = (spare + 1) / 2; victim != null && chunks <= spare; chunks++) {
            if (hasSomeFor(idle, victim, chunks)) {
                victim.revoking = true;
                outbox.add(new Action.Revoke(victim.id, cycle, victim.unitsOfLastChunks(chunks)));
                return;
            }
        }
    }

    /**
     * True if the idle worker may try a unit of the victim's last chunks. Units that failed are chunks of their own.
     */
    private boolean hasSomeFor(WorkerRecord idle, WorkerRecord victim, long chunks) {
        long left = chunks;
        for (int i = victim.held.size() - 1; i >= 0 && left > 0; i--) {
            Outstanding outstanding = victim.held.get(i);
            Trouble trouble = outstanding.run().units() == 1
                    ? ledger.trouble(outstanding.run().firstUnit())
                    : null;
            if (outstanding.workingUnits() > 0 && (trouble == null || roster.mayTry(idle, trouble))) {
                return true;
            }
            left -= outstanding.openChunks();
        }
        return false;
    }
}
