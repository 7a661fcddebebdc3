package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Which worker will be busy longest with what it holds, among those that have queued some of it: whom to ask to hand
 * back. Kept only once somebody has asked, so that it costs nothing before the tail; then a change of one worker costs
 * O(log workers), and nobody has to look at all of them. Confined to the scheduler.
 */
final class Backlogs {
    /** How long a worker was busy at its change number {@code stamp}; of no use after the next. */
    private record Backlog(double nanos, WorkerRecord worker, int stamp) {}

    private final PriorityQueue<Backlog> longestFirst = new PriorityQueue<>(
            Comparator.comparingDouble(Backlog::nanos).reversed().thenComparing(backlog -> backlog.worker.id));
    private boolean kept;
    private int most;

    /** Nobody asks for a while. */
    void forget() {
        kept = false;
        longestFirst.clear();
    }

    /** What the worker holds, or how long its units take, or whether it may be asked, is not what it was. */
    void changed(WorkerRecord worker) {
        worker.stamp++;
        if (kept && longestFirst.size() > most) {
            forget(); // most of it is out of date
        } else if (kept) {
            add(worker);
        }
    }

    private void add(WorkerRecord worker) {
        if (mayBeAsked(worker)) {
            longestFirst.add(new Backlog(nanos(worker), worker, worker.stamp));
        }
    }

    private static boolean mayBeAsked(WorkerRecord worker) {
        return worker.connected() && !worker.revoking && !worker.gaveNothing && worker.openChunks > worker.slots;
    }

    private static double nanos(WorkerRecord worker) {
        return worker.feed.unitNanos() < 0
                ? Double.MAX_VALUE
                : worker.openUnits * worker.feed.unitNanos() / worker.slots;
    }

    /**
     * The worker that will be busy longest, where that pays: for longer than two round trips, its own and that of the
     * idle one. Among equals the one with the lowest number. Null when there is none.
     */
    @Nullable
    WorkerRecord longest(WorkerRecord idle, Roster roster) {
        if (!kept) {
            kept = true;
            most = 64 + 4 * roster.all().size();
            roster.all().forEach(this::add);
        }
        List<Backlog> passed = new ArrayList<>(0);
        WorkerRecord found = null;
        while (found == null && !longestFirst.isEmpty()) {
            Backlog first = longestFirst.peek();
            WorkerRecord worker = first.worker;
            boolean valid = first.stamp == worker.stamp && mayBeAsked(worker);
            if (valid && first.nanos <= 2 * idle.feed.roundTripNanos()) {
                break; // and so are all others
            }
            if (valid && worker != idle && first.nanos > 2 * worker.feed.roundTripNanos()) {
                found = worker;
            } else {
                longestFirst.poll();
                if (valid) {
                    passed.add(first);
                }
            }
        }
        longestFirst.addAll(passed);
        return found;
    }

    /** Whether nobody at all could be asked. */
    boolean isEmpty() {
        while (kept && !longestFirst.isEmpty()) {
            Backlog first = longestFirst.peek();
            if (first.stamp == first.worker.stamp && mayBeAsked(first.worker)) {
                return false;
            }
            longestFirst.poll();
        }
        return kept;
    }
}
