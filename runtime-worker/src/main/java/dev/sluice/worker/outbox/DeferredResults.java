package dev.sluice.worker.outbox;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.parent.Outgoing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deferred results, which wait for the end of their cycle, one batch after the other: in memory up to a budget, beyond
 * it in a file. Guarded by the lock of {@link ResultOutbox}.
 */
final class DeferredResults {
    /** A deferred batch: either {@code batch} or {@code place} is set. */
    private record Kept(Outgoing.@Nullable Batch batch, Spill.@Nullable Place place, int cycle, List<ResultRun> runs) {}

    private final Deque<Kept> batches = new ArrayDeque<>();
    private final long budgetBytes;
    private final Spill spill;
    private long memoryBytes;

    /** @param budgetBytes of results in memory */
    DeferredResults(long budgetBytes, Spill spill) {
        this.budgetBytes = budgetBytes;
        this.spill = spill;
    }

    /** Takes the batch over. */
    void add(Outgoing.Batch batch) {
        long bytes = batch.results().memoryBytes();
        if (bytes > 0 && memoryBytes + bytes > budgetBytes) {
            Spill.Place place = spill.write(batch.results());
            if (place != null) {
                batches.addLast(new Kept(null, place, batch.cycle(), batch.runs()));
                batch.release();
                return;
            }
        }
        memoryBytes += bytes;
        batches.addLast(new Kept(batch, null, batch.cycle(), batch.runs()));
    }

    /** The size of the next batch, or -1 when there is none. */
    long nextBytes() {
        Kept next = batches.peekFirst();
        if (next == null) {
            return -1;
        }
        return next.batch() != null
                ? next.batch().bytes()
                : next.place() == null ? 0 : next.place().bytes();
    }

    /** Removes and returns the oldest batch; null if there is none. */
    Outgoing.@Nullable Batch poll() {
        Kept next = batches.pollFirst();
        if (next == null) {
            return null;
        }
        Outgoing.Batch batch = next.batch();
        if (batch == null && next.place() != null) {
            batch = new Outgoing.Batch(next.cycle(), next.runs(), spill.read(next.place()));
        } else if (batch != null) {
            memoryBytes -= batch.results().memoryBytes();
        }
        if (batches.isEmpty()) {
            spill.reset();
        }
        return batch;
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    List<ResultRun> runs() {
        List<ResultRun> runs = new ArrayList<>();
        batches.forEach(kept -> runs.addAll(kept.runs()));
        return runs;
    }

    void clear() {
        for (Kept kept : batches) {
            if (kept.batch() != null) {
                kept.batch().release();
            }
        }
        batches.clear();
        memoryBytes = 0;
        spill.reset();
    }
}
