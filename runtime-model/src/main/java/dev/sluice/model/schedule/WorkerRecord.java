package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.Standing;
import dev.sluice.model.schedule.Roster.Share;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's record of one worker. Invariant: {@code openUnits}, {@code completedUnits} and {@code openChunks} are
 * the sums over {@code held}. Confined to the scheduler.
 */
final class WorkerRecord {
    final WorkerId id;
    /** Number of slots. Changes only for a sub-master; 0 when no worker is below it. */
    int slots;

    /** The resources below the worker; one slot of a worker is one processor. */
    Offer offer = Offer.NONE;

    /** Units with needs that it is yet to compute. */
    final Share own = new Share();

    /** Resources that the workers of its host divide, but for processors. */
    Share host = new Share();

    /** Slots for the units with needs that it is yet to compute. */
    int wide;

    /** Number of these units. */
    long sizedUnits;

    final FeedAhead feed;
    final Pace pace = new Pace();

    final RunningUnits running = new RunningUnits();

    /** The record of its peer; the peer's other workers have the same one. */
    Standing standing = new Standing();

    /** Attempts in the order of first attempt and therefore of age: a worker computes the oldest first. */
    final Attempts held = new Attempts();

    /** While AWAY: the attempts held when the connection broke, which the worker may still bring. */
    final Attempts left = new Attempts();

    WorkerState state = WorkerState.ACTIVE;
    long heardNanos;
    /** Units that the worker is yet to compute. */
    long openUnits;
    /** Units that the worker has computed and defers. */
    long completedUnits;
    /** Chunks with units that the worker is yet to compute. */
    long openChunks;

    /** Weight w of each of its slots, as last computed by {@link Paces}. */
    double weight = 1;

    /** Parts of a resident cycle that stay there ({@link Homes}). */
    int parts;

    /** Cycles since a part was there; if it is negative, cycles since none was. */
    int restedCycles;

    /** After how many cycles without a part it may get one, to be timed again. */
    int restsCycles = 1;

    /** Chunks assigned to the worker in this cycle. */
    long allocations;

    /** True while the worker computes a suspect unit and gets no other. */
    boolean isolated;

    /** True while the run goes on without the worker's host, whatever the worker's own state is. */
    boolean barred;

    /** True while the worker gets one unit at a time, which shows whether its host can be used again. */
    boolean probing;

    /** A request to hand back units is on its way. */
    boolean revoking;

    /** True if somebody was told that the worker is overdue, and no unit has come back since. */
    boolean saidOverdue;

    /** True if the worker had no unstarted unit to hand back when asked, and its units have not changed since. */
    boolean gaveNothing;

    /** Sums over all workers of the roster. */
    Totals totals = new Totals();

    /** Counts changes of the values that {@link Backlogs} depends on. */
    int stamp;

    /** True if the worker was asked to send its deferred results. */
    boolean collecting;

    /** True if the worker held attempts of another master, whose numbers may lie anywhere among this master's. */
    private boolean heldMoved;

    WorkerRecord(WorkerId id, int slots, FeedAhead feed, long nowNanos) {
        this.id = id;
        this.slots = slots;
        this.feed = feed;
        this.heardNanos = nowNanos;
    }

    /** The state of a worker of an earlier scheduler. */
    static WorkerState stateOf(OpenCycle.OpenWorker from) {
        if (from.leaving()) {
            return WorkerState.DRAINING;
        }
        return from.parked() ? WorkerState.PARKED : WorkerState.ACTIVE;
    }

    /** Continues with the work of a worker of an earlier scheduler. */
    void resume(OpenCycle.OpenWorker from, long nowNanos) {
        offer = from.offer();
        feed.resume(from.trip(), slots);
        pace.resume(from.pace());
        running.turnaround().resume(from.times().turnaround());
        from.held().forEach(each -> hold(new Outstanding(each)));
        running.resume(from.running(), nowNanos);
    }

    /** The state from which another scheduler continues. */
    OpenCycle.OpenWorker open(boolean hasSetup, long nowNanos) {
        List<OpenCycle.HeldRun> runs = new ArrayList<>();
        for (Outstanding each : held) {
            runs.add(each.held());
        }
        return new OpenCycle.OpenWorker(
                id,
                slots,
                state == WorkerState.PARKED || barred,
                state == WorkerState.DRAINING,
                hasSetup,
                new OpenCycle.Times(pace.open(), running.turnaround().open(), feed.open()),
                runs,
                running.ages(this, nowNanos),
                offer);
    }

