package dev.sluice.master;

import dev.sluice.master.bounds.SessionAccount;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.GrantedResults;
import dev.sluice.model.delivery.IdleWatch;
import dev.sluice.model.delivery.SafeResults;
import dev.sluice.model.delivery.SetupSeat;
import dev.sluice.model.ledger.Lull;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Results;
import dev.sluice.net.session.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** One registered session of an entry. Fields are confined to the master loop unless they say otherwise. */
public final class WorkerConnection extends SetupSeat {
    private static final int REMEMBERED = 256;
    private static final int REMEMBERED_BEATS = 4;

    private record Taken(long sequence, long bytes, long arrivedNanos, long position) {}

    final Session session;
    final WorkerEntry entry;

    /**
     * Decision times of the last assignments, by sequence [ns]. Written by the sender (see {@link Feed}), read by the
     * loop.
     */
    private final AtomicLongArray decidedNanos = new AtomicLongArray(REMEMBERED);

    /** Newest sequence sent in an Assign. Written by the sender (see {@link Feed}), read by the loop. */
    volatile long assignSequence;

    /** Newest sequence of results received. */
    long resultSequence;

    /** Results that the unit source has taken and the journal has not committed, in order; their own lock. */
    private final Deque<Taken> taken = new ArrayDeque<>();

    /** How far results are safe: accepted by the application or refused, and committed. Guarded by the lock. */
    final SafeResults safe = new SafeResults();

    /** The feed of the open cycle. */
    Feed feed;

    /** Counts what it has made the master do and keep. On the loop. */
    final SessionAccount account;

    /** Large results that are granted in this session and have not arrived. On the loop. */
    final GrantedResults granted;

    /** The oldest of {@link #granted}, and the bytes received when it became the oldest. On the loop. */
    long watchedOffer;

    long watchedFromBytes;

    /** Beats in a row whose digest disagreed. */
    int disagreements;

    long beats;

    /** The place where this sub-master listens for workers; null until it says so. On the loop. */
    @Nullable
    Refuge place;

    /** True if the sub-master has received its terms. On the loop. */
    boolean knowsTerms;

    /** Send times of the last beats, by tick [ns]. On the loop. */
    private final long[] beatNanos = new long[REMEMBERED_BEATS];

    /** Tick of the master's last beat whose answer was timed. On the loop. */
    long measuredTick;

    /** Tick of the last received beat, to be echoed. */
    long heardTick;

    /** Watches whether at least one slot has nothing to compute, and since when. On the loop. */
    final IdleWatch idle = new IdleWatch();

    /** True if the session is open. Written by the loop. */
    volatile boolean open = true;

    WorkerConnection(Session session, WorkerEntry entry, int cycle, long nowNanos) {
        this.session = session;
        this.entry = entry;
        this.account = new SessionAccount(nowNanos);
        this.granted = new GrantedResults(entry.id);
        this.feed = new Feed(this, cycle);
    }

    @Override
    public WorkerId worker() {
        return entry.id;
    }

    @Override
    public int slots() {
        return entry.slots;
    }

    @Override
    public boolean isParked() {
        return entry.parked;
    }

    /** Ends the idle time, because the worker gets units or the cycle ends; returns its description. On the loop. */
    Lull endLull(long nowNanos) {
        return idle.end(nowNanos, entry.lastResultNanos);
    }

    /** Records that the next beat is sent now; returns its tick. On the loop. */
    long beating(long nowNanos) {
        beats++;
        beatNanos[(int) (beats % REMEMBERED_BEATS)] = nowNanos;
        return beats;
    }

    /** Send time of the beat with this tick [ns]; -1 if it was forgotten or never sent. On the loop. */
    long beatNanos(long tick) {
        return tick < 1 || tick > beats || tick <= beats - REMEMBERED_BEATS
                ? -1
                : beatNanos[(int) (tick % REMEMBERED_BEATS)];
    }

    /** The lock of what is safe. */
    Object lock() {
        return taken;
    }

    /** Records that the unit source has accepted or refused the results of the task. Called under the lock. */
    void taken(AcceptTask task) {
        Results results = task.results();
        taken.add(new Taken(results.sequence(), results.results().size(), task.arrivedNanos(), task.position()));
    }

    /** Counts the taken results as safe that the journal has committed; false if none are. Called under the lock. */
    boolean settle(JournalledRun journal) {
        boolean some = false;
        for (Taken task = taken.peek(); task != null && journal.isCommitted(task.position()); task = taken.peek()) {
            taken.remove();
            safe.safe(task.sequence(), task.bytes(), task.arrivedNanos());
            some = true;
        }
        return some;
    }

    /** Records that an Assign with this sequence is sent. Called by the sender. */
    void sending(long sequence, long nanos) {
        decidedNanos.set((int) (sequence % REMEMBERED), nanos);
        assignSequence = sequence;
    }

    /** Decision time of the Assign with this sequence [ns]; -1 if it was forgotten. On the loop. */
    long decidedNanos(long sequence) {
        return sequence < 1 || sequence > assignSequence || sequence <= assignSequence - REMEMBERED + 1
                ? -1
                : decidedNanos.get((int) (sequence % REMEMBERED));
    }
}
