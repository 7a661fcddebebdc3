package dev.sluice.model.schedule;

import dev.sluice.model.WorkerId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler knows of one worker. Invariant: {@code openUnits}, {@code completedUnits} and {@code openChunks}
 * are the sums over {@code held}. Confined to the scheduler.
 */
final class WorkerRecord {
    final WorkerId id;
    /** Changes only where the worker is a sub-master; 0 when none is below it. */
    int slots;

    final FeedAhead feed;
    final Pace pace = new Pace();

    final RunningUnits running = new RunningUnits();

    /** By first attempt, so by age: a worker computes the oldest first. */
    final Attempts held = new Attempts();

    /** While AWAY: what it held when its connection broke, and may still bring. */
    final Attempts left = new Attempts();

    WorkerState state = WorkerState.ACTIVE;
    long heardNanos;
    /** Units that it is to compute. */
    long openUnits;
    /** Units that it has computed and keeps. */
    long completedUnits;
    /** Chunks with units that it is to compute. */
    long openChunks;

    /** w of each of its slots, as {@link Paces} last said. */
    double weight = 1;

    /** Chunks it got in this cycle. */
    long allocations;

    /** It computes a unit under suspicion and gets nothing else meanwhile. */
    boolean isolated;

    /** A request to hand back units is on its way. */
    boolean revoking;

    /** Asked to hand back, it had nothing that it had not started, and nothing has come from it or gone to it since. */
    boolean gaveNothing;

    /** Sums over the workers of a roster, this one among them. */
    Totals totals = new Totals();

    /** How often what {@link Backlogs} goes by has changed. */
    int stamp;

    /** It was told to send what it keeps. */
    boolean collecting;

    /** It held attempts of another master, which lie among this one's as it happens. */
    private boolean heldMoved;

    WorkerRecord(WorkerId id, int slots, FeedAhead feed, long nowNanos) {
        this.id = id;
        this.slots = slots;
        this.feed = feed;
        this.heardNanos = nowNanos;
    }

    boolean takesWork() {
        return state == WorkerState.ACTIVE && slots > 0;
    }

    boolean connected() {
        return state == WorkerState.ACTIVE || state == WorkerState.DRAINING;
    }

    /** It computed these. */
    void computed(ResultRun run) {
        gaveNothing = false;
        feed.computed(run.units(), run.computeNanos());
        totals.backlogs.changed(this);
        pace.add(run.units(), run.computeNanos(), run.computeSecondsSquared());
    }

    /** It has answered a request to hand back, perhaps with nothing. */
    void answered(boolean withNothing) {
        revoking = false;
        gaveNothing = withNothing;
        totals.backlogs.changed(this);
    }

    /** The attempts with units that it is to compute, the oldest first. What it only keeps costs nothing. */
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
        long openUnits;
        long completedUnits;
    }

    private void count(Outstanding outstanding, int sign) {
        count(
                sign * outstanding.workingUnits(),
                sign * outstanding.completed().size(),
                sign * outstanding.openChunks());
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

    /** Takes attempts out of what it holds, to hold them again or not. */
    void release(Outstanding outstanding) {
        if (held.take(outstanding)) {
            count(outstanding, -1);
        }
    }

    /** It has computed [from, to) and keeps the results. */
    void complete(Outstanding outstanding, long from, long to) {
        boolean counted = isHeld(outstanding);
        if (counted) {
            count(outstanding, -1);
        }
        long before = outstanding.completed().size();
        outstanding.complete(from, to);
        if (outstanding.completed().size() > before) {
            collecting = false; // what was computed since it was told is not among what it sends
        }
        if (counted) {
            count(outstanding, 1);
        }
        if (openUnits == 0) {
            isolated = false;
        }
    }

    /** The attempts held, or left behind, that cover [from, to); null when there are none. */
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
        return heldMoved ? Losses.find(among, attempt, nonce, from, to) : null;
    }

    /** The attempts of another master with this nonce; null when it holds none. */
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

    /** [from, to) is no longer owed under these attempts. */
    void settle(Outstanding outstanding, long from, long to) {
        boolean counted = isHeld(outstanding);
        long working = outstanding.workingUnits();
        long completed = outstanding.completed().size();
        long chunks = outstanding.openChunks();
        outstanding.settle(from, to);
        if (counted) {
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

    /** A cycle begins; it has nothing of the one before. */
    void beginCycle() {
        allocations = 0;
        heldMoved = false;
    }

    /** Forgets all that it holds or left behind. */
    void forgetWork() {
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
}
