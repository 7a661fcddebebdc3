package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.Offer;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the beats of a sub-master: the slots of all workers below it, and what they used. Confined to the loop. */
final class SubMasterBeats {
    private final Loop loop;
    private final SubMasterIdentity identity;
    private final WorkersBelowReport census = new WorkersBelowReport();
    private WorkerStats before = WorkerStats.NONE;
    private int slotsTold;
    private Offer offerTold = Offer.NONE;
    /** The place where this sub-master listens for workers; null until it does. */
    private @Nullable Refuge place;

    private long tick;
    private long masterTick;
    private long masterTickNanos;

    SubMasterBeats(Loop loop, SubMasterIdentity identity) {
        this.loop = loop;
        this.identity = identity;
    }

    /**
     * Begins a registered session.
     *
     * @param known whether that master has counted the earlier figures
     */
    void begin(Session session, @Nullable SubMasterCore below, boolean known) {
        tick = 0;
        masterTick = 0;
        if (!known) {
            before = used(below);
        }
        tell(session, below, place);
        census.begin(entries(below), known);
    }

    /** Records where this sub-master listens for workers, and tells its master. */
    void listens(Refuge at, @Nullable Session session, @Nullable SubMasterCore below) {
        place = at;
        if (session != null) {
            tell(session, below, at);
        }
    }

    /** Records the master's beat; returns whether it asks for an answer. */
    boolean heard(MasterBeat beat) {
        masterTick = beat.tick();
        masterTickNanos = loop.nanoTime();
        return beat.answer();
    }

    /** Sends a beat, and the number of slots if it has changed. */
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
                echo,
                LongUnit.longest(entries(below).stream().flatMap(entry -> entry.longUnits.stream()))));
        if (slots(below) != slotsTold || !offer(below).equals(offerTold)) {
            tell(session, below, null);
        }
    }

    private void tell(Session session, @Nullable SubMasterCore below, @Nullable Refuge at) {
        slotsTold = slots(below);
        offerTold = offer(below);
        session.send(new SubMasterSlots(slotsTold, at, offerTold));
    }

    private static Offer offer(@Nullable SubMasterCore below) {
        return below == null ? Offer.NONE : below.master().driver().offer();
    }

    /** Sends figures of some of the workers that have news. */
    void sendNews(Session session, @Nullable SubMasterCore below) {
        census.next(entries(below)).forEach(session::send);
        sendTimes(session, below);
    }

    /** Sends the times that were measured below since the last call. */
    private static void sendTimes(Session session, @Nullable SubMasterCore below) {
        if (below != null) {
            SubMasterWorkers.Times times = below.master().core().times().unreported();
            if (!times.isEmpty()) {
                session.send(new SubMasterWorkers(List.of(), times));
            }
        }
    }

    /** Sends all remaining news. */
    void sendLast(Session session, @Nullable SubMasterCore below) {
        send(session, below);
        census.all(entries(below)).forEach(session::send);
        sendTimes(session, below);
    }

    /** Number of slots of all workers below. */
    static int slots(@Nullable SubMasterCore below) {
        return below == null ? 0 : below.master().driver().activeSlots();
    }

    private WorkerStats used(@Nullable SubMasterCore below) {
        return identity.stats(entries(below), loop.nanoTime());
    }

    private static Collection<WorkerEntry> entries(@Nullable SubMasterCore below) {
        return below == null ? List.of() : below.master().core().registry().entries();
    }
}
