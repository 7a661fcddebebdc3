package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.failure.Standing;
import dev.sluice.model.schedule.Action.DiscardReason;
import dev.sluice.model.schedule.Kinds.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to the units of a worker that failed, broke away, died or returned. Confined to the scheduler.
 */
final class Losses {
    /**
     * Results of units shorter than this travel in batches. Finished units can then be lost together with the unit that
     * killed the worker [ns].
     */
    private static final double BATCHED_BELOW_NANOS = 1_000_000;

    /** Time in which a worker with a cut connection is expected back [ns]. */
    private static final long ADOPTED_ASIDE_NANOS = 1_000_000_000L;

    /** Peers that must say the same before a unit is given up, if there are so many. */
    private static final int CONFIRMING_PEERS = 2;

    /** Peers on which a class was missing; no more than are needed. */
    private final Set<String> lackingClasses = new HashSet<>();

    private final SchedulerConfig config;
    private final UnitLedger ledger;
    private final Roster roster;
    private final Tally tally;
    private final HostWatch watch;

    Losses(SchedulerConfig config, Tally.Books books) {
        this.config = config;
        this.ledger = books.ledger();
        this.roster = books.roster();
        this.tally = books.tally();
        this.watch = books.watch();
    }

    /** Gives up [from, to), which no worker holds. A worker that is away can no longer bring these units back. */
    void disown(long from, long to) {
        for (WorkerRecord worker : roster.all()) {
            for (Outstanding left : List.copyOf(worker.left)) {
                worker.settle(left, from, to);
            }
        }
    }

    /** The unit failed on one worker. Another worker gets it, or it is given up. */
    void unitFailed(int cycle, long unit, UnitFailure failure, Outbox outbox) {
        tally.failed++;
        if (ledger.finished().contains(unit)) {
            return;
        }
        Trouble trouble = ledger.troubleOf(unit);
        trouble.add(failure);
        Standing standing = roster.origins().standing(failure.worker());
        if (standing.isProven()) {
            trouble.believe(failure.worker());
        }
        standing.failed();
        watch.failed(failure, trouble);
        if (failure.code() == ErrorCode.CLASS_MISSING && lackingClasses.size() < CONFIRMING_PEERS) {
            lackingClasses.add(roster.origins().peerOf(failure.worker()));
        }
        if (isHeld(unit, roster.find(failure.worker()))) {
            return; // another worker computes it, and its result decides
        }
        if (isHopeless(trouble)) {
            giveUp(cycle, trouble, outbox);
        } else {
            ledger.putBack(unit, unit + 1);
        }
    }

    /** True if a worker other than {@code before}, which held it, has the unit. */
    private boolean isHeld(long unit, @Nullable WorkerRecord before) {
        boolean[] held = {false};
        if (before == null || !before.connected() || ledger.shared().contains(unit)) {
            roster.forEachHeldWithin(unit, unit + 1, (from, to) -> held[0] = true);
        }
        return held[0];
    }

    /** Reopens [from, to), which a worker released. Parts that another worker still holds stay closed. */
    private void putBack(long from, long to) {
        putBack(from, to, ledger::putBack);
    }

    private void putBack(long from, long to, UnitRanges.RangeConsumer open) {
        if (!ledger.shared().intersects(from, to)) {
            open.accept(from, to);
            return;
        }
        UnitRanges unheld = new UnitRanges();
        unheld.add(from, to);
        roster.forEachHeldWithin(from, to, unheld::remove);
        unheld.forEach(open);
    }

    /** Records that the worker will not compute these units. */
    void handedBack(WorkerRecord worker, HeldUnits units) {
        Outstanding outstanding = worker.find(units.attempt(), units.nonce(), units.firstUnit(), units.endUnit());
        if (outstanding == null) {
            return;
        }
        tally.handedBack += takeFrom(worker, outstanding, units.firstUnit(), units.endUnit());
    }

    /** Takes [from, to) from the worker and reopens the units that were open. Returns their number. */
    long takeFrom(WorkerRecord worker, Outstanding outstanding, long from, long to) {
        UnitRanges back = new UnitRanges();
        outstanding.open().forEachWithin(from, to, back::add);
        worker.settle(outstanding, from, to);
        if (worker.connected()) { // otherwise they were reopened when the connection broke
            back.forEach(this::putBack);
        }
        return back.size();
    }

