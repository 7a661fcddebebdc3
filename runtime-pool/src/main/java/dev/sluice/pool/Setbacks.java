package dev.sluice.pool;

import dev.sluice.model.RunId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long a run gets no worker on a host after workers of it have failed there: 1, 2, 4 … seconds, and ten minutes
 * after the fifth failure in a row. A worker that ends in order sets it back to zero. Confined to the pool's loop.
 */
final class Setbacks {
    private static final int MOST_IN_A_ROW = 5;
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

    private record Place(String host, RunId run) {}

    private record Setback(int failures, long untilNanos) {}

    private final Map<Place, Setback> setbacks = new HashMap<>();

    /** A worker of the run has failed on the host. Returns whether it was the fifth in a row. */
    boolean failed(String host, RunId run, long nowNanos) {
        Place place = new Place(host, run);
        Setback before = setbacks.getOrDefault(place, new Setback(0, 0));
        int failures = before.failures() + 1;
        boolean late = failures >= MOST_IN_A_ROW;
        long wait = late ? LONG_NANOS : FIRST_NANOS << (failures - 1);
        setbacks.put(place, new Setback(late ? 0 : failures, nowNanos + wait));
        return late;
    }

    /** A worker of the run has ended in order on the host. */
    void succeeded(String host, RunId run) {
        setbacks.remove(new Place(host, run));
    }

    /** Tells whether the run must wait before it gets another worker on the host. */
    boolean holds(String host, RunId run, long nowNanos) {
        Setback setback = setbacks.get(new Place(host, run));
        return setback != null && setback.untilNanos() - nowNanos > 0;
    }

    /** The run is over. */
    void forget(RunId run) {
        setbacks.keySet().removeIf(place -> place.run().equals(run));
    }
}
