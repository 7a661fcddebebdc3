package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.WorkersKnob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects the times of computed units, and hands many of them over at a time. Confined to the master loop. */
final class Measurements {
    /** The part of a setup of the cycle before that leaves in a cycle, where not all workers get theirs in time. */
    private static final double EARLIER = 0.5;

    /** Runs of results that are handed over together. */
    private static final int MOST_RUNS = 512;

    /** Batches of results that may wait for the thread that decides. */
    private static final int MOST_WAITING = 256;

    private final Beside beside;
    private final WorkersKnob to;
    private final List<Returned> returned = new ArrayList<>();
    private int runs;
    private boolean timed;
    private int highest;
    private int cycle = -1;
    private long begunNanos;

    /** When the first result of each worker came in the latest cycle [ns]. */
    private final Map<WorkerId, Long> begins = new HashMap<>();

    /** Batches that wait; the thread that decides counts them down. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Results of one message. */
    private record Returned(WorkerId worker, int cycle, List<ResultRun> runs) {}

    /** @param to takes the results, beside the loop */
    Measurements(Beside beside, WorkersKnob to) {
        this.beside = beside;
        this.to = to;
    }

    void begin(int number, long nowNanos) {
        cycle = number;
        begunNanos = nowNanos;
        begins.clear();
    }

    /** Takes the times of units of one message. */
    void add(WorkerId worker, int ofCycle, List<ResultRun> all, long nowNanos) {
        if (ofCycle == cycle) {
            begins.putIfAbsent(worker, nowNanos);
        }
        if (all.isEmpty()) {
            return;
        }
        timed = true;
        seen(worker);
        returned.add(new Returned(worker, ofCycle, List.copyOf(all)));
        runs += all.size();
        if (runs >= MOST_RUNS) {
            handOver();
        }
    }

    /** Counts a worker among those that the model knows. */
    void seen(WorkerId worker) {
        highest = Math.max(highest, worker.number());
    }

    void handOver() {
        if (!returned.isEmpty()) {
            List<Returned> all = List.copyOf(returned);
            clear();
            waiting.incrementAndGet();
            beside.execute(() -> {
                try {
                    all.forEach(each -> to.returned(each.worker().number(), each.cycle(), each.runs()));
                } finally {
                    waiting.decrementAndGet();
                }
            });
        }
    }

    void clear() {
        returned.clear();
        runs = 0;
    }

    /** True once a unit was computed. */
    boolean isTimed() {
        return timed;
    }

    /** Results come faster than they are taken in. */
    boolean isBehind() {
        return waiting.get() > MOST_WAITING;
    }

    /** The highest number of a worker so far. */
    int highest() {
        return highest;
    }

    /**
     * The rate at which the master sends setups: what the fastest one arrived with, or that of all that arrived in the
     * cycle. It is not known when a setup has left, because the system takes much of it at once. 0 if it is unknown
     * [bytes/s].
     */
    double port(RunMoment moment, int activeSlots) {
        double setupBytes = moment.amounts().setupBytes();
        if (setupBytes <= SetupQueue.AT_ONCE_BYTES) {
            return 0;
        }
        double unitNanos = moment.costs().unitSeconds() * 1e9;
        double allNanos =
                begins.values().stream().mapToLong(Long::longValue).max().orElse(begunNanos) - begunNanos - unitNanos;
        double arrived = begins.size() + (begins.size() < activeSlots ? EARLIER : 0);
        double together = allNanos > 0 ? arrived * setupBytes * 1e9 / allNanos : 0;
        return moment.seats().stream()
                .mapToDouble(RunMoment.Seat::outBytesPerSecond)
                .reduce(together, Math::max);
    }
}