    boolean takesWork() {
        return state == WorkerState.ACTIVE && slots > 0 && !barred;
    }

    /** True if the worker could take work, were it not parked. */
    boolean isSpare() {
        return state == WorkerState.PARKED && slots > 0 && !barred;
    }

    /** True if the worker takes work, or could if it were not parked and its host not excluded. */
    boolean couldTry() {
        return takesWork() || isSpare() || couldProbe();
    }

    /** True if the worker takes work and computes fewer units than it could. */
    boolean hasFreeSlot() {
        return takesWork() && busySlots() < slots;
    }

    /** Units that need one slot each and that the worker is yet to compute. */
    long narrowUnits() {
        return openUnits - sizedUnits;
    }

    /** Chunks of such units. */
    long narrowChunks() {
        return openChunks - sizedUnits;
    }

    /** Slots for which the worker has units. */
    long busySlots() {
        return Math.min(Math.max(0, slots - wide), narrowUnits()) + wide;
    }

    /** Units that the worker computes at a time. */
    int width() {
        return sizedUnits == 0 ? slots : (int) Math.max(0, slots - wide + sizedUnits);
    }

    /** True if a unit with these needs of a host has room here while nothing else is computed. */
    boolean can(Amounts needs) {
        return needs.isOneSlot()
                || (offer.single().isEmpty() ? Amounts.ofProcessors(slots).covers(needs) : offer.hasRoomFor(needs));
    }

    /** True if the worker takes no work only because of its host. */
    boolean couldProbe() {
        return state == WorkerState.ACTIVE && slots > 0 && barred;
    }

    boolean connected() {
        return state == WorkerState.ACTIVE || state == WorkerState.PARKED || state == WorkerState.DRAINING;
    }

    /** Records that the worker computed these units. */
    void computed(ResultRun run) {
        gaveNothing = false;
        saidOverdue = false;
        standing.computed(run.units());
        feed.computed(run.units(), run.computeNanos());
        totals.backlogs.changed(this);
        pace.add(run.units(), run.computeNanos(), run.computeSecondsSquared());
    }

    /** Records the worker's answer to a request to hand back, which may be empty. */
    void answered(boolean withNothing) {
        revoking = false;
        gaveNothing = withNothing;
        totals.backlogs.changed(this);
    }

    /** The attempts with units yet to compute, the oldest first. Deferred results do not lengthen the scan. */
    Collection<Outstanding> working() {
        Deque<Outstanding> working = new ArrayDeque<>();
        long left = openUnits;
        for (int i = held.size() - 1; i >= 0 && left > 0; i--) {
            Outstanding outstanding = held.get(i);
            if (outstanding.workingUnits() > 0) {
                working.addFirst(outstanding);
                left -= outstanding.workingUnits();
            }
        }
        return working;
    }

    void hold(Outstanding outstanding) {
        gaveNothing = false;
        heldMoved |= outstanding.isMoved();
        held.put(outstanding);
        count(outstanding, 1);
    }

    /** Sums over workers. Confined to the scheduler. */
    static final class Totals {
        final Backlogs backlogs = new Backlogs();
        final Share run = new Share();
        long sizedUnits;
        long openUnits;
        long completedUnits;
    }

    private void count(Outstanding outstanding, int sign) {
        size(outstanding, sign * outstanding.workingUnits());
        count(
                sign * outstanding.workingUnits(),
                sign * outstanding.completed().size(),
                sign * outstanding.openChunks());
    }

    /** Records so many more units of these attempts, if they have needs. */
    private void size(Outstanding outstanding, long more) {
        Amounts needs = outstanding.run().needs();
        if (more != 0 && !needs.isOneSlot()) {
            sizedUnits += more;
            totals.sizedUnits += more;
            wide += (int) (more * needs.processors());
            own.count(needs, more);
            host.count(needs, more);
            totals.run.count(needs, more);
        }
    }

    private void count(long open, long completed, long chunks) {
        count(open, completed);
        openChunks += chunks;
        running.outdated();
        totals.backlogs.changed(this);
    }