    /** Gives up the waiting units that have failed on every connected worker. */
    void giveUpHopeless(int cycle, Outbox outbox) {
        for (Trouble trouble : ledger.waitingThat(this::isHopeless)) {
            giveUp(cycle, trouble, outbox);
        }
    }

    /**
     * True if the unit failed on the maximum number of workers or on every worker, or if no other worker here could
     * compute it. One peer or host alone never makes a unit hopeless while there is another, whatever it claims to be;
     * neither do hosts without which the run goes on. Peers that nobody believes do not either, however many they are,
     * while one that is believed could try it.
     */
    private boolean isHopeless(Trouble trouble) {
        if (trouble.failures.isEmpty()) {
            return false;
        }
        if (ledger.adopted().contains(trouble.unit)) {
            return true;
        }
        if (trouble.isGivenUp() && trouble.isBelieved()) {
            return true;
        }
        if (!isConfirmed(trouble) && roster.hasOther(trouble)) {
            return false;
        }
        if (config.maxFailures() > 1 && !roster.isBelieved(trouble) && roster.hasProven(trouble)) {
            return false;
        }
        if (config.maxFailures() > 1 && roster.origins().areOut(trouble.tried()) && isTryable(trouble)) {
            return false;
        }
        if (trouble.lacksClass() || trouble.isGivenUp() || trouble.workers() >= config.maxFailures()) {
            return true;
        }
        boolean any = roster.expectsMore() || ledger.isAwaitingWorkers();
        boolean live = false;
        for (WorkerRecord worker : roster.all()) {
            live |= worker.takesWork();
            any |= (worker.takesWork() || worker.isSpare())
                    && !trouble.failedOn(worker.id)
                    && roster.can(worker, trouble.needs);
        }
        return live && !any;
    }

