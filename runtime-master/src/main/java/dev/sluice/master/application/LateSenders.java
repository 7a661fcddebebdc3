package dev.sluice.master.application;

import dev.sluice.api.language.LateResults;
import dev.sluice.master.WorkerConnection;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The sessions that brought the latest results, which the application may still refuse. Confined to its thread. */
final class LateSenders {
    private record Sent(UnitRanges units, @Nullable WorkerConnection from) {}

    private final boolean needed;
    private final Deque<Sent> latest = new ArrayDeque<>();
    private long units;

    /** @param needed false if the application refuses results at once */
    LateSenders(boolean needed) {
        this.needed = needed;
    }

    void add(UnitRanges accepted, @Nullable WorkerConnection from) {
        if (!needed) {
            return;
        }
        latest.addFirst(new Sent(accepted, from));
        units += accepted.size();
        while (units - latest.getLast().units().size() > LateResults.MOST_LATE) {
            units -= latest.removeLast().units().size();
        }
    }

    /** The session that brought the result of this unit; null if the journal did. */
    @Nullable
    WorkerConnection of(long unit) {
        return latest.stream()
                .filter(sent -> sent.units().contains(unit))
                .findFirst()
                .map(Sent::from)
                .orElse(null);
    }
}
