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
 * Decides which large results may be sent now to one master, by a {@link GrantDesk} for each way on which they come:
 * nobody who is near waits for a place that a result holds on a long and slow link. Which workers share a link is not
 * known; those whose round trips are of one class are taken to do so, for workers of one site have about the same:
 * below 2 ms, 20 ms, 200 ms, or above. The budget of bytes is one for all. Where the number of grants is told there is
 * one desk, for that number is meant for all together.
 *
 * <p>Pure: the time is an argument, monotonic [ns]. Confined to whoever drives it. What it is told of unknown offers it
 * ignores.
 */
public final class GrantDesks {
    private static final long[] ROUND_TRIPS_BELOW = {2_000_000L, 20_000_000L, 200_000_000L};

    private final GrantMode mode;
    private final GrantConfig config;
    private final TreeMap<Integer, GrantDesk> desks = new TreeMap<>();
    /** The shortest that was seen of each worker tells. */
    private final Map<WorkerId, Integer> ways = new HashMap<>();

    /** Whose turn it is until it gets what it has no room for; the others wait for as long. */
    private @Nullable GrantDesk starving;

    private int turn;

    /** Without offers. */
    public GrantDesks(GrantMode mode, GrantConfig config) {
        this.mode = mode;
        this.config = config;
    }

    /** A message to the worker and its answer took so long on their ways [ns]. Before any it counts as near. */
    public void distance(WorkerId worker, long roundTripNanos) {
        int way = 0;
        while (way < ROUND_TRIPS_BELOW.length && roundTripNanos >= ROUND_TRIPS_BELOW[way]) {
            way++;
        }
        if (mode.kind() == GrantMode.Kind.ADAPTIVE) {
            ways.merge(worker, way, Math::min);
        }
    }

    /** As {@link GrantDesk#offered}, at the desk for the worker's present distance. */
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
                desk.gone(worker); // it has moved
            }
        }
    }

    private int way(WorkerId worker) {
        return ways.getOrDefault(worker, 0);
    }

    /** As {@link GrantDesk#roundTrip}, measured with results of this worker. */
    public void roundTrip(WorkerId worker, long nanos) {
        GrantDesk desk = desks.isEmpty() ? null : desks.get(way(worker));
        if (desk != null) {
            desk.roundTrip(nanos);
        }
    }

    /** How long an offer that is granted and has not arrived had waited for that [ns]; -1 of any other. */
    public long waitedNanos(WorkerId worker, long id) {
        return desks.values().stream()
                .mapToLong(desk -> desk.waitedNanos(worker, id))
                .max()
                .orElse(-1);
    }

    /** As {@link GrantDesk#progressed}. */
    public void progressed(WorkerId worker, long id, long bytesSoFar, long nowNanos) {
        desks.values().forEach(desk -> desk.progressed(worker, id, bytesSoFar, nowNanos));
    }

    /** As {@link GrantDesk#delivered}. */
    public void delivered(WorkerId worker, long id, long nowNanos) {
        desks.values().stream()
                .filter(desk -> desk.has(worker, id))
                .forEach(desk -> desk.delivered(worker, id, nowNanos));
    }

    /** As {@link GrantDesk#withdrawn(WorkerId)}. */
    public void withdrawn(WorkerId worker) {
        desks.values().forEach(desk -> desk.withdrawn(worker));
    }

    /** As {@link GrantDesk#gone}. */
    public void gone(WorkerId worker) {
        desks.values().forEach(desk -> desk.gone(worker));
    }

    /**
     * As {@link GrantDesk#grant}. The desks take turns to be the first whom the budget is asked for; when it has no
     * room for what is urgent or has waited for long at one of them, the others get nothing until it has.
     *
     * @param budgetBytes so much more may be granted. One is granted whatever its size when none is on its way
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

    /** Granted results that have not arrived, without those that were passed over. */
    public int outstanding() {
        return desks.values().stream().mapToInt(GrantDesk::outstanding).sum();
    }

    /** Offers that wait for a grant. */
    public int waiting() {
        if (desks.isEmpty()) {
            return 0; // asked for each message
        }
        return desks.values().stream().mapToInt(GrantDesk::waiting).sum();
    }

    /** As {@link GrantDesk#history}, of all ways, by time. */
    public List<GrantChange> history() {
        List<GrantChange> all = new ArrayList<>();
        desks.forEach((way, desk) -> desk.history().forEach(change -> all.add(change.of(way))));
        all.sort(Comparator.comparingLong(GrantChange::nanos));
        return all;
    }
}