    private boolean isTryable(Trouble trouble) {
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork() && !trouble.failedOn(worker.id) && roster.can(worker, trouble.needs)) {
                return true;
            }
        }
        return false;
    }

    /**
     * True if two peers and hosts say that the unit fails, or that a class is missing, of which all have the same jars.
     */
    private boolean isConfirmed(Trouble trouble) {
        return config.maxFailures() == 1
                || trouble.lacksClass() && lackingClasses.size() >= CONFIRMING_PEERS
                || roster.origins().count(trouble.tried()) >= CONFIRMING_PEERS;
    }

    /**
     * A parked worker that is needed: a waiting unit failed on all workers that take work, but not on it, or it alone
     * has what a unit needs.
     */
    @Nullable
    WorkerRecord neededSpare() {
        if (roster.parkedSlots() == 0) {
            return null;
        }
        for (Kind kind : ledger.kinds().others()) {
            WorkerRecord spare = kind.pool.isEmpty() || kind.isOneSlot() ? null : roster.onlySpareFor(kind.needs);
            if (spare != null) {
                return spare;
            }
        }
        for (Trouble trouble : ledger.waiting()) {
            WorkerRecord spare = trouble.failures.isEmpty() ? null : spareFor(trouble);
            if (spare != null) {
                return spare;
            }
        }
        return null;
    }

    private @Nullable WorkerRecord spareFor(Trouble trouble) {
        WorkerRecord spare = null;
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork() && roster.mayTry(worker, trouble)) {
                return null; // found soon: a unit fails on few workers before it is given up
            }
            if (spare == null && worker.isSpare() && roster.mayTry(worker, trouble)) {
                spare = worker;
            }
        }
        return spare;
    }

    private void giveUp(int cycle, Trouble trouble, Outbox outbox) {
        ledger.finish(trouble.unit, trouble.unit + 1);
        tally.quarantined++;
        outbox.add(new Action.Quarantine(cycle, trouble.unit, List.copyOf(trouble.failures)));
    }

    /**
     * Reopens the units of a lost worker, and remembers them for its return. If a unit may have killed the process, the
     * units it may have been computing become suspects. A single suspect is charged with the death. Several suspects
     * are retried in isolation, which identifies the guilty unit and clears the others.
     */
    void release(WorkerRecord worker, boolean suspicious, int cycle, Outbox outbox) {
        release(worker, suspicious, ledger::putBack, cycle, outbox);
    }

    /**
     * The worker's connection broke: its units are reopened, or set aside first for workers that may bring them.
     * Adopted units are always set aside, because only workers of this sub-master have their inputs.
     */
    void broke(WorkerRecord worker, Event.WorkerBroke event, long nowNanos, int cycle, Outbox outbox) {
        boolean wait = event.asideNanos() > 0;
        long untilNanos = nowNanos + (wait ? event.asideNanos() : ADOPTED_ASIDE_NANOS);
        UnitRanges.RangeConsumer open = (from, to) -> {
            if (wait || ledger.adopted().containsAll(from, to)) {
                ledger.setAside(from, to, untilNanos);
            } else {
                ledger.putBack(from, to);
            }
        };
        release(worker, event.abruptly(), open, cycle, outbox);
    }

    private void release(
            WorkerRecord worker, boolean suspicious, UnitRanges.RangeConsumer open, int cycle, Outbox outbox) {
        List<Outstanding> lost = new ArrayList<>(worker.held);
        long working = worker.openUnits;
        tally.reassigned += working + worker.completedUnits;
        worker.forgetWork();
        long suspects = suspicious ? suspects(worker, working) : 0;
        long alone = -1;
        for (Outstanding outstanding : lost) {
            UnitRanges computing = outstanding.working();
            for (int i = 0; i < computing.ranges() && suspects > 0; i++) {
                long from = computing.from(i);
                long to = Math.min(computing.to(i), from + suspects);
                if (working == 1 && !ledger.adopted().contains(from)) {
                    alone = from;
                } else {
                    isolate(from, to);
                }
                suspects -= to - from;
            }
            worker.left.put(outstanding);
        }
        if (alone >= 0) {
            String message = worker.id + " died while it computed nothing but this unit";
            unitFailed(cycle, alone, new UnitFailure(worker.id, ErrorCode.UNIT_KILLED_WORKER, "", message, ""), outbox);
        }
        for (Outstanding outstanding : lost) {
            UnitRanges rest = outstanding.open().copy();
            if (alone >= 0) {
                rest.remove(alone, alone + 1);
            }
            rest.forEach((from, to) -> putBack(from, to, open));
        }
    }

    /** The number of units that the worker may have been computing, or whose results it may have held back. */
    private long suspects(WorkerRecord worker, long open) {
        boolean reportedSingly = unitNanos(worker) >= BATCHED_BELOW_NANOS;
        return Math.min(open, reportedSingly ? worker.slots : worker.slots + SchedulerConfig.BATCH_UNITS);
    }

    /** The time of its units, or the shortest of any worker if it returned none; negative if none is known [ns]. */
    private double unitNanos(WorkerRecord worker) {
        double nanos = worker.feed.unitNanos();
        if (nanos < 0) {
            for (WorkerRecord other : roster.all()) {
                double known = other.feed.unitNanos();
                nanos = known >= 0 && (nanos < 0 || known < nanos) ? known : nanos;
            }
        }
        return nanos;
    }

    private void isolate(long from, long to) {
        for (long unit = from; unit < to; unit++) {
            if (!ledger.finished().contains(unit)) {
                ledger.troubleOf(unit).isolate = true;
            }
        }
    }

    /**
     * A worker returned within its lease. It keeps its units in work unless other workers got them in the meantime, and
     * sends its finished results unless they were accepted in the meantime. The worker did not die, so its units are no
     * longer suspects.
     */
    void takeUp(WorkerRecord worker, Event.WorkerReturned event, boolean sameCycle, Outbox outbox) {
        List<Outstanding> before = new ArrayList<>(worker.left);
        worker.left.clear();
        for (Outstanding outstanding : before) {
            forgive(worker, outstanding);
        }
        for (HeldUnits held : event.working()) {
            Outstanding known = sameCycle
                    ? Outstanding.find(before, held.attempt(), held.nonce(), held.firstUnit(), held.endUnit())
                    : null;
            UnitRanges kept = new UnitRanges();
            if (known != null) {
                known.open()
                        .forEachWithin(
                                held.firstUnit(), held.endUnit(), (from, to) -> kept.addAll(ledger.takeBack(from, to)));
                keep(worker, known, kept);
            }
            dropRest(worker, held, kept, outbox);
        }
        for (ResultRun run : event.finished()) {
            HeldUnits held = run.held();
            Outstanding known = sameCycle
                    ? Outstanding.find(before, held.attempt(), held.nonce(), held.firstUnit(), held.endUnit())
                    : null;
            UnitRanges sent = new UnitRanges();
            if (known != null) {
                known.open().forEachWithin(held.firstUnit(), held.endUnit(), sent::add);
                ledger.finished().forEachWithin(held.firstUnit(), held.endUnit(), sent::remove);
                UnitRanges elsewhere = sent.copy();
                sent.forEach((from, to) -> ledger.takeBack(from, to).forEach(elsewhere::remove));
                elsewhere.forEach(ledger::share);
                keep(worker, known, sent);
            }
            dropRest(worker, held, sent, outbox);
        }
    }

    /** Withdraws [from, to): every worker that holds some of it is told to drop it and owes it no longer. */
    void withdraw(long from, long to, Outbox outbox) {
        disown(from, to);
        for (WorkerRecord worker : roster.all()) {
            for (Outstanding held : List.copyOf(worker.held)) {
                AttemptRun run = held.run();
                UnitRanges parts = new UnitRanges();
                held.open().forEachWithin(from, to, parts::add);
                parts.forEach((first, end) -> {
                    HeldUnits units = new HeldUnits(run.attemptOf(first), run.nonce(), first, end - first);
                    outbox.add(new Action.DropHeld(worker.id, units));
                    worker.settle(held, first, end);
                });
            }
        }
    }

    /** Gives up a unit that is not finished, wherever it is. */
    void cancel(Event.UnitCancelled event, Outbox outbox) {
        withdraw(event.unit(), event.unit() + 1, outbox);
        Trouble trouble = ledger.troubleOf(event.unit());
        trouble.failures.add(new UnitFailure(event.holder(), ErrorCode.UNIT_CANCELLED, "", "it was cancelled", ""));
        giveUp(event.cycle(), trouble, outbox);
    }

    private void forgive(WorkerRecord worker, Outstanding outstanding) {
        outstanding.open().forEach((from, to) -> {
            // This includes units that another worker computes by now.
            ledger.troublesWithin(from, to).forEach(trouble -> trouble.forgive(worker.id));
        });
    }

    /** Adds {@code kept} to the units that the worker holds under these attempts. */
    private static void keep(WorkerRecord worker, Outstanding known, UnitRanges kept) {
        if (kept.isEmpty()) {
            return;
        }
        Outstanding held = worker.held.beginningWith(known.run().firstAttempt());
        if (held == null) {
            held = known.emptied();
        } else {
            worker.release(held);
        }
        held.open().addAll(kept);
        worker.hold(held);
    }

    static void dropRest(WorkerRecord worker, HeldUnits held, UnitRanges kept, Outbox outbox) {
        UnitRanges rest = new UnitRanges();
        rest.add(held.firstUnit(), held.endUnit());
        kept.forEach(rest::remove);
        rest.forEach((from, to) -> outbox.add(
                new Action.DropHeld(worker.id, new HeldUnits(held.attempt(), held.nonce(), from, to - from))));
    }

    /** The reason for discarding results that match none of the worker's attempts. */
    DiscardReason reasonFor(ResultRun run, @Nullable WorkerRecord sender) {
        if (ledger.finished().containsAll(run.firstUnit(), run.endUnit())) {
            return DiscardReason.DUPLICATE;
        }
        for (WorkerRecord worker : roster.all()) {
            if (worker != sender && worker.find(run.attempt(), run.nonce(), run.firstUnit(), run.endUnit()) != null) {
                return DiscardReason.NOT_OWNER;
            }
        }
        return DiscardReason.UNKNOWN;
    }
}
