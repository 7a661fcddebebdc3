package dev.sluice.model.simulate;

import dev.sluice.model.policy.MemoryPacking;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One host that computes units of different memory in virtual time, packed by what is known of them. Pure. */
public final class MemoryHost {
    /** How much memory a unit gets. */
    public enum Knowledge {
        /** Workers learn it: {@link MemoryPacking}. */
        LEARNED,
        /** The user has told a fixed amount; a unit that needs more has failed. */
        FIXED,
        /** The memory of each unit is known before. */
        CLAIRVOYANT
    }

    /**
     * A unit.
     *
     * @param peakBytes its largest memory
     * @param nanos its time
     * @param ramp the part of its time until it has its largest memory, from 0 to 1
     */
    public record Unit(long peakBytes, long nanos, double ramp) {
        long bytes(long ageNanos) {
            double part = ramp <= 0 ? 1 : Math.min(1, ageNanos / (ramp * nanos));
            return Math.max(1, Math.round(peakBytes * part));
        }
    }

    /**
     * The outcome of all units.
     *
     * @param nanos until the last one ended
     * @param killed tries that were ended for their memory
     * @param failed units without a result
     * @param heldByteSeconds memory that was kept for units, over time
     * @param usedByteSeconds largest memory of each unit over its time, of those that succeeded
     */
    public record Result(long nanos, int killed, int failed, double heldByteSeconds, double usedByteSeconds) {
        /** Memory-time beyond that of a packing that knows each unit, as a share of it. */
        public double waste() {
            return heldByteSeconds / usedByteSeconds - 1;
        }
    }

    private static final class Try {
        private final Unit unit;
        private long ownBytes;
        private long startNanos;
        private MemoryPacking.@Nullable Ticket ticket;

        private Try(Unit unit) {
            this.unit = unit;
        }
    }

    private final long capacityBytes;
    private final int slots;
    private final long stepNanos;
    private final Knowledge knowledge;
    private final long fixedBytes;
    private final MemoryPacking packing;
    private final Deque<Try> waiting = new ArrayDeque<>();
    private final List<Try> running = new ArrayList<>();
    private long now;
    private int killed;
    private int failed;
    private double held;
    private double used;

    /**
     * An idle host.
     *
     * @param stepNanos between two samples of memory
     * @param fixedBytes of each unit, if that is the knowledge
     */
    public MemoryHost(long capacityBytes, int slots, long stepNanos, Knowledge knowledge, long fixedBytes) {
        this.capacityBytes = capacityBytes;
        this.slots = slots;
        this.stepNanos = stepNanos;
        this.knowledge = knowledge;
        this.fixedBytes = fixedBytes;
        this.packing = new MemoryPacking(capacityBytes, slots);
    }

    /** Computes all units, in their order. */
    public Result run(List<Unit> units) {
        Iterator<Unit> next = units.iterator();
        while (next.hasNext() || !waiting.isEmpty() || !running.isEmpty()) {
            begin(next);
            held += countedBytes() * (stepNanos / 1e9);
            now += stepNanos;
            end();
            if (knowledge != Knowledge.CLAIRVOYANT) {
                List.copyOf(running).forEach(this::sample);
            }
        }
        return new Result(now, killed, failed, held, used);
    }

    private void begin(Iterator<Unit> next) {
        while (running.size() + waiting.size() < slots && next.hasNext()) {
            waiting.add(new Try(next.next()));
        }
        while (!waiting.isEmpty() && fits(waiting.peek())) {
            Try begun = waiting.remove();
            begun.startNanos = now;
            running.add(begun);
        }
    }

    private boolean fits(Try unit) {
        if (knowledge == Knowledge.LEARNED) {
            unit.ticket = packing.admit(0, unit.ownBytes, now);
            return unit.ticket != null;
        }
        long bytes = reserved(unit);
        return running.isEmpty() || countedBytes() + bytes <= capacityBytes;
    }

    private long reserved(Try unit) {
        return knowledge == Knowledge.FIXED ? fixedBytes : unit.unit.peakBytes;
    }

    private long countedBytes() {
        return knowledge == Knowledge.LEARNED
                ? packing.countedBytes(now)
                : running.stream().mapToLong(this::reserved).sum();
    }

    private void end() {
        for (Try each : List.copyOf(running)) {
            if (now - each.startNanos >= each.unit.nanos) {
                running.remove(each);
                used += each.unit.peakBytes * (each.unit.nanos / 1e9);
                if (each.ticket != null) {
                    packing.ended(each.ticket, 0, true);
                }
            }
        }
    }

    private void sample(Try unit) {
        long bytes = unit.unit.bytes(now - unit.startNanos);
        MemoryPacking.Ticket ticket = unit.ticket;
        if (ticket != null) {
            MemoryPacking.Ticket victim = packing.uses(ticket, bytes, now);
            running.stream()
                    .filter(each -> victim != null && each.ticket == victim)
                    .findFirst()
                    .ifPresent(this::again);
        } else if (bytes > fixedBytes) {
            running.remove(unit);
            killed++;
            failed++;
        }
    }

    private void again(Try unit) {
        MemoryPacking.Ticket ticket = unit.ticket;
        if (ticket == null) {
            return;
        }
        running.remove(unit);
        killed++;
        packing.ended(ticket, 0, false);
        unit.ownBytes = packing.again(ticket);
        if (unit.ownBytes == 0) {
            failed++;
        } else {
            waiting.add(unit);
        }
    }
}
