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
 * below 2 ms, 20 ms, 200 ms, or above. The budget of bytes is one for all.
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
    /** Where each worker has its offers. */
    private final Map<WorkerId, Integer> homes = new HashMap<>();

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
        ways.merge(worker, way, Math::min);
    }

    /** As {@link GrantDesk#offered}. A worker changes its desk when it has nothing at the one it was at. */
    public void offered(Offer offer, long nowNanos) {
        WorkerId worker = offer.worker();
        int way = ways.getOrDefault(worker, 0);
        Integer home = homes.get(worker);
        GrantDesk before = home(worker);
        if (home != null && before != null && (home == way || before.hasOpen(worker))) {
            before.offered(offer, nowNanos);
            return;
        }
        if (before != null) {
            before.gone(worker);
        }
        homes.put(worker, way);
        desks.computeIfAbsent(way, any -> new GrantDesk(mode, config)).offered(offer, nowNanos);
    }

    private @Nullable GrantDesk home(WorkerId worker) {
        Integer way = homes.get(worker);
        return way == null ? null : desks.get(way);
    }

    /** As {@link GrantDesk#roundTrip}, measured with results of this worker. */
    public void roundTrip(WorkerId worker, long nanos) {
        GrantDesk desk = home(worker);
        if (desk != null) {
            desk.roundTrip(nanos);
        }
    }

    /** As {@link GrantDesk#progressed}. */
    public void progressed(WorkerId worker, long id, long bytesSoFar, long nowNanos) {
        GrantDesk desk = home(worker);
        if (desk != null) {
            desk.progressed(worker, id, bytesSoFar, nowNanos);
        }
    }

    /** As {@link GrantDesk#delivered}. */
    public void delivered(WorkerId worker, long id, long nowNanos) {
        GrantDesk desk = home(worker);
        if (desk != null) {
            desk.delivered(worker, id, nowNanos);
        }
    }

    /** As {@link GrantDesk#withdrawn(WorkerId)}. */
    public void withdrawn(WorkerId worker) {
        GrantDesk desk = home(worker);
        if (desk != null) {
            desk.withdrawn(worker);
        }
    }

    /** As {@link GrantDesk#gone}. */
    public void gone(WorkerId worker) {
        GrantDesk desk = home(worker);
        if (desk != null) {
            desk.gone(worker);
            homes.remove(worker);
        }
    }

    /**
     * As {@link GrantDesk#grant}; the desks take turns to be the first whom the budget is asked for.
     *
     * @param budgetBytes so much more may be granted. One is granted whatever its size when none is on its way
     */
    public List<Offer> grant(long budgetBytes, long nowNanos) {
        List<GrantDesk> all = new ArrayList<>(desks.values());
        List<Offer> granted = new ArrayList<>();
        long left = budgetBytes;
        turn++;
        for (int i = 0; i < all.size(); i++) {
            GrantDesk desk = all.get((turn + i) % all.size());
            boolean alone = all.stream().allMatch(each -> each == desk || each.outstanding() == 0);
            for (Offer offer : desk.grant(left, alone, nowNanos)) {
                granted.add(offer);
                left -= offer.bytes();
            }
        }
        return granted;
    }

    /** Granted results that have not arrived, without those that were passed over. */
    public int outstanding() {
        return desks.values().stream().mapToInt(GrantDesk::outstanding).sum();
    }

    /** Offers that wait for a grant. */
    public int waiting() {
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
