package dev.sluice.master;

import dev.sluice.net.payload.Payload;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Inputs of the units that will be assigned next. The application thread encodes them in its idle time, so that an
 * assignment leaves as soon as it is decided, without a thread switch. Units are assigned in ascending order except
 * those that come back; their inputs are encoded when they are needed. Confined to the master loop.
 */
final class InputsAhead {
    /** Two batches: the loop takes from one while the other is made. */
    private static final int BATCHES = 2;

    private final Deque<PreparedInputs> ready = new ArrayDeque<>(BATCHES);
    private int cycle = -1;
    private long nextUnit;
    private long units;
    private boolean ordered;
    private boolean hopeless;

    /** Encodes a batch; the answer comes by {@link #prepared}. */
    @FunctionalInterface
    interface Maker {
        void prepare(int cycle, long firstUnit, long endUnit);
    }

    void begin(int newCycle, long count) {
        clear();
        cycle = newCycle;
        units = count;
    }

    /** The cycle has more units. */
    void more(long count) {
        units += count;
    }

    /** Receives an ordered batch. Null means that it could not be made or would be large; it is not ordered again. */
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

    /** The inputs of [from, to), or null if they are not prepared. */
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
