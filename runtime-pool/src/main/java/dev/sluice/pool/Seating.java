package dev.sluice.pool;

import dev.sluice.model.RunId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which workers a host shall have, when each run shall have so many slots there. A worker has the slots with
 * which it began: to give up some, a run loses a worker and gets a smaller one. Slots are given again only when the
 * worker that had them has ended, so that a host never computes more units than it has slots. Pure.
 */
final class Seating {
    private Seating() {}

    /**
     * A worker on the host.
     *
     * @param leaving it gives its slots back when its running units are finished
     */
    record Taken(long id, RunId run, int slots, boolean leaving) {}

    /**
     * The changes on a host.
     *
     * @param leave workers that shall leave
     * @param begin slots of a new worker for each run
     */
    record Change(List<Long> leave, Map<RunId, Integer> begin) {}

    /**
     * Compares what is with what shall be.
     *
     * @param slots of the host
     * @param taken its workers
     * @param wanted slots of each run there; their sum is at most {@code slots}
     */
    static Change of(int slots, List<Taken> taken, Map<RunId, Integer> wanted) {
        List<Long> leave = new ArrayList<>();
        Map<RunId, Integer> kept = new LinkedHashMap<>();
        List<Taken> largestFirst = taken.stream()
                .filter(seat -> !seat.leaving())
                .sorted(Comparator.comparingInt(Taken::slots).reversed().thenComparingLong(Taken::id))
                .toList();
        for (Taken seat : largestFirst) {
            int has = kept.getOrDefault(seat.run(), 0);
            if (has + seat.slots() <= wanted.getOrDefault(seat.run(), 0)) {
                kept.put(seat.run(), has + seat.slots());
            } else {
                leave.add(seat.id());
            }
        }
        int free = slots - taken.stream().mapToInt(Taken::slots).sum();
        Map<RunId, Integer> begin = new LinkedHashMap<>();
        for (Map.Entry<RunId, Integer> want : wanted.entrySet()) {
            int missing = want.getValue() - kept.getOrDefault(want.getKey(), 0);
            int given = Math.min(missing, free);
            if (given > 0) {
                begin.put(want.getKey(), given);
                free -= given;
            }
        }
        return new Change(leave, begin);
    }
}
