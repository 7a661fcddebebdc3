package dev.sluice.model.simulate.actor;

import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.FeedQueue;
import dev.sluice.model.delivery.FeedWindow;
import dev.sluice.model.delivery.GrantedResults;
import dev.sluice.model.delivery.IdleWatch;
import dev.sluice.model.delivery.SafeResults;
import dev.sluice.model.delivery.SetupSeat;
import dev.sluice.model.flow.Host;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.network.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One worker as its master sees it: its connection, and what the master keeps as its {@code Seat} and {@code Feed}.
 * Confined to its run.
 */
final class SeatModel extends SetupSeat {
    final WorkerId id;
    final int host;

    /** Units that the worker computes at once. */
    int slots;

    final Connection up;
    final Connection down;
    final FeedQueue waiting = new FeedQueue();
    final GrantedResults granted;
    final IdleWatch idle = new IdleWatch();

    /** Messages of granted results on their way, by offer. */
    final Map<Long, Integer> grantedMessages = new HashMap<>(2);

    /** The worker sends heartbeats: from its start until it leaves, or is lost. */
    boolean alive;

    /** Planned time of a unit on one of its slots [s]; 0 without a plan. */
    double plannedSeconds;

    /** True if this is a sub-master, which passes on the results of its workers. */
    boolean below;

    /** True while the run is to go on without the worker. */
    boolean parks;

    /** True while the worker's session is open. */
    boolean open;

    /** The resources of the worker, or of the workers below; none if they are not known. */
    Offer offer = Offer.NONE;

    /** The machine whose resources the workers on it divide. */
    String machine = "";

    /** The message of the newest setup. */
    int setup;

    long lastResultNanos;

    /** How far its results are safe. */
    final SafeResults safe = new SafeResults();

    /** True if the next round of acknowledgements includes this worker. */
    boolean unacknowledged;

    /** Bytes that arrived, including results that wait for acceptance; 0 if none ever waited. */
    private long cameBytes;

    private long sentUnits;
    private long sentBytes;
    private long returnedUnits;

    SeatModel(WorkerId id, int host, int slots, Connection up, Connection down) {
        this.id = id;
        this.host = host;
        this.slots = slots;
        this.up = up;
        this.down = down;
        this.granted = new GrantedResults(id);
    }

    /** Offers the resources of this host. */
    void offers(Host of) {
        if (!of.resources().isEmpty()) {
            offer = Offer.of(slots, of.resources());
            machine = of.address().isEmpty() ? of.name() : of.address();
        }
    }

    /** The events of its registration. A sub-master has no slots before it says what is below it. */
    List<Event> joins() {
        boolean sized = offer != Offer.NONE;
        boolean told = sized && below;
        Event joined = new Event.WorkerJoined(
                id,
                told ? 0 : slots,
                plannedSeconds,
                Brought.NOTHING,
                parks,
                sized && !below ? offer.total() : Amounts.NONE);
        if (told) {
            return List.of(joined, new Event.SlotsChanged(id, slots, offer));
        }
        return sized ? List.of(new Event.PeerNamed(id, machine, machine), joined) : List.of(joined);
    }

    @Override
    public WorkerId worker() {
        return id;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public boolean isParked() {
        return parks;
    }

    /** Begins a cycle: the counts of the last one are reset. */
    void beginFeed() {
        waiting.clear();
        sentUnits = 0;
        sentBytes = 0;
        returnedUnits = 0;
    }

    /** True if the worker may be sent more; inputs of outstanding units are estimated by their mean size. */
    boolean hasRoom() {
        return FeedWindow.hasRoom(sentBytes, sentUnits, returnedUnits);
    }

    void sent(long units, long bytes) {
        sentUnits += units;
        sentBytes += bytes;
    }

    void returned(long units) {
        returnedUnits += units;
    }

    /** Ends the idle time because units are assigned or the cycle ends. Returns the lull before. */
    Lull endLull(long nowNanos) {
        return idle.end(nowNanos, lastResultNanos);
    }

    /**
     * True if, once these queued results are safe, enough results will have accumulated for an immediate
     * acknowledgement.
     */
    boolean isAcknowledgedWith(long sequence, long bytes, long window) {
        cameBytes = Math.max(cameBytes, safe.safeBytes()) + bytes;
        return safe.wouldBeDueAtOnce(sequence, cameBytes, window);
    }
}
