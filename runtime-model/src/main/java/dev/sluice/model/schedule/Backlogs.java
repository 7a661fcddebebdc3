package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the worker with the longest queue, to ask it to hand units back. Entries are kept only after the first
 * question, so that they cost nothing before the tail. From then on a change of one worker costs O(log workers), and no
 * question scans all workers. Confined to the scheduler.
 */
final class Backlogs {
    /**
     * The remaining computing time of a worker at its change number {@code stamp}. Outdated after the worker's next
     * change.
     */
    private record Backlog(double nanos, WorkerRecord worker, int stamp) {}

    private final PriorityQueue<Backlog> longestFirst = new PriorityQueue<>(
            Comparator.comparingDouble(Backlog::nanos).reversed().thenComparing(backlog -> backlog.worker.id));
    private boolean kept;
    private int most;

    /** Drops all entries until the next question. */
    void forget() {
        kept = false;
        longestFirst.clear();
    }

    /** Records that the worker's held units, its unit times or its readiness to hand back changed. */
    void changed(WorkerRecord worker) {
        worker.stamp++;
        if (kept && longestFirst.size() > most) {
            forget(); // most entries are outdated
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
        return worker.connected() && !worker.revoking && !worker.gaveNothing && worker.openChunks > worker.width();
    }

    private static double nanos(WorkerRecord worker) {
        return worker.feed.unitNanos() < 0
                ? Double.MAX_VALUE
                : worker.openUnits * worker.feed.unitNanos() / worker.slots;
    }

    /**
     * The worker with the longest remaining computing time, if that exceeds two round trips of both workers. Ties go to
     * the lowest worker number. Null if no worker qualifies.
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
                break; // all remaining entries are shorter
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

    /** True if no worker can be asked to hand units back. */
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
