package dev.sluice.master;

import dev.sluice.net.payload.Payload;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Inputs of the units that will be assigned next, encoded by the application thread while it has nothing better to do,
 * so that an assignment can leave in the moment it is decided, without a change of threads. Units are assigned in
 * ascending order but for those that come back; these are encoded when they are needed. Confined to the master loop.
 */
final class InputsAhead {
    /** Two batches: one to take from while the other is made. */
    private static final int BATCHES = 2;

    private final Deque<PreparedInputs> ready = new ArrayDeque<>(BATCHES);
    private int cycle = -1;
    private long nextUnit;
    private long units;
    private boolean ordered;
    private boolean hopeless;

    /** Who encodes; the answer comes by {@link #prepared}. */
    @FunctionalInterface
    interface Maker {
        void prepare(int cycle, long firstUnit, long endUnit);
    }

    void begin(int newCycle, long count) {
        clear();
        cycle = newCycle;
        units = count;
    }

    /**
     * A batch that was ordered; null when it could not be made, or would be large, and there is no point in trying
     * again.
     */
    void prepared(int ofCycle, @Nullable PreparedInputs batch) {
        if (ofCycle != cycle) {
            if (batch != null) {
                batch.bytes().release();
            }
            return;
        }
        ordered = false;
        if (batch == null) {
            hopeless = true;
        } else {
            ready.addLast(batch);
        }
    }

    /** The inputs of [from, to), or null when they are not at hand. */
    @Nullable
    Payload take(int ofCycle, long from, long to) {
        if (ofCycle != cycle) {
            return null;
        }
        while (!ready.isEmpty() && ready.getFirst().endUnit() <= from) {
            ready.removeFirst().bytes().release();
        }
        nextUnit = Math.max(nextUnit, to);
        PreparedInputs first = ready.peekFirst();
        return first != null && first.covers(from, to) ? first.slice(from, to) : null;
    }

    /** Orders another batch when one is due. */
    void order(Maker maker) {
        if (ordered || hopeless || cycle < 0 || ready.size() == BATCHES) {
            return;
        }
        PreparedInputs last = ready.peekLast();
        long first = last == null ? nextUnit : Math.max(nextUnit, last.endUnit());
        if (first < units) {
            ordered = true;
            maker.prepare(cycle, first, units);
        }
    }

    void clear() {
        ready.forEach(batch -> batch.bytes().release());
        ready.clear();
        cycle = -1;
        nextUnit = 0;
        ordered = false;
        hopeless = false;
    }
}