    private void count(long open, long completed) {
        openUnits += open;
        completedUnits += completed;
        totals.openUnits += open;
        totals.completedUnits += completed;
    }

    /** Removes attempts from the held ones; the caller may hold them again. */
    void release(Outstanding outstanding) {
        if (held.take(outstanding)) {
            count(outstanding, -1);
        }
    }

    /** Records that the worker has computed [from, to) and defers the results. */
    void complete(Outstanding outstanding, long from, long to) {
        boolean counted = isHeld(outstanding);
        if (counted) {
            count(outstanding, -1);
        }
        long before = outstanding.completed().size();
        outstanding.complete(from, to);
        if (outstanding.completed().size() > before) {
            collecting = false; // units computed after the request are not part of its answer
        }
        if (counted) {
            count(outstanding, 1);
        }
        if (openUnits == 0) {
            isolated = false;
        }
    }

    /** The held or left attempts that cover [from, to), or null. */
    @Nullable
    Outstanding find(long attempt, long nonce, long from, long to) {
        Outstanding found = find(held, attempt, nonce, from, to);
        return found != null ? found : find(left, attempt, nonce, from, to);
    }

    private @Nullable Outstanding find(Attempts among, long attempt, long nonce, long from, long to) {
        Outstanding found = among.upTo(attempt);
        if (found != null && found.covers(attempt, nonce, from, to)) {
            return found;
        }
        return heldMoved ? Outstanding.find(among, attempt, nonce, from, to) : null;
    }

    /** The attempts of another master with this nonce, or null. */
    @Nullable
    Outstanding movedWith(long nonce) {
        for (Outstanding outstanding : held) {
            if (outstanding.isMoved() && outstanding.run().nonce() == nonce) {
                return outstanding;
            }
        }
        return null;
    }

    private boolean isHeld(Outstanding outstanding) {
        return held.has(outstanding);
    }

    /** Records that [from, to) is no longer owed under these attempts. */
    void settle(Outstanding outstanding, long from, long to) {
        boolean counted = isHeld(outstanding);
        long working = outstanding.workingUnits();
        long completed = outstanding.completed().size();
        long chunks = outstanding.openChunks();
        outstanding.settle(from, to);
        if (counted) {
            size(outstanding, outstanding.workingUnits() - working);
            count(
                    outstanding.workingUnits() - working,
                    outstanding.completed().size() - completed,
                    outstanding.openChunks() - chunks);
        }
        if (outstanding.open().isEmpty()) {
            (counted ? held : left).take(outstanding);
        }
        if (openUnits == 0) {
            isolated = false;
        }
        if (completedUnits == 0) {
            collecting = false;
        }
    }

    /** Begins a cycle. The worker holds no units of the last one. */
    void beginCycle() {
        allocations = 0;
        heldMoved = false;
        saidOverdue = false;
    }

    /** Forgets all attempts held or left. */
    void forgetWork() {
        if (sizedUnits != 0) {
            held.forEach(each -> size(each, -each.workingUnits()));
        }
        held.clear();
        left.clear();
        running.clear();
        count(-openUnits, -completedUnits);
        openChunks = 0;
        isolated = false;
        revoking = false;
        gaveNothing = false;
        collecting = false;
        totals.backlogs.changed(this);
    }

    /** Number of units in so many of its latest chunks. */
    long unitsOfLastChunks(long chunks) {
        long units = 0;
        long left = chunks;
        for (int i = held.size() - 1; i >= 0 && left > 0; i--) {
            Outstanding outstanding = held.get(i);
            long here = Math.min(left, outstanding.openChunks());
            units += Math.min(
                    outstanding.workingUnits(), here * outstanding.run().chunkUnits());
            left -= here;
        }
        return units;
    }

    /** True if it is yet to compute units of one slot and of a lower priority. */
    boolean holdsBelow(int priority) {
        for (Outstanding outstanding : held) {
            if (outstanding.run().priority() < priority
                    && outstanding.run().needs().isOneSlot()
                    && outstanding.workingUnits() > 0) {
                return true;
            }
        }
        return false;
    }

    /** True if it is yet to compute this unit. */
    boolean holds(long unit) {
        for (Outstanding outstanding : held) {
            if (outstanding.open().contains(unit)) {
                return true;
            }
        }
        return false;
    }
}
