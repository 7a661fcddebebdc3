package dev.sluice.pool;

import dev.sluice.model.RunId;
import dev.sluice.model.pool.PoolHolding;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One host of a pool: its agent, and the workers there. Confined to the pool's loop. */
final class AgentHost {
    /** A worker of a run, as the pool wants it and as the agent reports it. */
    static final class Seat {
        final long id;
        final RunId run;
        final int slots;
        /** Empty once the agent has reported the worker. */
        String runFile = "";

        AgentReport.State state = AgentReport.State.STARTING;
        long pid;
        /** True when it shall leave: it is not in the target any more. */
        boolean released;

        Seat(long id, RunId run, int slots) {
            this.id = id;
            this.run = run;
            this.slots = slots;
        }

        /** Its state in one word. */
        String word() {
            return (leaves() ? AgentReport.State.DRAINING : state).name().toLowerCase(Locale.ROOT);
        }

        boolean leaves() {
            return released || state == AgentReport.State.DRAINING;
        }
    }

    final String name;
    final Map<Long, Seat> seats = new LinkedHashMap<>();
    boolean drained;
    boolean removed;
    long incarnation;
    long heardNanos;
    int slots;
    long memoryBytes;
    long pid;

    @Nullable
    Session session;

    @Nullable
    HostReport weather;

    AgentHost(String name) {
        this.name = name;
    }

    boolean isConnected() {
        return session != null;
    }

    /** Tells whether it gets no more workers. */
    boolean isClosed() {
        return drained || removed;
    }

    /** The slots that each run has here. */
    List<PoolHolding> holdings() {
        Map<RunId, int[]> held = new LinkedHashMap<>();
        for (Seat seat : seats.values()) {
            int[] sum = held.computeIfAbsent(seat.run, run -> new int[2]);
            sum[0] += seat.slots;
            sum[1] += seat.leaves() ? seat.slots : 0;
        }
        return held.entrySet().stream()
                .map(each -> new PoolHolding(each.getKey().text(), name, each.getValue()[0], each.getValue()[1]))
                .toList();
    }

    List<Seating.Taken> taken() {
        return seats.values().stream()
                .map(seat -> new Seating.Taken(seat.id, seat.run, seat.slots, seat.leaves()))
                .toList();
    }

    /** Slots that each run has here and keeps. */
    Map<RunId, Integer> held() {
        Map<RunId, Integer> held = new LinkedHashMap<>();
        for (Seat seat : seats.values()) {
            if (!seat.leaves()) {
                held.merge(seat.run, seat.slots, Integer::sum);
            }
        }
        return held;
    }

    /** The workers that the agent shall have. */
    List<AgentTarget.Seat> target() {
        List<AgentTarget.Seat> target = new ArrayList<>();
        for (Seat seat : seats.values()) {
            if (!seat.released) {
                target.add(new AgentTarget.Seat(seat.id, seat.run, seat.slots, seat.runFile));
            }
        }
        return target;
    }
}
