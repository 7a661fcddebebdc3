package dev.sluice.worker;

import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.worker.outbox.ResultOutbox;

/** Makes the beats of a worker: what it holds and what it used. Confined to the worker loop. */
final class WorkerBeats {
    private final Loop loop;
    private final Identity identity;
    private final WorkIntake workshop;
    /** The counts of other masters. */
    private WorkerStats before = WorkerStats.NONE;

    private long tick;
    private long masterTick;
    private long masterTickNanos;

    WorkerBeats(Loop loop, Identity identity, WorkIntake workshop) {
        this.loop = loop;
        this.identity = identity;
        this.workshop = workshop;
    }

    /**
     * Begins a registered session.
     *
     * @param known whether its master has counted what was used until now, or nobody has; else another master has
     */
    void begin(boolean known) {
        tick = 0;
        masterTick = 0;
        if (!known) {
            before = identity.stats(workshop, WorkerStats.NONE, loop.nanoTime());
        }
    }

    /** Records the master's beat; returns whether it asks for an answer. */
    boolean heard(MasterBeat beat) {
        masterTick = beat.tick();
        masterTickNanos = loop.nanoTime();
        return beat.answer();
    }

    /** Sends a beat. */
    void send(Session session) {
        ResultOutbox.Digest digest = workshop.digest();
        session.send(new WorkerBeat(
                ++tick,
                digest.assignSequence(),
                digest.resultSequence(),
                digest.unitsHeld(),
                identity.stats(workshop, before, loop.nanoTime()),
                echo(),
                identity.longUnits(workshop, loop.nanoTime())));
    }

    /** Made after the rest of a beat, so that the time of collecting the rest counts as held. */
    private WorkerBeat.Echo echo() {
        return masterTick == 0
                ? WorkerBeat.Echo.NONE
                : new WorkerBeat.Echo(masterTick, Math.max(0, loop.nanoTime() - masterTickNanos));
    }
}
