package dev.sluice.master.tune;

import dev.sluice.master.tune.WorkersDesk.Returned;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Collects the times of computed units, and hands many of them over at a time. Confined to the master loop. */
final class Measurements {
    /** Runs of results that are handed over together. */
    private static final int MOST_RUNS = 512;

    /** Batches of results that may wait for the thread that decides. */
    private static final int MOST_WAITING = 256;

    private final Beside beside;
    private final Consumer<List<Returned>> to;
    private final List<Returned> returned = new ArrayList<>();
    private int runs;
    private boolean timed;
    private int highest;

    /** Batches that wait; the thread that decides counts them down. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param to takes the results, called beside the loop */
    Measurements(Beside beside, Consumer<List<Returned>> to) {
        this.beside = beside;
        this.to = to;
    }

    /** Takes the times of units of one message. */
    void add(WorkerId worker, int ofCycle, List<ResultRun> all) {
        if (all.isEmpty()) {
            return;
        }
        timed = true;
        seen(worker);
        returned.add(new Returned(worker.number(), ofCycle, all));
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
                    to.accept(all);
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
}
