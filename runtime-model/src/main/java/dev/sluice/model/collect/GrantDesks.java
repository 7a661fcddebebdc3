package dev.sluice.model.collect;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which large results may be sent now to one master, with one {@link GrantDesk} per class of round trips. A
 * near worker thus never waits for a place that a transfer on a long and slow link holds. The actual links are unknown.
 * Workers of one site have similar round trips, so workers of one class are assumed to share a link: below 2 ms, 20 ms,
 * 200 ms, or above. All desks share one budget of bytes. A fixed number of grants applies to all workers together, so
 * there is only one desk.
 *
 * <p>Pure: the time is an argument, monotonic [ns]. Confined to its driver. Events of unknown offers are ignored.
 */
public final class GrantDesks {
    private static final long[] ROUND_TRIPS_BELOW = {2_000_000L, 20_000_000L, 200_000_000L};

    private final GrantMode mode;
    private final GrantConfig config;
    private final TreeMap<Integer, GrantDesk> desks = new TreeMap<>();
    /** The class of each worker's shortest round trip. */
    private final Map<WorkerId, Integer> ways = new HashMap<>();

    /** The desk that the budget is reserved for until its next offer fits; the others wait. */
    private @Nullable GrantDesk starving;

    private int turn;

    /** Creates desks without offers. */
    public GrantDesks(GrantMode mode, GrantConfig config) {
        this.mode = mode;
        this.config = config;
    }

    /** Records a round trip between the master and a worker [ns]. Before the first one the worker counts as near. */
    public void distance(WorkerId worker, long roundTripNanos) {
        int way = 0;
        while (way < ROUND_TRIPS_BELOW.length && roundTripNanos >= ROUND_TRIPS_BELOW[way]) {
            way++;
        }
        if (mode.kind() == GrantMode.Kind.ADAPTIVE) {
            ways.merge(worker, way, Math::min);
        }
    }

    /** Same as {@link GrantDesk#offered}, at the desk for the worker's present distance. */
    public void offered(ResultOffer offer, long nowNanos) {
        WorkerId worker = offer.worker();
        GrantDesk knows = null;
        for (GrantDesk desk : desks.values()) {
            knows = desk.has(worker, offer.id()) ? desk : knows;
        }
        GrantDesk own = desks.computeIfAbsent(way(worker), any -> new GrantDesk(mode, config));
        (knows == null ? own : knows).offered(offer, nowNanos);
        for (GrantDesk desk : desks.values()) {
            if (desk != own && desk.remembers(worker)) {
                desk.gone(worker); // the worker moved to another class
            }
        }
    }

    private int way(WorkerId worker) {
        return ways.getOrDefault(worker, 0);
    }

    /** Same as {@link GrantDesk#roundTrip}, measured with results of this worker. */
    public void roundTrip(WorkerId worker, long nanos) {
        GrantDesk desk = desks.isEmpty() ? null : desks.get(way(worker));
        if (desk != null) {
            desk.roundTrip(nanos);
        }
    }

    /** How long a granted offer that has not arrived had waited for its grant [ns]; -1 for any other. */
    public long waitedNanos(WorkerId worker, long id) {
        return desks.values().stream()
                .mapToLong(desk -> desk.waitedNanos(worker, id))
                .max()
                .orElse(-1);
    }

    /** Same as {@link GrantDesk#progressed}. */
    public void progressed(WorkerId worker, long id, long bytesSoFar, long nowNanos) {
        desks.values().forEach(desk -> desk.progressed(worker, id, bytesSoFar, nowNanos));
    }

    /** Same as {@link GrantDesk#delivered}. */
    public void delivered(WorkerId worker, long id, long nowNanos) {
        desks.values().stream()
                .filter(desk -> desk.has(worker, id))
                .forEach(desk -> desk.delivered(worker, id, nowNanos));
    }

    /** Same as {@link GrantDesk#withdrawn(WorkerId)}. */
    public void withdrawn(WorkerId worker) {
        desks.values().forEach(desk -> desk.withdrawn(worker));
    }

    /** Same as {@link GrantDesk#gone}. */
    public void gone(WorkerId worker) {
        desks.values().forEach(desk -> desk.gone(worker));
    }

    /**
     * Same as {@link GrantDesk#grant}. The desks take turns to use the budget first. If a desk's urgent or long waiting
     * offer does not fit the budget, the other desks get nothing until it does.
     *
     * @param budgetBytes bytes that may be granted in addition. If no transfer is on its way, one offer of any size is
     *     granted
     */
    public List<ResultOffer> grant(long budgetBytes, long nowNanos) {
        List<GrantDesk> all = new ArrayList<>(desks.values());
        turn++;
        int first = starving == null ? turn : all.indexOf(starving);
        List<ResultOffer> granted = new ArrayList<>();
        long left = budgetBytes;
        starving = null;
        for (int i = 0; i < all.size() && starving == null; i++) {
            GrantDesk desk = all.get((first + i) % all.size());
            boolean alone = all.stream().allMatch(each -> each == desk || !each.hasTransfers());
            for (ResultOffer offer : desk.grant(left, alone, nowNanos)) {
                granted.add(offer);
                left -= offer.bytes();
            }
            starving = desk.starves() ? desk : null;
        }
        return granted;
    }

    /** Granted results that have not arrived, without those passed over. */
    public int outstanding() {
        return desks.values().stream().mapToInt(GrantDesk::outstanding).sum();
    }

    /** Offers that wait for a grant. */
    public int waiting() {
        if (desks.isEmpty()) {
            return 0; // called for each message
        }
        return desks.values().stream().mapToInt(GrantDesk::waiting).sum();
    }

    /** The changes of {@link GrantDesk#history} at all desks, by time. */
    public List<GrantChange> history() {
        List<GrantChange> all = new ArrayList<>();
        desks.forEach((way, desk) -> desk.history().forEach(change -> all.add(change.of(way))));
        all.sort(Comparator.comparingLong(GrantChange::nanos));
        return all;
    }
}
