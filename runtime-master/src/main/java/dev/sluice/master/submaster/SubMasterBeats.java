package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.net.message.Branch;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sub-master says of itself and of all below it: how many slots they have, what they used. Confined to the loop.
 */
final class SubMasterBeats {
    private final Loop loop;
    private final SubMasterIdentity identity;
    private final WorkersBelowReport census = new WorkersBelowReport();
    private WorkerStats before = WorkerStats.NONE;
    private int slotsTold;
    private long tick;
    private long masterTick;
    private long masterTickNanos;

    SubMasterBeats(Loop loop, SubMasterIdentity identity) {
        this.loop = loop;
        this.identity = identity;
    }

    /**
     * A session is registered.
     *
     * @param known whether that master has counted what was before
     */
    void begin(Session session, @Nullable SubMasterCore below, boolean known) {
        tick = 0;
        masterTick = 0;
        if (!known) {
            before = used(below);
        }
        slotsTold = slots(below);
        session.send(new Branch(slotsTold));
        census.begin(entries(below), known);
    }

    /** The master's beat has come; says whether it is to be answered. */
    boolean heard(MasterBeat beat) {
        masterTick = beat.tick();
        masterTickNanos = loop.nanoTime();
        return beat.answer();
    }

    /** Beats, and says how many slots there are when that has changed. */
    void send(Session session, @Nullable SubMasterCore below) {
        WorkerBeat.Echo echo = masterTick == 0
                ? WorkerBeat.Echo.NONE
                : new WorkerBeat.Echo(masterTick, Math.max(0, loop.nanoTime() - masterTickNanos));
        session.send(new WorkerBeat(
                ++tick,
                below == null ? 0 : below.forwarding().transit().assignSequence(),
                below == null ? 0 : below.forwarding().transit().resultSequence(),
                below == null ? 0 : below.forwarding().unitsHeld(below.kept()),
                used(below).since(before),
                echo));
        int slots = slots(below);
        if (slots != slotsTold) {
            slotsTold = slots;
            session.send(new Branch(slots));
        }
    }

    /** Says what some of the workers have done of whom there is news. */
    void sendNews(Session session, @Nullable SubMasterCore below) {
        census.next(entries(below)).forEach(session::send);
    }

    /** Says all that there is to say. */
    void sendLast(Session session, @Nullable SubMasterCore below) {
        send(session, below);
        census.all(entries(below)).forEach(session::send);
    }

    /** Of all workers below it. */
    static int slots(@Nullable SubMasterCore below) {
        return below == null ? 0 : below.driver().activeSlots();
    }

    private WorkerStats used(@Nullable SubMasterCore below) {
        return identity.stats(entries(below), loop.nanoTime());
    }

    private static Collection<WorkerEntry> entries(@Nullable SubMasterCore below) {
        return below == null ? List.of() : below.core().registry().entries();
    }
}
